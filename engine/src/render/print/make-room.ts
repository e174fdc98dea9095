// Makes room for changed text (PRN-11, PRN-12).
//
// A redline has the text of both versions, so it needs more room than either. A text box or a row of a fixed height
// would cut the text off. A cell that continues a vertical merge (`w:vMerge`) prints no text, so changed text in it
// would be lost.

import { A, W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { PartChanges } from "./read-changes.ts";

export function makeRoom({ tree, paragraphs }: PartChanges): void {
  const holders = new Set<NodeId>();
  for (const { node, isChanged, runs } of paragraphs) {
    if (!isChanged) continue;
    for (let holder = tree.parent(node); holder !== NONE; holder = tree.parent(holder))
      if (GROWING.has(tree.name(holder)) || (tree.name(holder) === W.tc && runs.length > 0)) holders.add(holder);
  }
  for (const holder of holders) {
    if (tree.name(holder) === W.tr) growRow(tree, holder);
    else if (tree.name(holder) === W.tc) leaveMerge(tree, holder);
    else growBox(tree, holder);
  }
}

// policy: holders that may cut their text off
const GROWING = new NameSet([W.tr, W.txbxContent]);

function growRow(tree: Tree, row: NodeId): void {
  const properties = tree.child(row, W.trPr);
  const height = properties === NONE ? NONE : tree.child(properties, W.trHeight);
  if (height !== NONE && tree.attribute(height, W.hRule) === "exact") tree.setAttribute(height, W.hRule, "atLeast");
}

/** Makes the cell begin its own merge, which the cells below it continue. */
function leaveMerge(tree: Tree, cell: NodeId): void {
  const properties = tree.child(cell, W.tcPr);
  const merge = properties === NONE ? NONE : tree.child(properties, W.vMerge);
  if (merge !== NONE) tree.setAttribute(merge, W.val, "restart");
}

/** Lets a text box grow. `bodyPr` is a child of the shape, next to the element that contains the text box content. */
function growBox(tree: Tree, content: NodeId): void {
  const shape = tree.parent(tree.parent(content));
  if (shape === NONE) return;
  const properties = tree.children(shape).find((child) => localName(tree, child) === "bodyPr");
  if (properties === undefined) return;
  for (const child of tree.children(properties)) if (FITS.test(localName(tree, child))) tree.remove(child);
  tree.append(properties, tree.element(tree.names.nameId(tree.names.namespaceOf(A.blip), "spAutoFit")));
}

const FITS = /^(?:noAutofit|normAutofit|spAutoFit)$/;

function localName(tree: Tree, node: NodeId): string {
  return tree.isElement(node) ? tree.names.local(tree.name(node)) : "";
}
