// Finds the container, the holder and the neighbours of an element.

import { WRAPPERS } from "../../document/grammar.ts";
import { MC, type NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { IndexedPart } from "./indexed-part.ts";

const AROUND: ReadonlySet<NameId> = new Set([...WRAPPERS, MC.AlternateContent, MC.Choice]);

/** Returns the story, cell, row or table that contains a block, a cell or a row. Wrappers are skipped. */
export function containerOf({ tree }: IndexedPart, node: NodeId): NodeId {
  let container = tree.parent(node);
  while (AROUND.has(tree.name(container))) container = tree.parent(container);
  return container;
}

/** Returns the parent of an element. mc:AlternateContent and mc:Choice are skipped. */
export function holderOf({ tree }: IndexedPart, node: NodeId): NodeId {
  let holder = tree.parent(node);
  while (tree.name(holder) === MC.Choice) holder = tree.parent(tree.parent(holder));
  return holder;
}

/** Returns the first child element, or NONE. */
export function firstElement(tree: Tree, parent: NodeId): NodeId {
  const first = tree.firstChild(parent);
  return first === NONE || tree.isElement(first) ? first : nextElement(tree, first);
}

/** Returns the element after a node, or NONE. */
export function nextElement(tree: Tree, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== NONE && !tree.isElement(next)) next = tree.nextSibling(next);
  return next;
}
