// Rows of half a move that becomes an insertion or a deletion.
//
// A row that was moved as a whole needs no mark of its own to come and go with the move (`decide-tables.ts`). An
// insertion or a deletion of text alone leaves the row, so it gets the mark that says the same.

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
import { RevisionMaker } from "../write/revision-maker.ts";
import { isMovedRow } from "./decide-tables.ts";

type Placed = Pick<Revision, "tree" | "node">;

/** Marks the rows that hold what was moved as deleted, where it went from, and as inserted, where it went to. */
export function markReleasedRows(
  document: WordDocument,
  { from, to }: { readonly from: readonly Placed[]; readonly to: readonly Placed[] },
): void {
  const rows = [...wholeRows(from, "moveFrom"), ...wholeRows(to, "moveTo")];
  if (rows.length === 0) return;
  const ids = new RevisionMaker(
    { author: "", date: "" },
    trackedParts(document).map((part) => document.package.tree(part)),
  );
  for (const { tree, row, moved, kind } of rows) {
    const attributes = tree
      .attributes(moved)
      .map(({ name, value }) => [name, name === W.id ? ids.nextId() : value] as const);
    const change = kind === "moveFrom" ? "deletion" : "insertion";
    markRow(tree, row, { change, maker: { make: (_, name) => tree.element(name, attributes) } });
  }
}

type Half = "moveFrom" | "moveTo";

/** What goes when a move is accepted, where it was, or rejected, where it is. */
const GOING: Readonly<Record<Half, NameSet>> = { moveFrom: WENT, moveTo: CAME };

interface WholeRow {
  readonly tree: Tree;
  readonly row: NodeId;
  readonly kind: Half;
  /** Says who moved it, and when. */
  readonly moved: NodeId;
}

/** The rows that were moved as a whole and have no mark yet that says they come or go. */
function wholeRows(placed: readonly Placed[], kind: Half): WholeRow[] {
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

/** Whether something in a paragraph goes with the move, or is no content. */
function goes(tree: Tree, node: NodeId, kind: Half): boolean {
  const name = tree.name(node);
  if (isBetween(tree, node) || GOING[kind].has(name)) return true;
  return EMPTIED.has(name) && tree.children(node).every((child) => goes(tree, child, kind));
}
