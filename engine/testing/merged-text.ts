// Writes a merge as lines of text, one per paragraph, for tests.
//
// - `[-deleted-]A` `{+inserted+}B` `<-moved away->A` `<+moved here+>A`, nested where two revisions changed the same text
// - `!1( )` is a spot of conflict 1, `?2( )` a spot of property conflict 2.
// - A paragraph ends with ¶ and the change of its mark: ¶-A ¶+A ¶<A ¶>A.
// - The revisions are A, B, C in the order of the arguments.
// - An inserted or deleted row begins with row+A or row-A. Bars separate its cells.
// - An inserted or deleted cell begins with (+A) or (-A).

import { nodeZlib } from "../platform/node-zlib.ts";
import { conflictOf } from "../src/document/merge-record.ts";
import { openDocument, type WordDocument } from "../src/document/open-document.ts";
import { blocksOf, cellsOf, rowsOf } from "../src/document/text/blocks.ts";
import { bodyOf, type Story } from "../src/document/text/stories.ts";
import { W, wordNames } from "../src/document/word-names.ts";
import { type MergedDocument, mergeDocuments } from "../src/merge/merge-documents.ts";
import type { NameId } from "../src/ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../src/ooxml/xml/tree.ts";
import type { FormattingMode } from "../src/redline/formatting/formats.ts";
import { docx, type PartName } from "./documents.ts";

/** A document: its body, and other parts. */
export interface MergedSource {
  readonly body: string;
  readonly parts?: Partial<Record<PartName, string>>;
}

/** Merges bodies. The revisions are a.docx by A, b.docx by B and so on. */
export function mergeBodies(base: string, ...revisions: readonly string[]): MergedDocument {
  return mergeSources({ body: base }, ...revisions.map((body) => ({ body })));
}

/** Merges documents with more parts than a body. The revisions are named as in mergeBodies. */
export function mergeSources(base: MergedSource, ...revisions: readonly MergedSource[]): MergedDocument {
  return mergeFormatted(undefined, base, ...revisions);
}

/** Like `mergeSources`, in a mode of formatting. */
export function mergeFormatted(
  formatting: FormattingMode | undefined,
  base: MergedSource,
  ...revisions: readonly MergedSource[]
): MergedDocument {
  const names = wordNames();
  const open = ({ body, parts = {} }: MergedSource): WordDocument =>
    openDocument(docx(body, parts), { codec: nodeZlib, names });
  const copies = revisions.map((source, at) => {
    const letter = String.fromCharCode(CODE_OF_A + at);
    return { document: open(source), name: `${letter.toLowerCase()}.docx`, author: letter };
  });
  const mode = formatting === undefined ? {} : { formatting };
  return mergeDocuments(open(base), copies, { date: "2026-01-02T03:04:05Z", ...mode });
}

const CODE_OF_A = 65;

export function mergedText({ document }: MergedDocument): string[] {
  const story = bodyOf(document)!;
  return blocksOf(story, story.root).flatMap((block) => linesOf(story, block));
}

function linesOf(story: Story, block: NodeId): string[] {
  if (story.tree.name(block) === W.p) return [paragraphText(story.tree, block)];
  return rowsOf(story, block).map((row) => {
    const cells = cellsOf(story, row).map((cell) => {
      const content = blocksOf(story, cell).flatMap((one) => linesOf(story, one));
      return `${signOf(story.tree, cell, CELL)}${content.join(" / ")}`;
    });
    return `${signOf(story.tree, row, ROW)}| ${cells.join(" | ")} |`;
  });
}

interface Signed {
  readonly properties: NameId;
  readonly signs: ReadonlyMap<NameId, string>;
  readonly around: readonly [string, string];
}

const ROW: Signed = {
  properties: W.trPr,
  signs: new Map([
    [W.ins, "+"],
    [W.del, "-"],
  ]),
  around: ["row", " "],
};
const CELL: Signed = {
  properties: W.tcPr,
  signs: new Map([
    [W.cellIns, "+"],
    [W.cellDel, "-"],
  ]),
  around: ["(", ") "],
};

function signOf(tree: Tree, node: NodeId, { properties, signs, around }: Signed): string {
  const own = tree.child(node, properties);
  const marks = own === NONE ? [] : tree.children(own).filter((child) => signs.has(tree.name(child)));
  return marks.map((mark) => `${around[0]}${signs.get(tree.name(mark))}${label(tree, mark)}${around[1]}`).join("");
}

/** Returns the author of a change without the commas between several names. */
function label(tree: Tree, change: NodeId): string {
  return (tree.attribute(change, W.author) ?? "").replaceAll(", ", "");
}

const AROUND: ReadonlyMap<NameId, readonly [string, string]> = new Map([
  [W.ins, ["{+", "+}"]],
  [W.del, ["[-", "-]"]],
  [W.moveFrom, ["<-", "->"]],
  [W.moveTo, ["<+", "+>"]],
]);
const MARKS: ReadonlyMap<NameId, string> = new Map([
  [W.ins, "+"],
  [W.del, "-"],
  [W.moveFrom, "<"],
  [W.moveTo, ">"],
]);

function paragraphText(tree: Tree, paragraph: NodeId): string {
  const properties = tree.child(paragraph, W.pPr);
  const run = properties === NONE ? NONE : tree.child(properties, W.rPr);
  const marks = run === NONE ? [] : tree.children(run).filter((child) => MARKS.has(tree.name(child)));
  const mark = marks.map((one) => `${MARKS.get(tree.name(one))}${label(tree, one)}`).join("");
  const content = contentText(tree, paragraph, new Map());
  // Adjacent ranges with the same mark become one range.
  return `${content.replaceAll(/(\+\}|-\]|->|\+>)([A-Z]+)(\{\+|\[-|<-|<\+)(?=[\s\S]*?\1\2)/g, joined)}¶${mark}`;
}

function joined(all: string, close: string, _author: string, open: string): string {
  const pairs = new Map([...AROUND.values()].map(([from, to]) => [to, from]));
  return pairs.get(close) === open ? "" : all;
}

function contentText(tree: Tree, holder: NodeId, open: Map<string, string>): string {
  let text = "";
  for (const node of tree.children(holder)) text += nodeText(tree, node, open);
  return text;
}

function nodeText(tree: Tree, node: NodeId, open: Map<string, string>): string {
  if (!tree.isElement(node)) return "";
  const name = tree.name(node);
  if (name === W.bookmarkStart) {
    const conflict = conflictOf(tree.attribute(node, W.name) ?? "");
    if (conflict === undefined) return "";
    open.set(tree.attribute(node, W.id) ?? "", ")");
    return `${conflict.isProperty ? "?" : "!"}${conflict.id}(`;
  }
  if (name === W.bookmarkEnd) return open.get(tree.attribute(node, W.id) ?? "") ?? "";
  if (name === W.t || name === W.delText)
    return tree
      .children(node)
      .map((child) => tree.text(child))
      .join("");
  const around = AROUND.get(name);
  if (around !== undefined) return `${around[0]}${contentText(tree, node, open)}${around[1]}${label(tree, node)}`;
  return name === W.pPr || name === W.rPr ? "" : contentText(tree, node, open);
}
