// Reads the content of a paragraph as inlines, and the text that it shows.
//
// Text is counted as edits count it (docs/design/edit.md):
// - tracked insertions and move targets are included, deletions and move sources are not; the rejected view is the opposite
// - content controls, smart tags and links are transparent; a field is its result; text with a reading aid is the text
// - a tab is \t, a line break \n, a page or column break \f; hyphens and symbols are their character
// - notes, images, equations and comment anchors have no character
// - every character of a w:t is read, whatever xml:space says
// - alternate content is its first understood choice, else the fallback; ignorable content that is not understood is skipped
// - a paragraph in a block that is tracked as deleted remains, without text
//
// A field may begin in one paragraph and end in another. One reader therefore reads the paragraphs in order and keeps the open
// fields.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { PICTURES } from "../grammar.ts";
import { type Field, type FieldMark, fieldMarks, fieldsOf, textContent } from "../marks/fields.ts";
import { W } from "../word-names.ts";
import { elementsBelow } from "./elements.ts";
import { type RunItem, runContent, shownRunsOf } from "./runs.ts";
import type { Story } from "./stories.ts";
import type { View } from "./views.ts";

export type InlineKind =
  | "text"
  | "tab"
  | "break"
  | "footnote"
  | "endnote"
  | "comment"
  | "image"
  | "math"
  | "object"
  | "field";

export interface Inline {
  readonly kind: InlineKind;
  /** Element that shows it: w:t, w:tab, w:footnoteReference, … */
  readonly node: NodeId;
  /** Run that contains the element; for an equation, the equation itself. */
  readonly run: NodeId;
  /** Elements between the paragraph and the run, outermost first. */
  readonly containers: readonly NodeId[];
  /** The w:fldChar that begins the innermost complex field whose result contains the inline; NONE outside such fields. */
  readonly field: NodeId;
  /** Characters that it shows; may be empty. */
  readonly text: string;
}

export interface ParagraphText {
  readonly node: NodeId;
  readonly inlines: readonly Inline[];
  readonly text: string;
}

/** A complex field that has begun and not ended. */
interface OpenField {
  readonly node: NodeId;
  isInCode: boolean;
}

/** Reads the paragraphs of a story as a view shows them. The caller reads them in document order, or by index. */
export class ParagraphReader {
  readonly #story: Story;
  readonly #view: View;
  /** Open fields, outermost first. */
  readonly #fields: OpenField[] = [];
  /** Number of open fields whose code has not ended. */
  #codes = 0;
  /** Read when the first mark appears. */
  #marks: ReadonlyMap<NodeId, FieldMark> | undefined;
  #found: readonly Field[] | undefined;

  constructor(story: Story, view: View = "accepted") {
    this.#story = story;
    this.#view = view;
  }

  /** The fields that the view shows. */
  get fields(): readonly Field[] {
    this.#found ??= fieldsOf(this.#story, this.#view);
    return this.#found;
  }

  /** Reads the paragraph with an index in the story. Paragraphs can be read in any order. */
  readAt(paragraph: NodeId, index: number): ParagraphText {
    const open = this.#hasMarks() ? openAt(this.fields, index) : [];
    this.#fields.splice(0, this.#fields.length, ...open);
    this.#codes = open.filter(({ isInCode }) => isInCode).length;
    return this.read(paragraph);
  }

