// The text of a document as plain Markdown (docs/design/content.md): insertions in, deletions out, numerals as they show.
//
// What is read is the view with all changes accepted, so paragraphs whose mark is deleted are joined and deleted rows
// are gone. A reference to a note is a footnote of Markdown, and the notes follow the body; headers and footers come
// last, behind a rule. There are no tags but those of line breaks and of tables that pipes cannot write.
//
// Where only some paragraphs are read, a rule also stands between those that do not follow each other. A joined paragraph
// is told when any of those that it was joined from is chosen.

import { type Numbering, numberingOf } from "../../../document/lists/numbering.ts";
import { Labeller } from "../../../document/lists/numbering-labels.ts";
import type { WordDocument } from "../../../document/open-document.ts";
import { type AddressedPart, addressesOf } from "../../../document/text/addresses.ts";
import type { ParagraphText } from "../../../document/text/inlines.ts";
import { readParagraph } from "../../../document/text/paragraphs.ts";
import type { Story } from "../../../document/text/stories.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { type ViewVisitor, visitView } from "../../../revisions/view.ts";
import { writeBlocks } from "../../markdown/render-markdown.ts";
import type { Marking } from "../../markdown/tags.ts";
import { bulletText, HeadingLevels } from "../../paragraph-labels.ts";
import type { Block, ParagraphBlock, PlainSegment } from "../../redline.ts";
import { chosenRuns } from "../chosen-blocks.ts";
import type { PartLocatorJson } from "../content.ts";
import { partLocator } from "../locators.ts";
import type { IsChosen } from "../narrow-content.ts";
import { noteFinder } from "../read-notes.ts";

/** The whole text, or that of the chosen paragraphs. */
export function contentMarkdown(document: WordDocument, isChosen?: IsChosen): string {
  const addresses = addressesOf(document);
  const numbering = numberingOf(document);
  const headings = new HeadingLevels(numbering);
  const noteAt = noteFinder(addresses);
  const labelOf = (kind: NoteKind, reference: NodeId): string => {
    const note = noteAt(reference);
    return note === undefined ? "" : `[^${noteMark(kind, note.number)}]`;
  };
  const groupsOf = (part: AddressedPart): string[] => {
    const { story } = part;
    const reader = new PlainReader(part, { numbering, headings, labelOf, isChosen });
    visitView(story, "accepted", reader);
    const { blocks, chosen } = reader;
    const runs = isChosen === undefined ? [blocks] : chosenRuns(blocks, (block) => chosen.has(block));
    const told = runs.map((run) => run.filter(isTold)).filter((run) => run.length > 0);
    return told.flatMap((run, at) => [...(at === 0 ? [] : [RULE]), ...writeBlocks(run, reader.marking)]);
  };
  const { parts } = addresses;
  const around = parts.filter(({ locator }) => "section" in locator).flatMap(groupsOf);
  const groups = [
    ...parts.filter(({ locator }) => locator.kind === "body").flatMap(groupsOf),
    ...parts
      .filter((part) => isChosen === undefined || hasChosen(part, isChosen))
      .flatMap((part) => writeNote(part, groupsOf)),
    ...(around.length === 0 ? [] : [RULE, ...around]),
  ];
  return `${groups.join("\n\n")}\n`;
}

function hasChosen({ locator, paragraphs }: AddressedPart, isChosen: IsChosen): boolean {
  const part = partLocator(locator);
  return paragraphs.some(({ index }) => isChosen(part, index));
}

const RULE = "---";

type NoteKind = "footnote" | "endnote";

/** Endnotes count by themselves, so they are marked apart. */
function noteMark(kind: NoteKind, number: number): string {
  return `${kind === "endnote" ? "e" : ""}${number}`;
}

/** A note behind its mark; what follows the first paragraph is set in, as Markdown has it. */
function writeNote(part: AddressedPart, groupsOf: (part: AddressedPart) => string[]): string[] {
  const { locator } = part;
  if (!("number" in locator)) return [];
  const [first = "", ...others] = groupsOf(part);
  const inset = others.map((group) => group.replace(/^/gm, "    "));
  return [`[^${noteMark(locator.kind, locator.number)}]: ${first}`, ...inset];
}

