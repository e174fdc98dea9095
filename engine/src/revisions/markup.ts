// Reads and changes markup in small steps, for deciding, writing and editing tracked changes.

import { OPTIONAL_PROPERTIES, OTHER_ENDS, RANGE_MARKS, TRACKED_CHANGES } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

/** True if a node is still in the document. A node in dropped content is not. */
export function isAttached(tree: Tree, node: NodeId): boolean {
  let top = node;
  for (let parent = tree.parent(top); parent !== NONE; parent = tree.parent(top)) top = parent;
  return top === tree.document;
}

/** Replaces an element with its children. */
export function unwrap(tree: Tree, node: NodeId): void {
  moveChildren(tree, node, { to: tree.parent(node), before: node });
  tree.remove(node);
}

export function moveChildren(tree: Tree, from: NodeId, { to, before }: { to: NodeId; before: NodeId }): void {
  for (const child of tree.children(from)) {
    tree.remove(child);
    tree.insertBefore(to, child, before);
  }
}

/** Gives an element another name and keeps its attributes and content. */
export function rename(tree: Tree, node: NodeId, name: NameId): void {
  const attributes = tree.attributes(node).map((attribute) => [attribute.name, attribute.value] as const);
  const renamed = tree.element(name, attributes);
  tree.insertBefore(tree.parent(node), renamed, node);
  moveChildren(tree, node, { to: renamed, before: NONE });
  tree.remove(node);
}

/** Returns a node and all elements below it, in document order. */
export function descendants(tree: Tree, top: NodeId): NodeId[] {
  const found: NodeId[] = [];
  let node = top;
  while (node !== NONE) {
    if (tree.isElement(node)) found.push(node);
    let next = tree.firstChild(node);
    // After the last child comes the node that follows the nearest ancestor with a next sibling.
    while (next === NONE && node !== top) {
      next = tree.nextSibling(node);
      if (next === NONE) node = tree.parent(node);
    }
    node = next;
  }
  return found;
}

/** Returns the properties of a paragraph's mark, or NONE. */
export function markOf(tree: Tree, paragraph: NodeId): NodeId {
  return tree.child(tree.child(paragraph, W.pPr), W.rPr);
}

/** Returns an element with its content as text, equal for equal elements. */
export function saidBy(tree: Tree, node: NodeId): string {
  if (!tree.isElement(node)) return "";
  const attributes = tree.attributes(node).map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
  return `(${[tree.name(node), ...attributes, ...tree.children(node).map((child) => saidBy(tree, child))].join(" ")})`;
}

/** True if a node is a run without content. It may have properties. */
export function isEmptyRun(tree: Tree, node: NodeId): boolean {
  return (
    tree.name(node) === W.r &&
    tree.children(node).every((child) => !tree.isElement(child) || tree.name(child) === W.rPr)
  );
}

export function ancestor(tree: Tree, node: NodeId, name: NameId): NodeId {
  let at = tree.parent(node);
  while (at !== NONE && tree.name(at) !== name) at = tree.parent(at);
  return at;
}

/** True if a node is inside another one or is the same node. */
export function isNodeInside(tree: Tree, node: NodeId, holder: NodeId): boolean {
  let at = node;
  while (at !== NONE && at !== holder) at = tree.parent(at);
  return at === holder;
}

/** Returns the child of `holder` that contains a node or is the node. */
export function childAround(tree: Tree, holder: NodeId, node: NodeId): NodeId {
  let at = node;
  while (tree.parent(at) !== holder) at = tree.parent(at);
  return at;
}

/** Returns the child of its paragraph that contains a node or is the node. */
export function childOfParagraph(tree: Tree, node: NodeId): NodeId {
  return childAround(tree, ancestor(tree, node, W.p), node);
}

/** Returns the first or last paragraph in a node, the node included, or NONE. */
export function paragraphIn(tree: Tree, node: NodeId, which: "first" | "last"): NodeId {
  if (tree.name(node) === W.p) return node;
  const children = which === "first" ? tree.children(node) : tree.children(node).reverse();
  for (const child of children) {
    const found = tree.isElement(child) ? paragraphIn(tree, child, which) : NONE;
    if (found !== NONE) return found;
  }
  return NONE;
}

/** Returns the number of elements between a node and an element around it. */
export function depthIn(tree: Tree, node: NodeId, holder: NodeId): number {
  let depth = 0;
  for (let at = tree.parent(node); at !== NONE && at !== holder; at = tree.parent(at)) depth += 1;
  return depth;
}

/** Returns the nearest deletion around a node, or NONE. */
export function deletionAround(tree: Tree, node: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== NONE && TRACKED_CHANGES.get(tree.name(at)) !== "deletion") at = tree.parent(at);
  return at;
}

function hasElements(tree: Tree, node: NodeId): boolean {
  return tree.children(node).some((child) => tree.isElement(child));
}

/** Removes a properties element that became empty, then the one around it. */
export function removeEmptyProperties(tree: Tree, node: NodeId): void {
  let at = node;
  while (OPTIONAL_PROPERTIES.has(tree.name(at)) && !hasElements(tree, at) && tree.parent(at) !== NONE) {
    const parent = tree.parent(at);
    tree.remove(at);
    at = parent;
  }
}

/** Returns the name of the other end of a range mark (`RANGE_MARKS`), such as a bookmark end. Otherwise undefined. */
export function otherEnd(name: NameId): NameId | undefined {
  return RANGE_MARKS.has(name) ? OTHER_ENDS.get(name) : undefined;
}

/** Returns the range ends below some nodes whose other end is not below these nodes. */
export function openRangeEnds(tree: Tree, tops: readonly NodeId[]): NodeId[] {
  const below = tops.flatMap((top) => descendants(tree, top));
  const ends = below.filter((node) => otherEnd(tree.name(node)) !== undefined);
  const keys = new Set(ends.map((node) => `${tree.name(node)} ${tree.attribute(node, W.id)}`));
  return ends.filter((node) => !keys.has(`${otherEnd(tree.name(node))} ${tree.attribute(node, W.id)}`));
}

/** Removes a node. The ends of ranges that continue outside of the node stay in its place. */
export function drop(tree: Tree, node: NodeId): void {
  const parent = tree.parent(node);
  for (const end of openRangeEnds(tree, [node])) {
    tree.remove(end);
    tree.insertBefore(parent, end, node);
  }
  tree.remove(node);
}
