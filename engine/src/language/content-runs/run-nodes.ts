// The elements that runs are made of: runs with their properties, text, the marks of fields.

import { W } from "../../document/word-names.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type RunFormatChange, writeRunFormat } from "../run-format.ts";
import { piecesOf } from "./written-text.ts";

/** What the runs of one piece of content look like, and the tree they are made in. */
export interface RunLook {
  readonly tree: Tree;
  /** The w:rPr that runs take where their own format says nothing else, or NONE. */
  readonly properties: NodeId;
  readonly format: RunFormatChange;
}

/** A new w:r, not yet anywhere in the tree. */
export function makeRun({ tree, properties, format }: RunLook, content: readonly NodeId[]): NodeId {
  const run = tree.element(W.r);
  const own = properties === NONE ? tree.element(W.rPr) : tree.graft(tree, properties);
  writeRunFormat({ tree }, own, format);
  if (tree.firstChild(own) !== NONE) tree.append(run, own);
  for (const node of content) tree.append(run, node);
  return run;
}

/** Text as the children of a run: tabs and line ends are elements of their own. */
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

/** A new paragraph of a style around some runs. */
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

/** The runs around the result of a field; a stale one is computed by whoever opens the document. */
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