/** An empty paragraph says nothing. */
function isTold(block: Block): boolean {
  return block.type === "table" || block.number !== undefined || block.content.length > 0;
}

interface PlainContext {
  readonly numbering: Numbering;
  readonly headings: HeadingLevels;
  readonly labelOf: (kind: NoteKind, reference: NodeId) => string;
  readonly isChosen: IsChosen | undefined;
}

type OpenTable = {
  readonly rows: { readonly id: string; readonly cells: { readonly id: string; blocks: Block[] }[] }[];
};

/** Takes what a view shows into blocks without changes or ids. */
class PlainReader implements ViewVisitor {
  readonly blocks: Block[] = [];
  readonly marking: Marking;
  /** Of the paragraphs in the blocks, those that are to be told. */
  readonly chosen = new Set<Block>();
  readonly #story: Story;
  readonly #indexes: ReadonlyMap<NodeId, number>;
  readonly #part: PartLocatorJson | undefined;
  readonly #context: PlainContext;
  readonly #labeller: Labeller;
  readonly #open: OpenTable[] = [];
  /** What stands for references to notes. */
  readonly #labels = new Map<PlainSegment, string>();
  /** The first paragraph that belongs to no block yet. */
  #next = 0;

  constructor({ story, locator, paragraphs }: AddressedPart, context: PlainContext) {
    this.#story = story;
    this.#indexes = new Map(paragraphs.map(({ node, index }) => [node, index]));
    this.#part = partLocator(locator);
    this.#context = context;
    this.#labeller = new Labeller(context.numbering);
    this.marking = {
      paragraph: () => "",
      object: (segment) => this.#labels.get(segment) ?? "",
      change: () => "",
    };
  }

  paragraph(paragraph: ParagraphText): void {
    const label = this.#labeller.label(this.#story, paragraph.node);
    const level = this.#context.headings.of(this.#story, readParagraph(this.#story, paragraph.node));
    const block: ParagraphBlock = {
      type: level === undefined ? "paragraph" : "heading",
      id: "",
      ...(label === undefined ? {} : { number: label.isBullet ? bulletText(label.text) : label.text }),
      ...(level === undefined ? {} : { level }),
      content: this.#segments(paragraph),
    };
    this.#into().push(block);
    if (this.#isChosen(paragraph.node)) this.chosen.add(block);
  }

  /** A paragraph without a mark is joined to the next that keeps its own, so all since the last one belong to this. */
  #isChosen(node: NodeId): boolean {
    const { isChosen } = this.#context;
    if (isChosen === undefined) return true;
    const first = this.#next;
    const index = this.#indexes.get(node) ?? first;
    this.#next = Math.max(index + 1, first);
    const own = Array.from({ length: Math.max(index - first, 0) + 1 }, (_, at) => index - at);
    return own.some((one) => isChosen(this.#part, one));
  }

  table(): void {
    const table: OpenTable = { rows: [] };
    this.#into().push({ type: "table", id: "", ...table });
    this.#open.push(table);
  }

  row(): void {
    this.#open.at(-1)?.rows.push({ id: "", cells: [] });
  }

  cell(): void {
    this.#open.at(-1)?.rows.at(-1)?.cells.push({ id: "", blocks: [] });
  }

  end(): void {
    this.#open.pop();
  }

  #into(): Block[] {
    return this.#open.at(-1)?.rows.at(-1)?.cells.at(-1)?.blocks ?? this.blocks;
  }

  /** Text, and references to notes between it. */
  #segments({ inlines }: ParagraphText): PlainSegment[] {
    const segments: PlainSegment[] = [];
    let text = "";
    const flush = (): void => {
      if (text !== "") segments.push({ text });
      text = "";
    };
    for (const { kind, node, text: shown } of inlines) {
      text += shown;
      if (kind !== "footnote" && kind !== "endnote") continue;
      flush();
      const reference: PlainSegment = { text: "", object: kind };
      this.#labels.set(reference, this.#context.labelOf(kind, node));
      segments.push(reference);
    }
    flush();
    return segments;
  }
}
