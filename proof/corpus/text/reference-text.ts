// Reads the text of a document with a second reader, which shares only the unpacking with the engine.
//
// libxml2 parses the parts, and hidden branches of markup compatibility are removed. Then one XPath finds the
// paragraphs of a story, and one finds the pieces of a paragraph. Each XPath has conditions on the elements around
// the match. They count elements: no hidden element may surround a piece inside its own story, and no unknown element
// may be between a piece and its paragraph. The head of the engine's inlines.ts defines the text.

import { type XmlDocument, type XmlElement, XmlXPath } from "libxml2-wasm";
import { applyCompatibility, MC } from "./reference-compatibility.ts";
import { type Piece, visiblePieces } from "./reference-fields.ts";
import { parseXml, type TextPart, textParts } from "./reference-package.ts";
import type { StoryText } from "./story-text.ts";

/** Returns every story, each followed by its text boxes. */
export function referenceText(file: Uint8Array): StoryText[] {
  return textParts(file).flatMap(readPart);
}

function readPart({ bytes, kind }: TextPart): StoryText[] {
  const document = parseXml(bytes);
  try {
    applyCompatibility(document);
    const paths = new Paths(document.root.namespaceUri);
    return storyRoots(document, kind, paths).flatMap((root) => {
      const boxes = paths.find(root, boxPath());
      return [readStory(root, kind, paths), ...boxes.map((box) => readStory(box, "textbox", paths))];
    });
  } finally {
    document.dispose();
  }
}

/** A cache of compiled paths, with the namespace prefixes of one part. */
class Paths {
  readonly #compiled = new Map<string, XmlXPath>();
  readonly #namespaces: Record<string, string>;

  constructor(word: string) {
    this.#namespaces = { w: word, mc: MC, w14: "http://schemas.microsoft.com/office/word/2010/wordml" };
  }

  find(node: XmlElement, path: string): XmlElement[] {
    return node.find(this.#compile(path)) as XmlElement[];
  }

  count(node: XmlElement, path: string): number {
    return node.eval(this.#compile(`count(${path})`)) as number;
  }

  #compile(path: string): XmlXPath {
    const compiled = this.#compiled.get(path) ?? XmlXPath.compile(path, this.#namespaces);
    this.#compiled.set(path, compiled);
    return compiled;
  }
}

function storyRoots(document: XmlDocument, kind: StoryText["kind"], paths: Paths): XmlElement[] {
  if (kind === "header" || kind === "footer") return [document.root];
  return paths.find(document.root, kind === "body" ? "/w:document/w:body[1]" : `/*/w:${kind}`);
}

const named = (...names: readonly string[]): string => names.map((name) => `self::${name}`).join(" or ");

const ALTERNATIVES = ["mc:AlternateContent", "mc:Choice", "mc:Fallback"];
const HIDDEN = ["w:del", "w:moveFrom", "w14:conflictDel"];
const WRAPPERS = [
  ...["w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "w14:conflictIns"],
  ...HIDDEN,
  ...ALTERNATIVES,
];
const INLINE = ["w:hyperlink", "w:fldSimple", "w:dir", "w:bdo", "w:r", "w:ruby", "w:rubyBase", ...WRAPPERS];
const PIECES = [...["w:t", "w:tab", "w:ptab", "w:br", "w:cr", "w:noBreakHyphen", "w:softHyphen", "w:sym", "w:fldChar"]];

/** The nearest ancestor of a block, row or cell that is not a wrapper. */
const HOLDER = `ancestor::*[not(${named(...WRAPPERS)})][1]`;
const TOP = `parent::*[not(parent::*)] and (${named("w:body", "w:footnote", "w:endnote", "w:comment")})`;
const STORY = `(not(parent::*) or self::w:txbxContent or (${TOP}))`;
const IN_PLACE = `[${HOLDER}[${STORY} or self::w:tc]]`;
const MISPLACED = [
  `self::w:p[not(${HOLDER}[${STORY} or self::w:tc])]`,
  `self::w:tbl[not(${HOLDER}[${STORY} or self::w:tc])]`,
  `self::w:tr[not(${HOLDER}[self::w:tbl])]`,
  `self::w:tc[not(${HOLDER}[self::w:tr])]`,
].join(" or ");
const REACHED = `[not(ancestor::*[${MISPLACED}])]`;

function boxPath(): string {
  return `.//w:txbxContent[ancestor::w:p]${REACHED}`;
}

/** Returns the path to the paragraphs of a story that is inside this number of text boxes. */
function paragraphPath(boxes: number): string {
  return `.//w:p[count(ancestor::w:txbxContent) = ${boxes}]${IN_PLACE}${REACHED}`;
}

/**
 * Returns the path to the pieces of a paragraph. `paragraphs` and `boxes` are the numbers of paragraphs (itself
 * included) and text boxes around its content.
 */
function piecePath({ paragraphs, boxes }: { paragraphs: number; boxes: number }): string {
  const isOwn = `count(ancestor::w:p) = ${paragraphs}`;
  return [
    `.//*[${named(...PIECES)}]`,
    `[${isOwn}]`,
    `[ancestor::*[not(${named(...ALTERNATIVES)})][1][self::w:r]]`,
    `[not(ancestor::*[not(${named("w:p", ...INLINE)})][${isOwn}])]`,
    `[not(ancestor::*[${named(...HIDDEN)}][count(ancestor::w:txbxContent) = ${boxes}])]`,
  ].join("");
}

function readStory(root: XmlElement, kind: StoryText["kind"], paths: Paths): StoryText {
  const boxes = paths.count(root, "ancestor-or-self::w:txbxContent");
  const paragraphs = paths.find(root, paragraphPath(boxes));
  const pieces = paragraphs.flatMap((paragraph, index) => {
    const around = paths.count(paragraph, "ancestor-or-self::w:p");
    return paths
      .find(paragraph, piecePath({ paragraphs: around, boxes }))
      .map((node) => ({ ...readPiece(node), index }));
  });
  const texts = paragraphs.map(() => "");
  for (const piece of visiblePieces(pieces)) if (piece.mark === "x") texts[piece.index] += piece.text;
  return { kind, paragraphs: texts };
}

const MARKS: Readonly<Record<string, "B" | "S" | "E">> = { begin: "B", separate: "S", end: "E" };
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  cr: "\n",
  noBreakHyphen: "\u2011",
  softHyphen: "\u00ad",
};

function readPiece(node: XmlElement): Piece {
  const value = (name: string): string => node.get(`@w:${name}`, { w: node.namespaceUri })?.content ?? "";
  if (node.name === "fldChar") {
    const mark = MARKS[value("fldCharType")];
    return mark === undefined ? { mark: "x", text: "" } : { mark };
  }
  if (node.name === "t") return { mark: "x", text: node.content };
  if (node.name === "br") return { mark: "x", text: /^(page|column)$/.test(value("type")) ? "\f" : "\n" };
  if (node.name === "sym") return { mark: "x", text: symbol(Number(`0x${value("char")}`)) };
  return { mark: "x", text: CHARACTERS[node.name] ?? "" };
}

function symbol(code: number): string {
  const isCharacter = code >= 0x20 && (code < 0xd800 || code > 0xdfff) && code < 0xfffe;
  return isCharacter ? String.fromCodePoint(code) : "";
}
