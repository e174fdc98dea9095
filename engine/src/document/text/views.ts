// How a document with tracked changes is read: with all of them accepted, all rejected, or each by who made it.
//
// A change is around content or in properties; what came is there when it is accepted, what went when it is not. With a
// change inside another both must let the content show.

import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { CAME, WENT } from "../grammar.ts";
import { W } from "../word-names.ts";

/** All changes accepted, or all rejected. */
export type WholeView = "accepted" | "rejected";

/** The changes of some authors accepted, those of all others rejected. */
export interface AuthorsView {
  readonly accepts: (author: string) => boolean;
}

export type View = WholeView | AuthorsView;

/** True if a view takes a change, an element that says what came, went or was otherwise, as accepted. */
export function isAccepted(tree: Tree, change: NodeId, view: View): boolean {
  if (typeof view === "string") return view === "accepted";
  return view.accepts(tree.attribute(change, W.author) ?? "");
}

/** The changes around content that a view leaves out, if it accepts them and if it rejects them. */
const HIDDEN = { accepted: WENT, rejected: CAME } as const;
/** The same with the marks of cells. */
const DROPPED = {
  accepted: new NameSet([...WENT, W.cellDel]),
  rejected: new NameSet([...CAME, W.cellIns]),
} as const;

/** True for a tracked change around content that a view does not show. */
export function isHidden(tree: Tree, node: NodeId, view: View): boolean {
  return typeof view === "string" ? HIDDEN[view].has(tree.name(node)) : isLeftOut(tree, node, { view, among: HIDDEN });
}

/** The same, also for the mark of a paragraph mark, a row or a cell in its properties. */
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
