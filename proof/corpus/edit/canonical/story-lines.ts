// Writes a part with text as lines that do not depend on the borders of its runs.
//
// Each table, row, cell and control has a line at its beginning and one at its end. Each paragraph has one line: its
// properties, then stretches of characters with everything that applies to them. A simple field and a link are
// written as the equivalent field codes.
//
// Bookmarks and anchors of comments are not in the lines. They are listed separately with their position in the text.
// A paragraph mark counts as one position. So an anchor between two paragraphs has the position of the start of the
// second one.

import { NONE, type NodeId, type Tree } from "@versus/engine/inside";
import { attributeOf, type ElementWriter } from "./element-text.ts";
import { fieldCode, linkCode } from "./link-code.ts";

export interface StoryLines {
  readonly lines: readonly string[];
  /** Maps an anchor, such as `bookmarkStart name` or `commentRangeEnd 3`, to its position in the text. */
  readonly anchors: ReadonlyMap<string, number>;
}

export interface StoryPart {
  readonly tree: Tree;
  readonly writer: ElementWriter;
  /** Returns the target of a relationship of the part. */
  readonly targetOf: (id: string) => string;
}

export function storyLines(part: StoryPart, root: NodeId): StoryLines {
  const reader = new StoryReader(part);
  reader.readBlocks(root);
  return { lines: reader.lines, anchors: reader.anchors };
}

const HOLDERS = new Set(
  "body tbl tr tc sdt sdtContent customXml footnote endnote comment ins del moveFrom moveTo".split(" ").map(word),
);
const WRAPPERS = new Set("ins del moveFrom moveTo sdt sdtContent smartTag customXml dir bdo".split(" ").map(word));
const CHARACTERS = new Set("t delText instrText delInstrText".split(" ").map(word));
const ANCHORS = /^w:(?:bookmark|commentRange|moveFromRange|moveToRange|perm)(?:Start|End)$/;

function word(name: string): string {
  return `w:${name}`;
}

interface Stretch {
  /** The elements around the text, its properties, and the kind of characters. */
  readonly key: string;
  text: string;
}

interface OpenField {
  isLink: boolean;
  /** True if all of its code is written with its beginning. */
  isWhole: boolean;
  /** True if the next text is its code. */
  isCode: boolean;
  /** For a link: how its beginning is written. */
  begin: string;
}

const BEGIN = "<w:fldChar w:fldCharType=begin";

class StoryReader {
  readonly lines: string[] = [];
  readonly anchors = new Map<string, number>();
  readonly #part: StoryPart;
  /** Maps the id of a bookmark to its name: the end of a bookmark has no name. */
  readonly #bookmarks = new Map<string, string>();
  /** Number of characters and marks so far. */
  #place = 0;
  #stretches: Stretch[] = [];
  /** The last link that ended. Two adjacent links with the same target are one, whatever their markup. */
  #lastLink: { readonly begin: string; readonly end: Stretch } | undefined;
  readonly #fields: OpenField[] = [];

  constructor(part: StoryPart) {
    this.#part = part;
  }

  readBlocks(node: NodeId): void {
    const { tree, writer } = this.#part;
    for (const child of writer.elementsIn(tree, node)) {
      const name = writer.nameOf(tree, child);
      if (name === "w:p") this.#readParagraph(child);
      else if (ANCHORS.test(name)) this.#anchor(child, name);
      else if (HOLDERS.has(name)) {
        this.lines.push(`{ ${writer.start(tree, child)}`);
        this.readBlocks(child);
        this.lines.push("}");
        if (name === "w:tc" || name === "w:tr") this.#place += 1;
      } else this.#pushSaid(writer.write(tree, child));
    }
  }

