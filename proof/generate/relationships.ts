// Removes relationships that nothing names any longer, and parts that nothing refers to.

import type { NodeId, Package, Story, Tree, WordDocument } from "@versus/engine/inside";
import { relationshipNamespace, walk } from "./markup.ts";

/** Removes an element from a story, with the relationships that only this element named. */
export function takeOut(document: WordDocument, { tree, part }: Story, node: NodeId): void {
  const named = relationshipIdsIn(tree, node);
  tree.remove(node);
  for (const id of named) dropUnused(document.package, part, id);
}

/** Returns the values of all attributes below a node that name relationships. */
function relationshipIdsIn(tree: Tree, top: NodeId): Set<string> {
  const namespace = relationshipNamespace(tree.names);
  const ids = new Set<string>();
  for (const node of walk(tree, top)) {
    for (const { name, value } of tree.attributes(node)) {
      if (tree.names.namespaceOf(name) === namespace) ids.add(value);
    }
  }
  return ids;
}

/**
 * Removes a relationship of a part if no attribute has its id as value, and its target if nothing else refers to it.
 */
export function dropUnused(opened: Package, part: string, id: string): void {
  const tree = opened.tree(part);
  for (const node of walk(tree, tree.root)) {
    if (tree.attributes(node).some(({ value }) => value === id)) return;
  }
  const target = opened.relationships(part).find((related) => related.id === id)?.part;
  opened.unrelate(part, id);
  const sources = ["", ...opened.partNames.filter((name) => !name.endsWith(".rels"))];
  const isNamed = sources.some((source) => opened.relationships(source).some((related) => related.part === target));
  if (target !== undefined && opened.has(target) && !isNamed) opened.remove(target);
}
