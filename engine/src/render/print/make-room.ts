// Lets what holds changed text grow with it (PRN-11).
//
// A redline has the text of both versions, so it needs more room than either. A text box or a row of a fixed height would cut it off.

import { A, W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { PartChanges } from "./read-changes.ts";

export function makeRoom({ tree, paragraphs }: PartChanges): void {
  const holders = new Set<NodeId>();
  for (const { node, isChanged } of paragraphs) if (isChanged) addHolders(tree, node, holders);
  for (const holder of holders) {
    if (tree.name(holder) === W.tr) growRow(tree, holder);
    else growBox(tree, holder);
  }
}

function addHolders(tree: Tree, paragraph: NodeId, holders: Set<NodeId>): void {
  for (let node = tree.parent(paragraph); node !== NONE; node = tree.parent(node)) {
    if (tree.name(node) === W.tr || tree.name(node) === W.txbxContent) holders.add(node);
  }
}

function growRow(tree: Tree, row: NodeId): void {
  const properties = tree.child(row, W.trPr);
  const height = properties === NONE ? NONE : tree.child(properties, W.trHeight);
  if (height !== NONE && tree.attribute(height, W.hRule) === "exact") tree.setAttribute(height, W.hRule, "atLeast");
}

/** The properties of a shape's text stand beside what holds the text. */
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
