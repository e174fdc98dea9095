// Reads what a document says for the judge: all its stories, line by line, in any markup.
//
// It uses another parser and other logic than the engine, for the same definition. It covers the classes of the
// measure that a redline must restore exactly, and formatting on request. The documents must have no tracked changes.
// Leftovers of tracked changes are reported, and read as if they were accepted.

import { ContentPackage } from "../../reading/content-package.ts";
import { isSwitchedOn } from "../../reading/looks/layers.ts";
import { childNamed, descendantsOf, type Element } from "../../reading/xml-tree.ts";
import { bookmarkPlaces } from "./content/bookmark-places.ts";
import type { Equivalence } from "./content/equivalences.ts";
import { type Line, plainText } from "./content/line.ts";
import { readStory } from "./content/read-blocks.ts";
import { lastSection, shownParts } from "./content/read-sections.ts";
import type { StoryContext } from "./content/story-context.ts";
import { carriedParts } from "./formatting/carried-parts.ts";
import { FormatReader } from "./formatting/format-reader.ts";
import type { Properties } from "./formatting/properties.ts";
import type { StyleTable } from "./formatting/style-table.ts";

export interface StoryContent {
  /** `body`, `section 1 header default` */
  readonly place: string;
  readonly lines: readonly Line[];
  /** False for a header or footer of first or even pages that the section does not have. */
  readonly isShown: boolean;
}

export interface Content {
  /**
   * The body, then the headers and footers of each section. Notes and text boxes are where the text refers to them.
   */
  readonly stories: readonly StoryContent[];
  /** Equivalences that belong to no line, with their positions. */
  readonly equivalences: readonly Equivalence[];
  /** Names of elements of tracked changes in the parts that were read, each once. */
  readonly leftovers: readonly string[];
  /** True if only what readers see was read. */
  readonly isAsSeen: boolean;
  /** Maps the bookmarks of the body to their positions. Empty unless only what readers see was read. */
  readonly places: ReadonlyMap<string, string>;
  /** Set only if formatting was requested: the formatting that belongs to no line. */
  readonly formatting?: DocumentFormatting;
}

export interface DocumentFormatting {
  readonly styles: StyleTable;
  readonly lastSection: Properties;
  /** Content that is carried with the package. */
  readonly carried: readonly Equivalence[];
}

export interface ReadingOptions {
  /** True if formatting is read, for the lines and for the document. */
  readonly withFormatting: boolean;
  /** True if only what readers see counts, as in mode `visible`. Default: false. */
  readonly isAsSeen?: boolean;
}

export function readContent(
  file: Uint8Array,
  { withFormatting, isAsSeen = false }: ReadingOptions = { withFormatting: false },
): Content {
  const parts = new ContentPackage(file);
  const body = childNamed(parts.tree(parts.main), "w:body") ?? parts.tree(parts.main);
  const equivalences: Equivalence[] = [];
  const formats = withFormatting ? new FormatReader(parts) : undefined;
  const common = { package: parts, depth: 0, isInTable: false, notes: [], equivalences, formats, isAsSeen };
  const contextOf = (part: string): StoryContext => ({ ...common, part, readNested: readStory });
  const lines = readStory(body, contextOf(parts.main));
  const stories: StoryContent[] = [{ place: "body", lines, isShown: true }];
  const read = new Set([parts.main]);
  for (const { place, id, isShown } of shownParts(body, hasEvenPages(parts))) {
    const part = parts.relationship(parts.main, id)?.part;
    if (part === undefined) continue;
    read.add(part);
    const lines = readStory(parts.tree(part), contextOf(part));
    if (isEmpty(lines)) equivalences.push({ name: "no header = a header with one empty paragraph", detail: place });
    else stories.push({ place, lines, isShown });
  }
  for (const notes of ["footnotes", "endnotes"]) read.add(parts.related(parts.main, notes) ?? parts.main);
  const leftovers = leftoversIn([...read].map((part) => parts.tree(part)));
  const places = isAsSeen ? bookmarkPlaces(body) : new Map<string, string>();
  const content = { stories, equivalences, leftovers, isAsSeen, places };
  if (formats === undefined) return content;
  const { own } = formats.section(lastSection(body));
  const carried = carriedParts(parts, formats.numbering);
  return { ...content, formatting: { styles: formats.styles, lastSection: own, carried } };
}

function hasEvenPages(parts: ContentPackage): boolean {
  const settings = parts.related(parts.main, "settings");
  return settings !== undefined && isSwitchedOn(childNamed(parts.tree(settings), "w:evenAndOddHeaders"));
}

function isEmpty(lines: readonly Line[]): boolean {
  const [line, ...others] = lines;
  return others.length === 0 && (line === undefined || (line.kind === "paragraph" && line.text === ""));
}

const TRACKED =
  /^w:(?:ins|del|moveFrom|moveTo|delText|delInstrText|\w+PrChange|tblGridChange|numberingChange|cellIns|cellDel|cellMerge|(?:moveFrom|moveTo|customXml\w+)Range(?:Start|End))$/;

function leftoversIn(trees: readonly Element[]): string[] {
  const names = trees.flatMap((tree) => [...descendantsOf(tree)].map(({ name }) => name));
  return [...new Set(names.filter((name) => TRACKED.test(name)))].sort();
}

/** Returns the texts of the body's paragraphs, including those in cells and excluding those in notes and boxes. */
export function bodyTexts({ stories }: Content): string[] {
  const texts: string[] = [];
  // The depth of the note or box that is being skipped.
  let passing = Number.POSITIVE_INFINITY;
  for (const line of stories[0]!.lines) {
    if (line.depth > passing) continue;
    const isNested = line.kind === "footnote" || line.kind === "endnote" || line.kind === "textbox";
    passing = isNested ? line.depth : Number.POSITIVE_INFINITY;
    if (line.kind === "paragraph") texts.push(plainText(line));
  }
  return texts;
}
