// How a document with tracked changes is read: with all of them accepted, all rejected, or each by who made it.
//
// A change is around content or in properties; what came is there when it is accepted, what went when it is not. With a
// change inside another both must let the content show.

import { NameSet } from "../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import { CAME, WENT } from "./grammar.ts";
import { W } from "./word-names.ts";

/** All changes accepted, or all rejected. */
export type WholeView = "accepted" | "rejected";

/** The changes of some authors accepted, those of all others rejected. */
export interface AuthorsView {
  readonly accepts: (author: string) => boolean;
}

export type View = WholeView | AuthorsView;

/** Whether a view takes a change, an element that says what came, went or was otherwise, as accepted. */
export function isAccepted(tree: Tree, change: NodeId, view: View): boolean {
  if (typeof view === "string") return view === "accepted";
  return view.accepts(tree.attribute(change, W.author) ?? "");
}

/** What is left out of a view that accepts a change, and of one that rejects it: around content, and in properties. */
const LEFT_OUT = {
  accepted: { content: WENT, marks: new NameSet([...WENT, W.cellDel]) },
  rejected: { content: CAME, marks: new NameSet([...CAME, W.cellIns]) },
} as const;

/** Whether an element is a tracked change around content that a view does not show. */
export function isHidden(tree: Tree, node: NodeId, view: View): boolean {
  return isLeftOut(tree, node, { view, among: "content" });
}

/** The same, also for what marks a paragraph mark, a row or a cell in its properties. */
export function isDropped(tree: Tree, node: NodeId, view: View): boolean {
  return isLeftOut(tree, node, { view, among: "marks" });
}

function isLeftOut(tree: Tree, node: NodeId, { view, among }: { view: View; among: "content" | "marks" }): boolean {
  const name = tree.name(node);
  if (typeof view === "string") return LEFT_OUT[view][among].has(name);
  const isAccepting = LEFT_OUT.accepted[among].has(name);
  return (isAccepting || LEFT_OUT.rejected[among].has(name)) && isAccepted(tree, node, view) === isAccepting;
}
