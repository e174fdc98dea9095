// What stands in a paragraph, piece by piece, and the text that it shows.
//
// Text is counted as spec 2 counts it: tracked insertions in and deletions out (or the other way
// round, for the rejected view); content controls, smart tags and links unwrapped; of a field only
// its result; a tab as \t, a line break as \n, a page or column break as \f; notes, images,
// equations and comment anchors without a character. A field may begin in one paragraph and end in
// another, so paragraphs are read in order by one reader that remembers which fields are open.

import { readChildren } from "../ooxml/parts/compatibility.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import type { Story } from "./stories.ts";
import { A, M, W } from "./word-names.ts";

/** Which side of the tracked changes is read. */
export type View = "accepted" | "rejected";

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
  /** The element that makes it: w:t, w:tab, w:footnoteReference, … */
  readonly node: NodeId;
  /** The run it stands in; NONE for an equation. */
  readonly run: NodeId;
  /** The characters it shows. */
  readonly text: string;
}

export interface ParagraphText {
  readonly node: NodeId;
  readonly inlines: readonly Inline[];
  readonly text: string;
}

/** Reads the paragraphs of a story, each as it shows in a view. They must be read in document order. */
export class ParagraphReader {
  readonly #story: Story;
  readonly #view: View;
  /** The open fields, outermost first: whether each is still in its code. */
  readonly #fields: { isInCode: boolean }[] = [];

  constructor(story: Story, view: View = "accepted") {
    this.#story = story;
    this.#view = view;
  }

  read(paragraph: NodeId): ParagraphText {
    const inlines: Inline[] = [];
    this.#readContent(paragraph, inlines);
    return { node: paragraph, inlines, text: inlines.map(({ text }) => text).join("") };
  }

  #readContent(container: NodeId, inlines: Inline[]): void {
    const { tree, reading } = this.#story;
    for (const child of readChildren(tree, container, reading)) {
      const name = tree.name(child);
      if (name === W.r) this.#readRun(child, inlines);
      else if (MATH.has(name)) this.#add(inlines, { kind: "math", node: child, run: NONE, text: "" });
      else if (CONTAINERS.has(name) || name === this.#trackedIn) this.#readContent(child, inlines);
      else if (name === (this.#view === "accepted" ? W.moveTo : W.moveFrom)) this.#readContent(child, inlines);
    }
  }

  get #trackedIn(): NameId {
    return this.#view === "accepted" ? W.ins : W.del;
  }

  #readRun(run: NodeId, inlines: Inline[]): void {
    const { tree, reading } = this.#story;
    for (const child of readChildren(tree, run, reading)) {
      const name = tree.name(child);
      if (name === W.fldChar) this.#readFieldCharacter(child, run, inlines);
      else if (name === W.ruby) this.#readContent(tree.child(child, W.rubyBase), inlines);
      else {
        const inline = this.#readLeaf(child, name, run);
        if (inline !== undefined) this.#add(inlines, inline);
      }
    }
  }

  #readFieldCharacter(node: NodeId, run: NodeId, inlines: Inline[]): void {
    const type = this.#story.tree.attribute(node, W.fldCharType);
    if (type === "begin") {
      this.#add(inlines, { kind: "field", node, run, text: "" });
      this.#fields.push({ isInCode: true });
    } else if (type === "separate") {
      const field = this.#fields.at(-1);
      if (field !== undefined) field.isInCode = false;
    } else this.#fields.pop();
  }

  #readLeaf(node: NodeId, name: NameId, run: NodeId): Inline | undefined {
    const { tree } = this.#story;
    if (name === W.t || (name === W.delText && this.#view === "rejected")) {
      return { kind: "text", node, run, text: textContent(this.#story, node) };
    }
    const fixed = FIXED.get(name);
    if (fixed !== undefined) return { ...fixed, node, run };
    if (name === W.br)
      return { kind: "break", node, run, text: PAGE_BREAKS.has(tree.attribute(node, W.type) ?? "") ? "\f" : "\n" };
    if (name === W.sym) return { kind: "text", node, run, text: symbolText(tree.attribute(node, W.char)) };
    if (name === W.drawing || name === W.pict) return { kind: drawingKind(this.#story, node), node, run, text: "" };
    return undefined;
  }

  #add(inlines: Inline[], inline: Inline): void {
    if (this.#fields.every(({ isInCode }) => !isInCode)) inlines.push(inline);
  }
}

/** Elements inside a paragraph that are read as if their content stood in their place. */
const CONTAINERS: ReadonlySet<NameId> = new Set([
  W.hyperlink,
  W.fldSimple,
  W.smartTag,
  W.customXml,
  W.sdt,
  W.sdtContent,
  W.dir,
  W.bdo,
]);

const MATH: ReadonlySet<NameId> = new Set([M.oMath, M.oMathPara]);
const PAGE_BREAKS: ReadonlySet<string> = new Set(["page", "column"]);

/** Elements of a run that always show the same. */
const FIXED: ReadonlyMap<NameId, Pick<Inline, "kind" | "text">> = new Map([
  [W.tab, { kind: "tab", text: "\t" }],
  [W.ptab, { kind: "tab", text: "\t" }],
  [W.cr, { kind: "break", text: "\n" }],
  [W.noBreakHyphen, { kind: "text", text: "\u2011" }],
  [W.softHyphen, { kind: "text", text: "\u00ad" }],
  [W.footnoteReference, { kind: "footnote", text: "" }],
  [W.endnoteReference, { kind: "endnote", text: "" }],
  [W.commentReference, { kind: "comment", text: "" }],
  [W.object, { kind: "object", text: "" }],
] satisfies [NameId, Pick<Inline, "kind" | "text">][]);

function textContent({ tree }: Story, node: NodeId): string {
  let text = "";
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) text += tree.text(child);
  return text;
}

/** The character a symbol names: a code in hexadecimal, often in the private area that symbol fonts use. */
function symbolText(char: string | undefined): string {
  return /^[0-9a-fA-F]{1,4}$/.test(char ?? "") ? String.fromCharCode(Number.parseInt(char!, 16)) : "";
}

function drawingKind({ tree, reading }: Story, drawing: NodeId): InlineKind {
  const open = [drawing];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.name(node) === A.blip || tree.name(node) === W.movie) return "image";
    open.push(...readChildren(tree, node, reading));
  }
  return "object";
}
