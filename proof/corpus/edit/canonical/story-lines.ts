// A part that holds text, as lines that do not depend on how its runs are cut.
//
// A line for each beginning and end of a table, row, cell or control, and one for each paragraph, told by its mark: the
// properties, then stretches of characters with all that is said of them. A simple field and a link are told as the
// field codes that say the same. Bookmarks and anchors of comments are not in the lines but told beside them, by the
// place in the text at which they stand: whether one stands at the end of a paragraph or before the next is the same.

import { NONE, type NodeId, type Tree } from "@versus/engine/inside";
import { attributeOf, type ElementWriter } from "./element-text.ts";
import { fieldCode, linkCode } from "./link-code.ts";

export interface StoryLines {
  readonly lines: readonly string[];
  /** `bookmarkStart name`, `commentRangeEnd 3`: where each stands. */
  readonly anchors: ReadonlyMap<string, number>;
}

export interface StoryPart {
  readonly tree: Tree;
  readonly writer: ElementWriter;
  /** What a relationship of the part leads to. */
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
  /** What stands around it, its properties, and the kind of characters. */
  readonly key: string;
  text: string;
}

interface OpenField {
  isLink: boolean;
  /** Whether all of its code is told with its beginning. */
  isWhole: boolean;
  /** Whether what comes is its code. */
  isCode: boolean;
  /** How its beginning is told, when it is a link. */
  begin: string;
}

const BEGIN = "<w:fldChar w:fldCharType=begin";

class StoryReader {
  readonly lines: string[] = [];
  readonly anchors = new Map<string, number>();
  readonly #part: StoryPart;
  /** Names of bookmarks by id: their ends have no name. */
  readonly #bookmarks = new Map<string, string>();
  /** Characters and marks so far. */
  #place = 0;
  #stretches: Stretch[] = [];
  /** The link that ended last. Two beside each other to the same place are one, however each is written. */
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

  /** As the marks and the code of a complex field. */
  #readAsField(node: NodeId, around: string, code: string): void {
    const begin = this.#beginLink({ key: `${around} `, text: `(begin ${fieldCode(code)})` });
    this.#readInlines(node, around);
    this.#endLink(around, begin);
  }

  /** Tells how the beginning was told. */
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

  /** Text with a reading aid: the text is in runs of its own. */
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

  /** The stretches since the beginning of a field are its code; they are told as one, unless something of it is tracked. */
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
    // The marks of a link have no look of their own.
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
