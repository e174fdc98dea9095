// Reads fields: a code that a program evaluates, and its last result.
//
// A simple field is an element around its result. A complex field consists of three marks among the runs: begin, separate and
// end. The code is between the first two marks, the result between the last two. A field may be inside the code or result of
// another field and may span paragraphs. Marks pair like brackets, in the order in which a view shows them. A mark without a
// partner is ignored; otherwise a begin without an end would hide the rest of the story.

import { NamedSpans } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { runContent, shownRunsOf } from "../text/runs.ts";
import type { Story } from "../text/stories.ts";
import type { View } from "../text/views.ts";
import { W } from "../word-names.ts";

export interface Field {
  readonly kind: "simple" | "complex";
  /** The w:fldSimple, or the w:fldChar that begins the field. */
  readonly node: NodeId;
  /** The w:fldChar between code and result. NONE for a field without a result and for simple fields. */
  readonly separate: NodeId;
  /** The w:fldChar that ends the field; NONE for simple fields. */
  readonly end: NodeId;
  /** The w:fldChar that begins the complex field around this one. NONE without such a field, and for simple fields. */
  readonly outer: NodeId;
  /** Instruction of the field. A field inside the code contributes its result. */
  readonly code: string;
  /** The code, with `{}` in place of each field inside it: `IF {} = "1"`. Their results are not part of it (FMT-33). */
  readonly ownCode: string;
  /** Indexes, in the story, of the paragraphs in which the field begins, its result begins, and the field ends. */
  readonly paragraphs: { readonly begin: number; readonly result: number; readonly end: number };
}

export type FieldMark = "begin" | "separate" | "end";

/**
 * Returns the fields that a view of a story shows: complex fields in the order of their ends, simple ones of their
 * starts.
 */
export function fieldsOf(story: Story, view: View = "accepted"): Field[] {
  const scan = new FieldScan(story);
  for (const [index, paragraph] of paragraphsOf(story).entries()) scan.readParagraph(paragraph, index, view);
  return scan.fields;
}

/** Maps the w:fldChar elements of complex fields to their roles. */
export function fieldMarks(fields: readonly Field[]): Map<NodeId, FieldMark> {
  const marks = new Map<NodeId, FieldMark>();
  for (const { kind, node, separate, end } of fields) {
    if (kind === "simple") continue;
    marks.set(node, "begin").set(end, "end");
    if (separate !== NONE) marks.set(separate, "separate");
  }
  return marks;
}

/** Elements that a field begins with. */
const FIELD_NAMES: ReadonlySet<NameId> = new Set([W.fldChar, W.fldSimple]);

/** The text in `ownCode` for a field inside the code of another one. */
const INNER = "{}";

/** A field whose end was not read yet. */
interface OpenField {
  readonly node: NodeId;
  readonly begin: number;
  separate: NodeId;
  result: number;
  code: string;
  ownCode: string;
  /** Nearest field around this one whose code is not finished. The result of this field is part of that code. */
  readonly outerCode: OpenField | undefined;
}

class FieldScan {
  readonly fields: Field[] = [];
  readonly #story: Story;
  readonly #open: OpenField[] = [];
  readonly #spans: NamedSpans;
  /** The current simple field in the current paragraph. Its runs are adjacent. */
  #simple: NodeId = NONE;

  constructor(story: Story) {
    this.#story = story;
    this.#spans = new NamedSpans(story.tree.span, (name) => FIELD_NAMES.has(name));
  }

  readParagraph(paragraph: NodeId, index: number, view: View): void {
    // Text matters only inside the code of a field.
    if (this.#open.length === 0 && this.#spans.isFree(this.#story.tree, paragraph)) return;
    for (const { node: run, kind, containers } of shownRunsOf(this.#story, paragraph, view)) {
      this.#readSimple(containers, index);
      if (kind === "equation") continue;
      for (const { node } of runContent(this.#story, run, view)) this.#readItem(node, index, view);
    }
    this.#simple = NONE;
  }

  #readItem(node: NodeId, index: number, view: View): void {
    const name = this.#story.tree.name(node);
    const isDeletedShown = view !== "accepted";
    if (name === W.fldChar) this.#readMark(node, index);
    else if (name === W.instrText || (isDeletedShown && name === W.delInstrText)) {
      const field = this.#open.at(-1);
      this.#addCode(field, node);
      if (this.#simple === NONE) this.#addOwnCode(field, textContent(this.#story, node));
    } else if (name === W.t || (isDeletedShown && name === W.delText))
      this.#addCode(codeAround(this.#open.at(-1)), node);
  }

  #readSimple(containers: readonly NodeId[], index: number): void {
    const { tree } = this.#story;
    const simple = containers.findLast((container) => tree.name(container) === W.fldSimple) ?? NONE;
    if (simple !== NONE && simple !== this.#simple) {
      const code = tree.attribute(simple, W.instr) ?? "";
      const paragraphs = { begin: index, result: index, end: index };
      const marks = { node: simple, separate: NONE, end: NONE, outer: NONE };
      this.fields.push({ kind: "simple", ...marks, code, ownCode: code, paragraphs });
      this.#addOwnCode(this.#open.at(-1), INNER);
    }
    this.#simple = simple;
  }

  #readMark(node: NodeId, index: number): void {
    const type = this.#story.tree.attribute(node, W.fldCharType);
    const field = this.#open.at(-1);
    if (type === "begin") {
      this.#addOwnCode(field, INNER);
      const codes = { code: "", ownCode: "", outerCode: codeAround(field) };
      this.#open.push({ node, begin: index, separate: NONE, result: index, ...codes });
    } else if (type === "separate") {
      if (field === undefined || field.separate !== NONE) return;
      field.separate = node;
      field.result = index;
    } else if (type === "end" && field !== undefined) this.#close(node, index);
  }

  #close(end: NodeId, index: number): void {
    const { node, begin, separate, result, code, ownCode } = this.#open.pop()!;
    const paragraphs = { begin, result: separate === NONE ? index : result, end: index };
    const outer = this.#open.at(-1)?.node ?? NONE;
    this.fields.push({ kind: "complex", node, separate, end, outer, code, ownCode, paragraphs });
  }

  #addCode(field: OpenField | undefined, text: NodeId): void {
    if (field !== undefined && field.separate === NONE) field.code += textContent(this.#story, text);
  }

  #addOwnCode(field: OpenField | undefined, text: string): void {
    if (field !== undefined && field.separate === NONE) field.ownCode += text;
  }
}

/**
 * Returns the innermost field to whose code the next content belongs: `field` itself before its separator, later the
 * field whose code contains the result of `field`. Undefined if the content belongs to no code.
 */
function codeAround(field: OpenField | undefined): OpenField | undefined {
  return field?.separate === NONE ? field : field?.outerCode;
}

/** Returns the characters directly in an element. */
export function textContent({ tree }: Story, node: NodeId): string {
  let text = "";
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) text += tree.text(child);
  return text;
}

/** Returns a field code with single spaces. Equivalent codes that differ only in white space become equal. */
export function codeWords(code: string): string {
  return code.trim().replace(/\s+/g, " ");
}
