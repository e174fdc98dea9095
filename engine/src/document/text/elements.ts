// Elements of a story wherever they stand, in document order, as a reader meets them.
//
// For what is not found by structure alone: note references, text boxes, the marks of ranges. The
// walk keeps its own stack, so it does not care how deep or how wide the tree is.

import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NameSet, type NameTest } from "../../ooxml/xml/name-set.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { EQUATIONS, PROPERTIES, TEXTS } from "../grammar.ts";
import { W } from "../word-names.ts";
import type { Story } from "./stories.ts";

/** Elements that hold characters, properties or equations and nothing that one looks for. */
const CLOSED = new NameSet([...TEXTS, ...PROPERTIES, ...EQUATIONS]);

const NOTHING = new NameSet([]);

/** The elements below a node, in document order; those of a name in `whole` without what is below them. */
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

/** The first node of a paragraph behind its properties, or NONE. */
export function firstContent(tree: Tree, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? tree.firstChild(paragraph) : tree.nextSibling(properties);
}