  #pushSaid(line: string): void {
    if (line !== "") this.lines.push(line);
  }

  #readParagraph(paragraph: NodeId): void {
    const { tree, writer } = this.#part;
    this.#stretches = [];
    this.#lastLink = undefined;
    this.#readInlines(paragraph, "");
    this.#place += 1;
    const properties = writer.elementsIn(tree, paragraph).find((child) => writer.nameOf(tree, child) === "w:pPr");
    const said = properties === undefined ? "" : writer.write(tree, properties);
    const text = this.#stretches.map(({ key, text: own }) => `[${key}|${own}]`).join("");
    this.lines.push(`p ${said} ${text}`);
  }

  #readInlines(node: NodeId, around: string): void {
    const { tree, writer } = this.#part;
    for (const child of writer.elementsIn(tree, node)) {
      const name = writer.nameOf(tree, child);
      if (name === "w:pPr") continue;
      if (name === "w:r") this.#readRun(child, around);
      else if (ANCHORS.test(name)) this.#anchor(child, name);
      else if (name === "w:fldSimple") this.#readAsField(child, around, attributeOf(tree, child, "instr") ?? "");
      else if (name === "w:hyperlink") this.#readAsField(child, around, linkCode(this.#part, child));
      else if (WRAPPERS.has(name)) this.#readInlines(child, `${around}/${writer.start(tree, child)}`);
      else this.#add(around, writer.write(tree, child), 1);
    }
  }

  /** Reads an element as the marks and the code of a complex field. */
  #readAsField(node: NodeId, around: string, code: string): void {
    const begin = this.#beginLink({ key: `${around} `, text: `(begin ${fieldCode(code)})` });
    this.#readInlines(node, around);
    this.#endLink(around, begin);
  }

  /** Adds the beginning of a link, unless it continues the last link. Returns how the beginning is written. */
  #beginLink(stretch: Stretch): string {
    const begin = stretch.key + stretch.text;
    const isContinued = this.#lastLink?.begin === begin && this.#lastLink.end === this.#stretches.at(-1);
    if (isContinued) this.#stretches.pop();
    else this.#stretches.push(stretch);
    return begin;
  }

  #endLink(around: string, begin: string): void {
    const end = { key: `${around} `, text: "(end)" };
    this.#stretches.push(end);
    this.#lastLink = { begin, end };
  }

  #readRun(run: NodeId, around: string): void {
    const { tree, writer } = this.#part;
    const children = writer.elementsIn(tree, run);
    const properties = children.find((child) => writer.nameOf(tree, child) === "w:rPr") ?? NONE;
    const look = writer.write(tree, properties);
    for (const child of children) {
      const name = writer.nameOf(tree, child);
      if (name === "w:rPr") continue;
      if (name === "w:fldChar") this.#readFieldMark(child, { around, look });
      else if (CHARACTERS.has(name)) this.#readCharacters(child, name, { around, look });
      else if (name === "w:ruby") this.#readRuby(child, `${around} ${look}`);
      else this.#add(`${around} ${look}`, writer.write(tree, child), 1);
    }
  }

  /** Reads text with a reading aid (ruby). The text has its own runs. */
  #readRuby(ruby: NodeId, around: string): void {
    const { tree, writer } = this.#part;
    const children = writer.elementsIn(tree, ruby);
    const isText = (child: NodeId): boolean => writer.nameOf(tree, child) === "w:rubyBase";
    const aid = children.filter((child) => !isText(child)).map((child) => writer.write(tree, child));
    for (const text of children.filter(isText)) this.#readInlines(text, `${around}/${aid.join("")}`);
  }

  #readFieldMark(mark: NodeId, { around, look }: { readonly around: string; readonly look: string }): void {
    const { tree, writer } = this.#part;
    const type = attributeOf(tree, mark, "fldCharType") ?? "";
    if (type === "begin") {
      this.#fields.push({ isLink: false, isWhole: false, isCode: true, begin: "" });
      this.#add(`${around} ${look}`, writer.write(tree, mark), 0);
      return;
    }
    const open = this.#fields.at(-1);
    if (open?.isCode) this.#settleCode(open, around);
    if (type === "end") {
      this.#fields.pop();
      if (open?.isLink) this.#endLink(around, open.begin);
      else this.#add(`${around} ${look}`, "(end)", 0);
    } else if (!open?.isWhole) this.#add(`${around} ${look}`, "(separate)", 0);
  }

  /**
   * The stretches since the beginning of a field are its code. They become one stretch, unless a part of the code is
   * tracked.
   */
  #settleCode(open: OpenField, around: string): void {
    open.isCode = false;
    const begin = this.#stretches.findLastIndex(({ text }) => text.startsWith(BEGIN));
    const code = this.#stretches.slice(begin + 1);
    if (begin < 0 || code.some(({ key }) => !key.endsWith("w:instrText"))) return;
    const written = code.map(({ text }) => text).join("");
    open.isWhole = true;
    open.isLink = /^\s*HYPERLINK\b/i.test(written);
    const { key, text } = this.#stretches[begin]!;
    this.#stretches.length = begin;
    const said = `(begin ${fieldCode(written)})${text.slice(BEGIN.length).replace(/^><\/>$/, "")}`;
    // The formatting of a link's field marks is ignored.
    if (open.isLink) open.begin = this.#beginLink({ key: `${around} `, text: said });
    else this.#stretches.push({ key, text: said });
  }

  #readCharacters(node: NodeId, name: string, { around, look }: { around: string; look: string }): void {
    const { tree } = this.#part;
    const text = tree
      .children(node)
      .map((child) => tree.text(child))
      .join("");
    this.#add(`${around} ${look} ${name}`, text, name === "w:t" ? text.length : 0);
  }

  #add(key: string, text: string, length: number): void {
    if (text === "") return;
    this.#place += length;
    const last = this.#stretches.at(-1);
    if (last?.key === key && /w:\w*(?:t|Text)$/.test(key)) last.text += text;
    else this.#stretches.push({ key, text });
  }

  #anchor(node: NodeId, name: string): void {
    const { tree } = this.#part;
    const id = attributeOf(tree, node, "id") ?? "";
    const own = attributeOf(tree, node, "name");
    if (name === "w:bookmarkStart" && own !== undefined) this.#bookmarks.set(id, own);
    const called = name.startsWith("w:bookmark") ? (this.#bookmarks.get(id) ?? id) : (own ?? id);
    const key = `${name.slice(2)} ${called}`;
    if (!this.anchors.has(key)) this.anchors.set(key, this.#place);
  }
}
