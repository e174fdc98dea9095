// Writes the text of a document as plain Markdown (docs/design/content.md).
//
// The text is the view with all changes accepted, with numbers as they show. So paragraphs whose mark is deleted are
// joined, and deleted rows are left out. A reference to a note is a Markdown footnote, and the notes follow the body.
// Headers and footers come last, after a rule. The only tags are those of line breaks, and of tables that pipes cannot
// write.
//
// If only some paragraphs are read, a rule also separates paragraphs that are not adjacent. A joined paragraph is shown
// if any of its original paragraphs is chosen.

import { FlowLabellers } from "../../../document/lists/flow-labellers.ts";
import { bulletText, HeadingLevels } from "../../../document/lists/headings.ts";
import { numberingOf } from "../../../document/lists/numbering.ts";
import type { Labeller } from "../../../document/lists/numbering-labels.ts";
import type { WordDocument } from "../../../document/open-document.ts";
import { type AddressedPart, addressesOf } from "../../../document/text/addresses.ts";
import type { ParagraphText } from "../../../document/text/inlines.ts";
import { readParagraph } from "../../../document/text/paragraphs.ts";
import type { Story } from "../../../document/text/stories.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { type ViewVisitor, visitView } from "../../../revisions/view.ts";
import { writeBlocks } from "../../markdown/render-markdown.ts";
import type { Marking } from "../../markdown/tags.ts";
import type { Block, ParagraphBlock, PlainSegment } from "../../redline.ts";
import { chosenRuns } from "../chosen-blocks.ts";
import type { PartLocatorJson } from "../content.ts";
import { partLocator } from "../locators.ts";
import type { IsChosen } from "../narrow-content.ts";
import { noteFinder } from "../read-notes.ts";

/** Returns the whole text, or that of the chosen paragraphs. */
export function contentMarkdown(document: WordDocument, isChosen?: IsChosen): string {
  const addresses = addressesOf(document);
  const numbering = numberingOf(document);
  const headings = new HeadingLevels(numbering);
  const labellers = new FlowLabellers(numbering);
  const noteAt = noteFinder(addresses);
  const groupsOf = (part: AddressedPart): string[] => {
    const { story } = part;
    const labelOf = (kind: NoteKind, reference: NodeId): string => {
      const note = noteAt(story.tree, reference);
      return note === undefined ? "" : `[^${noteMark(kind, note.number)}]`;
    };
    const reader = new PlainReader(part, { labeller: labellers.of(story), headings, labelOf, isChosen });
    visitView(story, "accepted", reader);
    const { blocks, chosen } = reader;
    const runs = isChosen === undefined ? [blocks] : chosenRuns(blocks, (block) => chosen.has(block));
    const told = runs.map((run) => run.filter(isTold)).filter((run) => run.length > 0);
    return told.flatMap((run, at) => [...(at === 0 ? [] : [RULE]), ...writeBlocks(run, reader.marking)]);
  };
  const { parts } = addresses;
  // Notes that are left out are read too, because they are counted.
  const notes = parts.map((part) => ({ part, written: writeNote(part, groupsOf) }));
  const around = parts.filter(({ locator }) => "section" in locator).flatMap(groupsOf);
  const groups = [
    ...parts.filter(({ locator }) => locator.kind === "body").flatMap(groupsOf),
    ...notes.flatMap(({ part, written }) => (isChosen === undefined || hasChosen(part, isChosen) ? written : [])),
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

/** Returns the Markdown name of a note. Endnotes are counted separately, so they have a prefix. */
function noteMark(kind: NoteKind, number: number): string {
  return `${kind === "endnote" ? "e" : ""}${number}`;
}

/** Writes a note after its mark. Markdown needs an indent for all paragraphs after the first. */
function writeNote(part: AddressedPart, groupsOf: (part: AddressedPart) => string[]): string[] {
  const { locator } = part;
  if (!("number" in locator)) return [];
  const [first = "", ...others] = groupsOf(part);
  const inset = others.map((group) => group.replace(/^/gm, "    "));
  return [`[^${noteMark(locator.kind, locator.number)}]: ${first}`, ...inset];
}

/** True if the block shows anything. An empty paragraph shows nothing. */
function isTold(block: Block): boolean {
  return block.type === "table" || block.number !== undefined || block.content.length > 0;
}

interface PlainContext {
  readonly labeller: Labeller;
  readonly headings: HeadingLevels;
  readonly labelOf: (kind: NoteKind, reference: NodeId) => string;
  readonly isChosen: IsChosen | undefined;
}

type OpenTable = {
  readonly rows: { readonly id: string; readonly cells: { readonly id: string; blocks: Block[] }[] }[];
};

/** Collects the content of a view as blocks without changes or ids. */
class PlainReader implements ViewVisitor {
  readonly blocks: Block[] = [];
  readonly marking: Marking;
  /** The blocks of `blocks` that are to be written. */
  readonly chosen = new Set<Block>();
  readonly #story: Story;
  readonly #indexes: ReadonlyMap<NodeId, number>;
  readonly #part: PartLocatorJson | undefined;
  readonly #context: PlainContext;
  readonly #open: OpenTable[] = [];
  /** Maps the segment of a note reference to its Markdown. */
  readonly #labels = new Map<PlainSegment, string>();
  /** The index of the first paragraph that is not part of a block yet. */
  #next = 0;

  constructor({ story, locator, paragraphs }: AddressedPart, context: PlainContext) {
    this.#story = story;
    this.#indexes = new Map(paragraphs.map(({ node, index }) => [node, index]));
    this.#part = partLocator(locator);
    this.#context = context;
    this.marking = {
      paragraph: () => "",
      object: (segment) => this.#labels.get(segment) ?? "",
      change: () => "",
    };
  }

  paragraph(paragraph: ParagraphText): void {
    const label = this.#context.labeller.label(this.#story, paragraph.node);
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

  /**
   * True if any paragraph of a block is chosen. A paragraph without a mark joins the next one that keeps its mark. So
   * all paragraphs since the last kept mark belong to this block.
   */
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

  /** Returns the text of a paragraph, with the references to notes in it. */
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
