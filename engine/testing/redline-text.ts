// Writes a document with tracked changes as lines of text.
//
// `comparisons.ts` describes the notation.

import type { WordDocument } from "../src/document/open-document.ts";
import { blocksOf, cellsOf, rowsOf } from "../src/document/text/blocks.ts";
import { isSeparatorNote, type Story, storiesOf } from "../src/document/text/stories.ts";
import { textBoxesOf } from "../src/document/text/text-boxes.ts";
import { M, W } from "../src/document/word-names.ts";
import { MC, type NameId } from "../src/ooxml/xml/names.ts";
import { NONE, type NodeId } from "../src/ooxml/xml/tree.ts";

export function redlineText(document: WordDocument): string {
  const shown = storiesOf(document).filter((story) => story.kind !== "comment" && !isSeparatorNote(story));
  return shown
    .flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)])
    .map((story) => new StoryText(story).read())
    .filter((text) => text !== "")
    .join("\n");
}

const OPENERS: ReadonlyMap<NameId, string> = new Map([
  [W.ins, "{+"],
  [W.del, "[-"],
]);
const CLOSERS: ReadonlyMap<NameId, string> = new Map([
  [W.ins, "+}"],
  [W.del, "-]"],
]);
const MARKS: ReadonlyMap<NameId, string> = new Map([
  [W.ins, "¶+"],
  [W.del, "¶-"],
  [W.moveFrom, "¶<"],
  [W.moveTo, "¶>"],
]);
const SIGNS: ReadonlyMap<NameId, string> = new Map([
  [W.tab, "→"],
  [W.br, "↵"],
  [W.footnoteReference, "(fn)"],
  [W.endnoteReference, "(en)"],
  [W.drawing, "(image)"],
  [W.pict, "(image)"],
]);

class StoryText {
  readonly #story: Story;
  #move = "";

  constructor(story: Story) {
    this.#story = story;
  }

  read(): string {
    const { kind } = this.#story;
    const blocks = this.#blocks(this.#story.root);
    if (kind === "body") return blocks.join("\n");
    return blocks.every((block) => block === "") ? "" : blocks.map((block) => `${kind}: ${block}`).join("\n");
  }

  #blocks(container: NodeId): string[] {
    const { tree } = this.#story;
    return blocksOf(this.#story, container).map((block) =>
      tree.name(block) === W.p ? this.#paragraph(block) : this.#table(block),
    );
  }

  #table(table: NodeId): string {
    return rowsOf(this.#story, table)
      .map((row) => `row${this.#changeIn(row, W.trPr)}: ${this.#cells(row)}`)
      .join("\n");
  }

  #cells(row: NodeId): string {
    return cellsOf(this.#story, row)
      .map((cell) => `${this.#cellSign(cell)}${this.#blocks(cell).join(" / ")}`)
      .join(" | ");
  }

  #changeIn(node: NodeId, properties: NameId): string {
    const { tree } = this.#story;
    const marks = tree.child(node, properties);
    if (marks === NONE) return "";
    return tree.child(marks, W.ins) !== NONE ? "+" : tree.child(marks, W.del) !== NONE ? "-" : "";
  }

  #cellSign(cell: NodeId): string {
    const { tree } = this.#story;
    const properties = tree.child(cell, W.tcPr);
    if (properties === NONE) return "";
    const has = (name: NameId): boolean => tree.child(properties, name) !== NONE;
    return `${has(W.cellIns) ? "(+)" : ""}${has(W.cellDel) ? "(-)" : ""}${has(W.tcPrChange) ? "(~)" : ""}`;
  }

  #paragraph(paragraph: NodeId): string {
    const content = this.#content(paragraph).replaceAll("+}{+", "").replaceAll("-][-", "");
    return content + this.#mark(paragraph);
  }

  #content(holder: NodeId): string {
    const { tree } = this.#story;
    let text = "";
    for (let child = tree.firstChild(holder); child !== NONE; child = tree.nextSibling(child))
      text += this.#piece(child);
    return text;
  }

  #piece(node: NodeId): string {
    const { tree } = this.#story;
    const name = tree.name(node);
    if (name === W.moveFromRangeStart || name === W.moveToRangeStart) {
      this.#move = (tree.attribute(node, W.name) ?? "").replace(/\D/g, "");
      return "";
    }
    if (name === W.moveFrom) return `<${this.#move}-${this.#content(node)}-${this.#move}>`;
    if (name === W.moveTo) return `<${this.#move}+${this.#content(node)}+${this.#move}>`;
    if (OPENERS.has(name)) return `${OPENERS.get(name)}${this.#content(node)}${CLOSERS.get(name)}`;
    if (name === W.hyperlink) return `⟨${this.#content(node)}⟩`;
    if (name === W.t || name === W.delText) return this.#content(node);
    if (name === W.instrText || name === W.delInstrText) return `{${this.#content(node).trim()}}`;
    if (name === M.oMath || name === M.oMathPara) return "(math)";
    if (SIGNS.has(name)) return SIGNS.get(name)!;
    if (name === W.pPr || name === W.rPr || name === W.sdtPr || name === MC.Fallback) return "";
    return tree.isElement(node) ? this.#content(node) : tree.text(node);
  }

  #mark(paragraph: NodeId): string {
    const { tree } = this.#story;
    const properties = tree.child(paragraph, W.pPr);
    if (properties === NONE) return "";
    const run = tree.child(properties, W.rPr);
    const marks = run === NONE ? [] : tree.children(run).map((child) => MARKS.get(tree.name(child)) ?? "");
    const numbered = marks.map((mark) => (/[<>]/.test(mark) ? mark + this.#move : mark));
    return `${tree.child(properties, W.sectPr) === NONE ? "" : "§"}${numbered.join("")}`;
  }
}
