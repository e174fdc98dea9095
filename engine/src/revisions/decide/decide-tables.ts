// Decides rows and cells that were inserted or deleted.

import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, descendants, isAttached, openRangeEnds, otherEnd, removeEmptyProperties } from "../markup.ts";
import { type Decided, isKept, isMove, type Revision } from "../revision.ts";

export function decideRow(decided: Decided): void {
  const { tree, node } = decided.revision;
  if (!isAttached(tree, node)) return;
  const row = ancestor(tree, node, W.tr);
  if (isKept(decided.revision, decided.verdict)) unmark(tree, node);
  else dropRow(tree, row);
}

export function decideCell(decided: Decided): void {
  const { tree, node } = decided.revision;
  if (!isAttached(tree, node)) return;
  const cell = ancestor(tree, node, W.tc);
  if (isKept(decided.revision, decided.verdict)) unmark(tree, node);
  else dropCell(tree, cell);
}

function unmark(tree: Tree, mark: NodeId): void {
  const properties = tree.parent(mark);
  tree.remove(mark);
  removeEmptyProperties(tree, properties);
}

/** Returns the rows with moved content that a verdict removes. */
export function movedRows(decided: readonly Decided[]): MovedRow[] {
  const moved = decided.filter(({ revision, verdict }) => isMove(revision) && !isKept(revision, verdict));
  const rows = moved.map(({ revision: { tree, node, kind } }) => ({ tree, row: ancestor(tree, node, W.tr), kind }));
  return rows.filter(({ row }) => row !== NONE);
}

export interface MovedRow {
  readonly tree: Tree;
  readonly row: NodeId;
  readonly kind: Revision["kind"];
}

/** Drops those rows that were moved as a whole: the move range continues after the row, and nothing is left in it. */
export function dropMovedRows(rows: readonly MovedRow[], isEmpty: (tree: Tree, paragraph: NodeId) => boolean): void {
  for (const { tree, row, kind } of [...rows].reverse()) {
    const below = isAttached(tree, row) ? descendants(tree, row) : [];
    if (isMovedRow(tree, below, { kind, isEmpty: (node) => isEmpty(tree, node) })) dropRow(tree, row);
  }
}

/**
 * True if a row was moved as a whole. `below` has all elements of the row, and `isEmpty` decides which paragraphs count
 * as empty.
 */
export function isMovedRow(
  tree: Tree,
  below: readonly NodeId[],
  { kind, isEmpty }: { readonly kind: Revision["kind"]; readonly isEmpty: (paragraph: NodeId) => boolean },
): boolean {
  const paragraphs = below.filter((node) => tree.name(node) === W.p);
  const isWhole = below.every((node) => tree.name(node) !== MOVE_ENDS.get(kind));
  return isWhole && paragraphs.length > 0 && paragraphs.every(isEmpty);
}

const MOVE_ENDS: ReadonlyMap<Revision["kind"], NameId> = new Map([
  ["moveFrom", W.moveFromRangeEnd],
  ["moveTo", W.moveToRangeEnd],
]);

function dropCell(tree: Tree, cell: NodeId): void {
  const row = ancestor(tree, cell, W.tr);
  dropWithRanges(tree, cell);
  if (row !== NONE && !holds(tree, row, W.tc)) dropRow(tree, row);
}

/** Word cannot open a table without rows, so the table is dropped too. */
function dropRow(tree: Tree, row: NodeId): void {
  const table = ancestor(tree, row, W.tbl);
  dropWithRanges(tree, row);
  if (table !== NONE && !holds(tree, table, W.tr)) dropWithRanges(tree, table);
}

/** True if an element with this name is below a node. It stops at the first one, because a table may lose many rows. */
function holds(tree: Tree, node: NodeId, name: NameId): boolean {
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    if (tree.name(child) === name || (tree.isElement(child) && holds(tree, child, name))) return true;
  }
  return false;
}

/** Only rows and cells may be between rows and cells, so ranges that continue outside are dropped at both ends. */
function dropWithRanges(tree: Tree, node: NodeId): void {
  const open = openRangeEnds(tree, [node]);
  tree.remove(node);
  if (open.length === 0) return;
  const dropped = new Set(open.map((end) => `${otherEnd(tree.name(end))} ${tree.attribute(end, W.id)}`));
  for (const other of descendants(tree, tree.root)) {
    if (dropped.has(`${tree.name(other)} ${tree.attribute(other, W.id)}`)) tree.remove(other);
  }
}
