// Finds places beside text, outside of what stands around it, and cuts that where the place is inside of it.

import { TRACKED } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import { ensure } from "../../../failures/failure.ts";
import { NameSet } from "../../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { isBetween } from "../../../revisions/paragraph-content.ts";
import { splitHolder } from "../../../revisions/write/cut-runs.ts";
import type { OwnRevisions } from "../own-revisions.ts";

/** What text beside a whole one of these does not belong to. */
const LEFT = new NameSet([...TRACKED, W.hyperlink, W.fldSimple]);

export interface InsertPlace {
  readonly parent: NodeId;
  /** NONE for the end. */
  readonly before: NodeId;
}

/** The place directly before or after a node, outside of tracked changes; of links too where the node is at their edge. */
export function placeBeside(
  tree: Tree,
  node: NodeId,
  { side, staysIn, own }: { readonly side: "before" | "after"; readonly staysIn?: "links"; readonly own: OwnRevisions },
): InsertPlace {
  ensure(tree.parent(node) !== NONE, "a place is found by what stands in the document");
  let at = node;
  for (let parent = tree.parent(at); LEFT.has(tree.name(parent)); parent = tree.parent(at)) {
    const isTracked = TRACKED.has(tree.name(parent));
    if (!isTracked && (staysIn === "links" || !isAtEdge(tree, at, side))) break;
    if (!isAtEdge(tree, at, side)) splitWrapper(tree, side === "after" ? tree.nextSibling(at) : at, own);
    // Behind a cut the node stands in the second half.
    at = tree.parent(at);
  }
  return { parent: tree.parent(at), before: side === "before" ? at : tree.nextSibling(at) };
}

/** True if a place stands in what holds a node, but for tracked changes and links. */
export function isHeldWith(tree: Tree, { parent }: InsertPlace, node: NodeId): boolean {
  let holder = tree.parent(node);
  while (holder !== parent && LEFT.has(tree.name(holder))) holder = tree.parent(holder);
  return holder === parent;
}

/** Whether nothing but marks stands between a node and an end of what it is in. */
function isAtEdge(tree: Tree, node: NodeId, side: "before" | "after"): boolean {
  let next = node;
  do next = side === "after" ? tree.nextSibling(next) : tree.previousSibling(next);
  while (next !== NONE && isBetween(tree, next));
  return next === NONE;
}

/** Splits a wrapper before one of its children; gives the second half. */
export function splitWrapper(tree: Tree, first: NodeId, own: OwnRevisions): NodeId {
  return splitHolder(tree, first, (_, wrapper) => own.copyWrapper(tree, wrapper));
}
