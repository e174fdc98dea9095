// Where elements of some names stand in a part as it was read, so that whoever looks for them can pass over what holds none.
//
// Most of a long document is ordinary paragraphs, and walking through them to find the few elements that matter is most of the work.
// The records of all nodes lie side by side, so one run over them is a hundred times cheaper than a walk.

import type { NameId } from "./names.ts";
import { column, NAME, NEXT, NODE_SIZE, type SpanTree } from "./span-tree.ts";
import { NONE, type NodeId, type Tree } from "./tree.ts";

/** All elements of some names in a part, in document order. */
export function elementsNamed(tree: Tree, names: ReadonlySet<NameId>): NodeId[] {
  const found: NodeId[] = [];
  if (![...names].some((name) => tree.mayHave(name))) return found;
  const spans = new NamedSpans(tree.span, (name) => names.has(name));
  let node = tree.root;
  while (node !== NONE) {
    if (names.has(tree.name(node))) found.push(node);
    let next = spans.isFree(tree, node) ? NONE : tree.firstChild(node);
    for (let at = node; next === NONE && at !== tree.root; at = tree.parent(at)) next = tree.nextSibling(at);
    node = next;
  }
  return found;
}

export class NamedSpans {
  readonly #span: SpanTree;
  /** In document order. */
  readonly #nodes: readonly number[];

  constructor(span: SpanTree, isNamed: (name: NameId) => boolean) {
    this.#span = span;
    this.#nodes = nodesNamed(span, isNamed);
  }

  /** Whether an element is as it was read, and none of the names is in it or its own. */
  isFree(tree: Tree, node: NodeId): boolean {
    if (node >= this.#span.count || !tree.isClosed(node)) return false;
    const nodes = this.#nodes;
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return low === nodes.length || nodes[low]! >= column(this.#span, node, NEXT);
  }
}

function nodesNamed({ nodes, count, qualifiedNames }: SpanTree, isNamed: (name: NameId) => boolean): number[] {
  const found: number[] = [];
  /** By qualified name: whether it is one of those. */
  const named = qualifiedNames.all.map(isNamed);
  if (!named.includes(true)) return found;
  for (let node = 0, at = NAME; node < count; node += 1, at += NODE_SIZE) {
    if (named[nodes[at]!] === true) found.push(node);
  }
  return found;
}
