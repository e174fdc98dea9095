// Decides property changes: the record inside the new properties keeps the old ones.

import { CELL_MARKS, TRACKED, UNRECORDED_BY } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isAttached, removeEmptyProperties } from "../markup.ts";
import type { Decided } from "../revision.ts";

/**
 * Accepting removes the record of the old properties; rejecting restores them. The record of an old number
 * (w:numberingChange) is removed in both cases.
 */
export function decideProperty({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const owner = tree.parent(node);
  tree.remove(node);
  if (verdict === "reject" && tree.name(node) !== W.numberingChange) restore(tree, owner, node);
  removeEmptyProperties(tree, owner);
}

/** True for a mark of an insertion, deletion, move or cell change that was recorded with the old properties. */
function isMark(tree: Tree, node: NodeId): boolean {
  return TRACKED.has(tree.name(node)) || CELL_MARKS.has(tree.name(node));
}

/** Replaces the properties of an owner with those that a change recorded. */
function restore(tree: Tree, owner: NodeId, change: NodeId): void {
  const untouched = UNRECORDED_BY.get(tree.name(change));
  const current = tree.children(owner);
  const kept = current.filter((child) => untouched?.names.has(tree.name(child)));
  for (const child of current) tree.remove(child);
  const recorded = tree.children(change).find((child) => tree.isElement(child));
  const old = recorded === undefined ? [] : tree.children(recorded).filter((child) => !isMark(tree, child));
  for (const child of old) tree.remove(child);
  const restored = untouched?.side === "before" ? [...kept, ...old] : [...old, ...kept];
  for (const child of restored) tree.append(owner, child);
}

/** Decides a numbering that was added to a paragraph. Rejecting removes the numbering properties (w:numPr). */
export function decideNumbering({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const numbering = tree.parent(node);
  tree.remove(node);
  if (verdict === "accept") return;
  const properties = tree.parent(numbering);
  tree.remove(numbering);
  removeEmptyProperties(tree, properties);
}

/** Decides cells that were merged or split vertically. The record has both values (ISO 29500-1, 17.13.5.3). */
export function decideCellMerge({ revision, verdict }: Decided): void {
  const { tree, node } = revision;
  if (!isAttached(tree, node)) return;
  const properties = tree.parent(node);
  const value = tree.attribute(node, verdict === "accept" ? W.vMerge : W.vMergeOrig);
  const existing = tree.child(properties, W.vMerge);
  if (existing !== NONE) tree.remove(existing);
  if (value === "cont" || value === "rest") {
    tree.insertBefore(properties, tree.element(W.vMerge, [[W.val, value === "rest" ? "restart" : "continue"]]), node);
  }
  tree.remove(node);
  removeEmptyProperties(tree, properties);
}
