// Numbers the parts, sections, paragraphs, tables, notes and comments of a document.
//
// No other file counts.
// - Paragraphs count from 0 within each part, including those in table cells, without those in text boxes.
// - Sections, tables, rows, grid columns, notes and comment threads count from 1; tables within each part, an outer table
//   before those inside it.
// - Parts are the body, the headers and footers that sections show, and the notes that the body refers to. Their order is that
//   of EDT-31.
// - A header that several sections show is one part, named by the first of them. A locator that names any of these sections
//   finds it.
// - Comments and text boxes have no address as parts.

import { foldName } from "../../ooxml/parts/part-names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { type CommentThread, commentThreads } from "../marks/comments.ts";
import { type Note, type NoteKind, notesOf } from "../marks/notes.ts";
import type { WordDocument } from "../open-document.ts";
import { type PageType, type Section, sectionsOf } from "../sections.ts";
import { readSettings, type Settings } from "../settings.ts";
import { readTable, type Table, type TableCell } from "../tables.ts";
import { W } from "../word-names.ts";
import { blocksOf } from "./blocks.ts";
import { type Story, storiesOf } from "./stories.ts";

export type PartLocator =
  | { readonly kind: "body" }
  | { readonly kind: "header" | "footer"; readonly type: PageType; readonly section: number }
  | { readonly kind: NoteKind; readonly number: number };

/** The cell of the innermost table around a paragraph. */
export interface CellAddress {
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly cell: TableCell;
}

export interface AddressedParagraph {
  readonly node: NodeId;
  readonly index: number;
  /** Section of a paragraph of the body; undefined in other parts. */
  readonly section: number | undefined;
  readonly cell: CellAddress | undefined;
}

export interface AddressedTable {
  readonly number: number;
  readonly table: Table;
  /** Number of the table around it. */
  readonly inside: number | undefined;
  /** Index of its first paragraph, and the index after the last one. */
  readonly first: number;
  readonly end: number;
}

export interface AddressedPart {
  readonly locator: PartLocator;
  readonly story: Story;
  /** Numbers of the sections that show a header or footer; empty for other parts. */
  readonly sections: readonly number[];
  readonly paragraphs: readonly AddressedParagraph[];
  readonly tables: readonly AddressedTable[];
}

export interface AddressedSection {
  readonly number: number;
  readonly section: Section;
  /** Index of its first paragraph of the body, and the index after the last one. */
  readonly first: number;
  readonly end: number;
}

export interface Addresses {
  /** In the order in which matches of a selector are counted. */
  readonly parts: readonly AddressedPart[];
  readonly sections: readonly AddressedSection[];
  /** Footnotes, then endnotes. The number of a note counts the notes of its kind. */
  readonly notes: readonly (Note & { readonly number: number })[];
  readonly comments: readonly (CommentThread & { readonly number: number })[];
  readonly settings: Settings;
}

export function addressesOf(document: WordDocument): Addresses {
  const stories = storiesOf(document);
  const settings = readSettings(document);
  const body = stories.find(({ kind }) => kind === "body");
  const sections = body === undefined ? [] : sectionsOf(document, body);
  const sources = { stories, sections, settings };
  const notes = (["footnote", "endnote"] as const).flatMap((kind) => numbered(notesOf(kind, sources)));
  const bodyPart = body === undefined ? [] : [addressBody(body, sections)];
  return {
    parts: [...bodyPart, ...headersAndFooters(stories, sections), ...notes.map(addressNote)],
    sections: addressSections(sections, bodyPart[0]?.paragraphs ?? []),
    notes,
    comments: numbered(commentThreads(document, stories)),
    settings,
  };
}

function numbered<Item>(items: readonly Item[]): (Item & { readonly number: number })[] {
  return items.map((item, index) => ({ ...item, number: index + 1 }));
}

function addressBody(body: Story, sections: readonly Section[]): AddressedPart {
  const content = addressContent(body);
  let section = 1;
  const paragraphs = content.paragraphs.map((paragraph) => {
    const addressed = { ...paragraph, section };
    if (sections[section - 1]?.paragraph === paragraph.node) section += 1;
    return addressed;
  });
  return { locator: { kind: "body" }, story: body, sections: [], ...content, paragraphs };
}

function addressNote({ kind, number, story }: Note & { readonly number: number }): AddressedPart {
  return { locator: { kind, number }, story, sections: [], ...addressContent(story) };
}

/** Returns each header and footer once, at the position where it is first shown. */
function headersAndFooters(stories: readonly Story[], sections: readonly Section[]): AddressedPart[] {
  const byPart = new Map(stories.map((story) => [foldName(story.part), story]));
  const shown = sections.flatMap(({ shown: parts }, index) => parts.map((part) => ({ ...part, section: index + 1 })));
  const showings = Map.groupBy(shown, ({ part }) => foldName(part));
  return [...showings].flatMap(([part, [first, ...others]]) => {
    const story = byPart.get(part);
    if (story === undefined || first === undefined) return [];
    const { kind, type, section } = first;
    const numbers = new Set([section, ...others.map((other) => other.section)]);
    return [{ locator: { kind, type, section }, story, sections: [...numbers], ...addressContent(story) }];
  });
}

function addressSections(sections: readonly Section[], paragraphs: readonly AddressedParagraph[]): AddressedSection[] {
  const counts = new Map<number, number>();
  for (const { section = 0 } of paragraphs) counts.set(section, (counts.get(section) ?? 0) + 1);
  let end = 0;
  return sections.map((section, index) => {
    const first = end;
    end += counts.get(index + 1) ?? 0;
    return { number: index + 1, section, first, end };
  });
}

type Content = Pick<AddressedPart, "paragraphs" | "tables">;

function addressContent(story: Story): Content {
  const count = new ContentCount(story);
  count.readBlocks(story.root, undefined);
  return { paragraphs: count.paragraphs, tables: count.tables };
}

class ContentCount {
  readonly paragraphs: AddressedParagraph[] = [];
  readonly tables: AddressedTable[] = [];
  readonly #story: Story;

  constructor(story: Story) {
    this.#story = story;
  }

  readBlocks(container: NodeId, cell: CellAddress | undefined): void {
    for (const node of blocksOf(this.#story, container)) {
      if (this.#story.tree.name(node) === W.tbl) this.#readTable(node, cell?.table);
      else this.paragraphs.push({ node, index: this.paragraphs.length, section: undefined, cell });
    }
  }

  #readTable(node: NodeId, inside: number | undefined): void {
    const table = readTable(this.#story, node);
    const number = this.tables.length + 1;
    const first = this.paragraphs.length;
    const place = { number, table, inside, first };
    this.tables.push({ ...place, end: first });
    for (const [row, { cells }] of table.rows.entries()) {
      for (const cell of cells) {
        this.readBlocks(cell.node, { table: number, row: row + 1, column: cell.column + 1, cell });
      }
    }
    this.tables[number - 1] = { ...place, end: this.paragraphs.length };
  }
}

/** Returns the part that a locator names through any section that shows it; undefined if no such part exists. */
export function findPart({ parts, sections }: Addresses, locator: PartLocator): AddressedPart | undefined {
  if (locator.kind === "body") return parts.find((part) => part.locator.kind === "body");
  if ("number" in locator) {
    return parts.find(
      ({ locator: own }) => own.kind === locator.kind && "number" in own && own.number === locator.number,
    );
  }
  const shown = sections[locator.section - 1]?.section.shown;
  const named = shown?.find(({ kind, type }) => kind === locator.kind && type === locator.type);
  return named && parts.find(({ story }) => foldName(story.part) === foldName(named.part));
}
