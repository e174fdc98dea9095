// Cuts text, runs and what stands around them, so that a stretch of characters is a row of whole runs.

import { TRACKED } from "../../document/grammar.ts";
import { W } from "../../document/word-names.ts";
import { ensure } from "../../failures/failure.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { type NameId, XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { BETWEEN } from "../../revisions/paragraph-content.ts";
import type { OwnRevisions } from "./own-revisions.ts";

/** Cuts a w:t; gives a new one behind it, with what follows an offset. */
export function cutText(tree: Tree, node: NodeId, offset: number): NodeId {
  const text = tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
  const tail = textElement(tree, tree.name(node), text.slice(offset));
  for (const child of tree.children(node)) tree.remove(child);
  tree.append(node, tree.textNode(text.slice(0, offset)));
  tree.setAttribute(node, XML.space, "preserve");
  tree.insertBefore(tree.parent(node), tail, tree.nextSibling(node));
  return tail;
}

function textElement(tree: Tree, name: NameId, text: string): NodeId {
  const node = tree.element(name, [[XML.space, "preserve"]]);
  tree.append(node, tree.textNode(text));
  return node;
}

/** Splits a run before something in it; gives the new run, which has that and what follows. */
export function splitRun(tree: Tree, run: NodeId, first: NodeId, own: OwnRevisions): NodeId {
  const tail = tree.element(W.r);
  const properties = tree.child(run, W.rPr);
  if (properties !== NONE) tree.append(tail, own.copyProperties(tree, properties));
  tree.insertBefore(tree.parent(run), tail, tree.nextSibling(run));
  moveFollowing(tree, childAround(tree, run, first), tail);
  return tail;
}

/** The child of a run that something stands in, or is. */
function childAround(tree: Tree, run: NodeId, node: NodeId): NodeId {
  let at = node;
  while (tree.parent(at) !== run) at = tree.parent(at);
  return at;
}

function moveFollowing(tree: Tree, first: NodeId, to: NodeId): void {
  for (let child = first; child !== NONE; ) {
    const next = tree.nextSibling(child);
    tree.remove(child);
    tree.append(to, child);
    child = next;
  }
}

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

/** Whether nothing but marks stands between a node and an end of what it is in. */
function isAtEdge(tree: Tree, node: NodeId, side: "before" | "after"): boolean {
  let next = node;
  do next = side === "after" ? tree.nextSibling(next) : tree.previousSibling(next);
  while (next !== NONE && (!tree.isElement(next) || BETWEEN.has(tree.name(next))));
  return next === NONE;
}

/** Splits a wrapper before one of its children; gives the second half. */
export function splitWrapper(tree: Tree, first: NodeId, own: OwnRevisions): NodeId {
  const wrapper = tree.parent(first);
  const tail = own.copyWrapper(tree, wrapper);
  tree.insertBefore(tree.parent(wrapper), tail, tree.nextSibling(wrapper));
  moveFollowing(tree, first, tail);
  return tail;
}
