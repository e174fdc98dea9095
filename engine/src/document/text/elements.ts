// Finds the elements of a story at any depth, in document order, as a reader sees them.
//
// For elements whose position the structure does not determine: note references, text boxes, marks of ranges. The walk keeps
// its own stack, so depth and width of the tree are not limited.

import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NameSet, type NameTest } from "../../ooxml/xml/name-set.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { EQUATIONS, PROPERTIES, TEXTS } from "../grammar.ts";
import { W } from "../word-names.ts";
import type { Story } from "./stories.ts";

/** Elements that contain only characters, properties or an equation. No search looks inside them. */
const CLOSED = new NameSet([...TEXTS, ...PROPERTIES, ...EQUATIONS]);

const NOTHING = new NameSet([]);

/** Yields the elements below a node in document order. The search does not enter elements whose name is in `whole`. */
export function* elementsBelow(story: Story, top: NodeId, whole: NameTest = NOTHING): Generator<NodeId> {
  const { tree, reading } = story;
  const waiting: NodeId[] = [];
  const push = (parent: NodeId): void => {
    const children = readChildren(tree, parent, reading);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]!);
  };
  push(top);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const name = tree.name(node);
    if (name === NO_NAME) continue;
    yield node;
    if (!whole.has(name) && !CLOSED.has(name)) push(node);
  }
}

/** Returns the first node of a paragraph after its properties, or NONE. */
export function firstContent(tree: Tree, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? tree.firstChild(paragraph) : tree.nextSibling(properties);
}
