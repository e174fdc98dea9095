// Marks rows of half a move that becomes an insertion or a deletion.
//
// A row that was moved as a whole appears and disappears with the move and needs no mark of its own
// (`decide-tables.ts`). An insertion or deletion of text alone keeps the row, so the row gets a mark with the same
// meaning.

import { CAME, WENT } from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import type { NameSet } from "../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../list-revisions.ts";
import { ancestor, descendants } from "../markup.ts";
import { EMPTIED, isBetween } from "../paragraph-content.ts";
import type { Revision } from "../revision.ts";
import { markRow } from "../write/mark-structure.ts";
import { highestTrackedId, RevisionMaker } from "../write/revision-maker.ts";
import { isMovedRow } from "./decide-tables.ts";

type Placed = Pick<Revision, "tree" | "node">;

/** Marks the rows of moved content: deleted at the old position, inserted at the new one. */
export function markReleasedRows(
  document: WordDocument,
  { from, to }: { readonly from: readonly Placed[]; readonly to: readonly Placed[] },
): void {
  const rows = [...wholeRows(from, "moveFrom"), ...wholeRows(to, "moveTo")];
  if (rows.length === 0) return;
  const trees = trackedParts(document).map((part) => document.package.tree(part));
  const ids = new RevisionMaker({ author: "", date: "" }, trees, highestTrackedId(trees));
  for (const { tree, row, moved, kind } of rows) {
    const attributes = tree
      .attributes(moved)
      .map(({ name, value }) => [name, name === W.id ? ids.nextId() : value] as const);
    const change = kind === "moveFrom" ? "deletion" : "insertion";
    markRow(tree, row, { change, maker: { make: (_, name) => tree.element(name, attributes) } });
  }
}

type MoveElement = "moveFrom" | "moveTo";

/** Elements whose content disappears: at the old position if the move is accepted, at the new one if it is rejected. */
const GOING: Readonly<Record<MoveElement, NameSet>> = { moveFrom: WENT, moveTo: CAME };

interface WholeRow {
  readonly tree: Tree;
  readonly row: NodeId;
  readonly kind: MoveElement;
  /** The element with the author and date of the move. */
  readonly moved: NodeId;
}

/** Returns the rows that were moved as a whole and have no mark yet that inserts or deletes them. */
function wholeRows(placed: readonly Placed[], kind: MoveElement): WholeRow[] {
  const seen = new Map<Tree, Set<NodeId>>();
  return placed.flatMap(({ tree, node }) => {
    const row = ancestor(tree, node, W.tr);
    const ofTree = seen.get(tree) ?? new Set([NONE]);
    if (ofTree.has(row)) return [];
    seen.set(tree, ofTree.add(row));
    const one: WholeRow = { tree, row, kind, moved: node };
    return isWhole(one) ? [one] : [];
  });
}

function isWhole({ tree, row, kind }: WholeRow): boolean {
  const properties = tree.child(row, W.trPr);
  const isMarked = properties !== NONE && tree.child(properties, kind === "moveFrom" ? W.del : W.ins) !== NONE;
  const isEmpty = (paragraph: NodeId): boolean => tree.children(paragraph).every((child) => goes(tree, child, kind));
  return !isMarked && isMovedRow(tree, descendants(tree, row), { kind, isEmpty });
}

/** True if a node of a paragraph disappears with the move, or is not content. */
function goes(tree: Tree, node: NodeId, kind: MoveElement): boolean {
  const name = tree.name(node);
  if (isBetween(tree, node) || GOING[kind].has(name)) return true;
  return EMPTIED.has(name) && tree.children(node).every((child) => goes(tree, child, kind));
}
