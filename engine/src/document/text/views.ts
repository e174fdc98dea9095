// Defines views: a document with all tracked changes accepted or rejected, or by author.
//
// A change is around content or in properties. Inserted content shows if its change is accepted, deleted content if its change
// is rejected. Content inside two changes shows only if both show it.

import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { CAME, WENT } from "../grammar.ts";
import { W } from "../word-names.ts";

/** A view with all changes accepted, or all rejected. */
export type WholeView = "accepted" | "rejected";

/** A view with the changes of some authors accepted and all others rejected. */
export interface AuthorsView {
  readonly accepts: (author: string) => boolean;
}

export type View = WholeView | AuthorsView;

/** True if a view accepts a change. `change` is the element of an insertion, deletion, move or property change. */
export function isAccepted(tree: Tree, change: NodeId, view: View): boolean {
  if (typeof view === "string") return view === "accepted";
  return view.accepts(tree.attribute(change, W.author) ?? "");
}

/** Changes around content that a view leaves out if it accepts them, and if it rejects them. */
const HIDDEN = { accepted: WENT, rejected: CAME } as const;
/** HIDDEN with the marks of cells. */
const DROPPED = {
  accepted: new NameSet([...WENT, W.cellDel]),
  rejected: new NameSet([...CAME, W.cellIns]),
} as const;

/** True if a node is a tracked change around content that a view does not show. */
export function isHidden(tree: Tree, node: NodeId, view: View): boolean {
  return typeof view === "string" ? HIDDEN[view].has(tree.name(node)) : isLeftOut(tree, node, { view, among: HIDDEN });
}

/** True if a view drops a tracked change around content, or the owner of a mark: paragraph mark, row or cell. */
export function isDropped(tree: Tree, node: NodeId, view: View): boolean {
  if (typeof view === "string") return DROPPED[view].has(tree.name(node));
  return isLeftOut(tree, node, { view, among: DROPPED });
}

interface Question {
  readonly view: AuthorsView;
  readonly among: Readonly<Record<WholeView, NameSet>>;
}

function isLeftOut(tree: Tree, node: NodeId, { view, among }: Question): boolean {
  const name = tree.name(node);
  if (among.accepted.has(name)) return isAccepted(tree, node, view);
  return among.rejected.has(name) && !isAccepted(tree, node, view);
}
