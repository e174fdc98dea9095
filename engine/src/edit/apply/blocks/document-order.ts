// Which of two nodes comes first, as the edits so far have placed them.

import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";

/** Whether a node begins before another of the same tree. */
export function isBefore(tree: Tree, node: NodeId, other: NodeId): boolean {
  const [one, two] = [pathOf(tree, node), pathOf(tree, other)];
  const at = one.findIndex((step, index) => step !== two[index]);
  if (at < 0) return one.length < two.length;
  if (two[at] === undefined) return false;
  const siblings = tree.children(at === 0 ? tree.document : one[at - 1]!);
  return siblings.indexOf(one[at]!) < siblings.indexOf(two[at]!);
}

/** A node and all that is around it, outermost first. */
function pathOf(tree: Tree, node: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let at = node; at !== NONE && at !== tree.document; at = tree.parent(at)) path.push(at);
  return path.reverse();
}
