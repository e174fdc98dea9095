// Puts content in tracked changes: runs and other elements that may be among them.

import { W } from "../../document/word-names.ts";
import { type NameId, XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isEmptyRun, rename } from "../markup.ts";
import type { RevisionMaker } from "./revision-maker.ts";

/** A change around content, or in the properties of a paragraph mark. */
export type ContentChange = "insertion" | "deletion" | "movedFrom" | "movedTo";

export const CHANGE_NAMES: Readonly<Record<ContentChange, NameId>> = {
  insertion: W.ins,
  deletion: W.del,
  movedFrom: W.moveFrom,
  movedTo: W.moveTo,
};

/**
 * Wraps nodes of the tree, given in document order, in tracked changes. Neighbours share a wrapper. Returns the
 * wrappers.
 */
export function wrapContent(
  tree: Tree,
  nodes: readonly NodeId[],
  { change, maker }: { readonly change: ContentChange; readonly maker: RevisionMaker },
): NodeId[] {
  const wrappers: NodeId[] = [];
  let last = NONE;
  for (const node of nodes) {
    if (change === "deletion") toDeletedText(tree, node);
    if (last !== NONE && isNeighbour(tree, last, node)) {
      for (let next = tree.nextSibling(last); tree.parent(node) !== last; next = tree.nextSibling(last)) {
        tree.remove(next);
        tree.append(last, next);
      }
      continue;
    }
    last = maker.make(tree, CHANGE_NAMES[change]);
    tree.wrap(node, last);
    wrappers.push(last);
  }
  return wrappers;
}

/** True if only runs without content are between a wrapper and a later node. */
function isNeighbour(tree: Tree, wrapper: NodeId, node: NodeId): boolean {
  let next = tree.nextSibling(wrapper);
  while (next !== NONE && next !== node && isEmptyRun(tree, next)) next = tree.nextSibling(next);
  return next === node;
}

/** Text and field codes have other names in a deletion. Text boxes are separate stories and keep their names. */
function toDeletedText(tree: Tree, top: NodeId): void {
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = tree.name(node);
    if (name === W.t) rename(tree, node, W.delText);
    else if (name === W.instrText) rename(tree, node, W.delInstrText);
    else if (!CLOSED.has(name)) open.push(...tree.children(node).filter((child) => tree.isElement(child)));
  }
}

const CLOSED: ReadonlySet<NameId> = new Set([W.txbxContent, W.rPr]);

/**
 * Replaces a simple field with the runs of a complex field, because a tracked change cannot contain a simple field.
 * Returns the runs.
 */
export function unfoldSimpleField(tree: Tree, field: NodeId): NodeId[] {
  const parent = tree.parent(field);
  const mark = (type: string): NodeId => runOf(tree, tree.element(W.fldChar, [[W.fldCharType, type]]));
  const code = tree.element(W.instrText);
  tree.append(code, tree.textNode(tree.attribute(field, W.instr) ?? ""));
  tree.setAttribute(code, XML.space, "preserve");
  const runs = [mark("begin"), runOf(tree, code), mark("separate")];
  for (const run of runs) tree.insertBefore(parent, run, field);
  for (const child of tree.children(field)) {
    if (!tree.isElement(child) || tree.name(child) === W.fldData) continue;
    tree.remove(child);
    tree.insertBefore(parent, child, field);
    runs.push(child);
  }
  const end = mark("end");
  tree.insertBefore(parent, end, field);
  tree.remove(field);
  return [...runs, end];
}

function runOf(tree: Tree, content: NodeId): NodeId {
  const run = tree.element(W.r);
  tree.append(run, content);
  return run;
}
