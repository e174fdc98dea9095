// Makes the elements of runs: runs with their properties, text, the marks of fields.

import { W } from "../../document/word-names.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type RunFormatChange, writeRunFormat } from "../run-format.ts";
import { piecesOf } from "./written-text.ts";

/** The formatting of the runs of one piece of content, and the tree in which they are made. */
export interface RunLook {
  readonly tree: Tree;
  /** The `w:rPr` that runs have unless their own format overrides it, or NONE. */
  readonly properties: NodeId;
  readonly format: RunFormatChange;
}

/** Returns a new `w:r` that is not attached to the tree. */
export function makeRun({ tree, properties, format }: RunLook, content: readonly NodeId[]): NodeId {
  const run = tree.element(W.r);
  const own = properties === NONE ? tree.element(W.rPr) : tree.graft(tree, properties);
  writeRunFormat({ tree }, own, format);
  if (tree.firstChild(own) !== NONE) tree.append(run, own);
  for (const node of content) tree.append(run, node);
  return run;
}

/** Returns text as the children of a run. Tabs and line ends are elements of their own. */
export function textNodes(tree: Tree, text: string): NodeId[] {
  return piecesOf(text).map((piece) => {
    if (piece.kind === "tab") return tree.element(W.tab);
    return piece.kind === "line" ? tree.element(W.br) : textElement(tree, W.t, piece.text);
  });
}

function textElement(tree: Tree, name: typeof W.t, text: string): NodeId {
  const node = tree.element(name);
  if (text !== "") tree.append(node, tree.textNode(text));
  if (/^\s|\s$|\s\s/.test(text)) tree.setAttribute(node, XML.space, "preserve");
  return node;
}

/** Returns a new paragraph of a style around some runs. */
export function makeParagraph(tree: Tree, styleId: string, runs: readonly NodeId[]): NodeId {
  const paragraph = tree.element(W.p);
  const properties = tree.element(W.pPr);
  tree.append(properties, tree.element(W.pStyle, [[W.val, styleId]]));
  for (const node of [properties, ...runs]) tree.append(paragraph, node);
  return paragraph;
}

/** The three marks of a field, and its code, as runs. */
export interface FieldFrame {
  readonly begin: NodeId;
  readonly code: NodeId;
  readonly separate: NodeId;
  readonly end: NodeId;
}

/** Returns the runs around the result of a field. The program that opens the document computes a stale result. */
export function makeField(look: RunLook, code: string, { isStale = false } = {}): FieldFrame {
  const { tree } = look;
  const mark = (type: string): NodeId => tree.element(W.fldChar, [[W.fldCharType, type]]);
  const begin = mark("begin");
  if (isStale) tree.setAttribute(begin, W.dirty, "true");
  return {
    begin: makeRun(look, [begin]),
    code: makeRun(look, [textElement(tree, W.instrText, ` ${code} `)]),
    separate: makeRun(look, [mark("separate")]),
    end: makeRun(look, [mark("end")]),
  };
}