  #hasMarks(): boolean {
    return this.#story.tree.mayHave(W.fldChar);
  }

  read(paragraph: NodeId): ParagraphText {
    const inlines: Inline[] = [];
    for (const { node, kind, containers } of shownRunsOf(this.#story, paragraph, this.#view)) {
      if (kind === "equation") this.#add(inlines, EQUATION, { node, run: node, containers });
      else {
        for (const item of runContent(this.#story, node, this.#view)) this.#readItem(item, containers, inlines);
      }
    }
    let text = "";
    for (const inline of inlines) text += inline.text;
    return { node: paragraph, inlines, text };
  }

  #readItem(item: RunItem, containers: readonly NodeId[], inlines: Inline[]): void {
    if (this.#story.tree.name(item.node) === W.fldChar) {
      this.#marks ??= fieldMarks(this.fields);
      const mark = this.#marks.get(item.node);
      if (mark === "begin") this.#add(inlines, FIELD, { node: item.node, run: item.run, containers });
      if (mark !== undefined) this.#pass(item.node, mark);
    } else {
      const shown = readLeaf(this.#story, item.node, this.#view);
      if (shown !== undefined) this.#add(inlines, shown, { node: item.node, run: item.run, containers });
    }
  }

  /** Updates the open fields at a mark of a field. */
  #pass(node: NodeId, mark: FieldMark): void {
    const field = mark === "begin" ? undefined : this.#fields.at(-1);
    if (field?.isInCode) this.#codes -= 1;
    if (mark === "begin") {
      this.#fields.push({ node, isInCode: true });
      this.#codes += 1;
    } else if (mark === "end") this.#fields.pop();
    else if (field !== undefined) field.isInCode = false;
  }

  #add(inlines: Inline[], { kind, text }: VisibleText, { node, run, containers }: InlineSource): void {
    if (this.#codes > 0) return;
    inlines.push({ kind, node, run, containers, field: this.#fields.at(-1)?.node ?? NONE, text });
  }
}

/**
 * Returns the complex fields that are open at the start of a paragraph, outermost first. `fields` are in the order in which
 * they end.
 */
function openAt(fields: readonly Field[], index: number): OpenField[] {
  return fields
    .filter(({ kind, paragraphs: { begin, end } }) => kind === "complex" && begin < index && index <= end)
    .map(({ node, paragraphs: { result } }) => ({ node, isInCode: result >= index }))
    .reverse();
}

type VisibleText = Pick<Inline, "kind" | "text">;
type InlineSource = Pick<Inline, "node" | "run" | "containers">;

const EQUATION: VisibleText = { kind: "math", text: "" };
const FIELD: VisibleText = { kind: "field", text: "" };

const PAGE_BREAKS: ReadonlySet<string> = new Set(["page", "column"]);

/** Elements of a run that always show the same text. */
// policy: the text that the reader of record gives for each
const FIXED: ReadonlyMap<NameId, VisibleText> = new Map([
  [W.tab, { kind: "tab", text: "\t" }],
  [W.ptab, { kind: "tab", text: "\t" }],
  [W.cr, { kind: "break", text: "\n" }],
  [W.noBreakHyphen, { kind: "text", text: "\u2011" }],
  [W.softHyphen, { kind: "text", text: "\u00ad" }],
  [W.footnoteReference, { kind: "footnote", text: "" }],
  [W.endnoteReference, { kind: "endnote", text: "" }],
  [W.commentReference, { kind: "comment", text: "" }],
  [W.object, { kind: "object", text: "" }],
] satisfies [NameId, VisibleText][]);

/** Returns the characters that an element of a run shows. */
export function shownText(story: Story, node: NodeId): string {
  return readLeaf(story, node, "accepted")?.text ?? "";
}

function readLeaf(story: Story, node: NodeId, view: View): VisibleText | undefined {
  const { tree } = story;
  const name = tree.name(node);
  if (name === W.t || (name === W.delText && view !== "accepted")) {
    return { kind: "text", text: textContent(story, node) };
  }
  if (name === W.br) return { kind: "break", text: PAGE_BREAKS.has(tree.attribute(node, W.type) ?? "") ? "\f" : "\n" };
  if (name === W.sym) return { kind: "text", text: symbolText(tree.attribute(node, W.char)) };
  if (name === W.drawing || name === W.pict) return { kind: drawingKind(story, node), text: "" };
  return FIXED.get(name);
}

/**
 * Returns the character of a w:sym: a hexadecimal code, often in the private area that symbol fonts use. A surrogate, or a code
 * that XML does not call a character, shows nothing.
 */
function symbolText(char: string | undefined): string {
  if (char === undefined || !/^[0-9a-fA-F]{1,4}$/.test(char)) return "";
  return String.fromCharCode(Number.parseInt(char, 16)).replace(/[\x00-\x1f\ud800-\udfff\ufffe\uffff]/, "");
}

function drawingKind(story: Story, drawing: NodeId): InlineKind {
  for (const node of elementsBelow(story, drawing)) {
    if (PICTURES.has(story.tree.name(node))) return "image";
  }
  return "object";
}
