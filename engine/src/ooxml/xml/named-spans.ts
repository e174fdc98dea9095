// Where elements of some names stand in a part as it was read, so that whoever looks for them can pass over what holds none.
//
// Most of a long document is ordinary paragraphs, and walking through them to find the few elements that matter is most of the work.
// The records of all nodes lie side by side, so one run over them is a hundred times cheaper than a walk.

import type { NameTest } from "./name-set.ts";
import type { NameId } from "./names.ts";
import { column, NAME, NEXT, NODE_SIZE, type SpanTree } from "./span-tree.ts";
import { NONE, type NodeId, type Tree } from "./tree.ts";

/** All elements of some names in a part, in document order. */
export function elementsNamed(tree: Tree, names: Iterable<NameId> & NameTest): NodeId[] {
  const found: NodeId[] = [];
  if (![...names].some((name) => tree.mayHave(name))) return found;
  const spans = new NamedSpans(tree.span, (name) => names.has(name));
  for (let node = tree.root; node !== NONE; node = spans.following(tree, node)) {
    if (names.has(tree.name(node))) found.push(node);
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
    return this.#firstFrom(node) >= column(this.#span, node, NEXT);
  }

  /**
   * The node after another in document order. What is in a free element is passed over, and in one that `isPassed`; so are
   * free elements that stand side by side as they were read, all but the first.
   */
  following(tree: Tree, node: NodeId, isPassed = false): NodeId {
    let next = isPassed || this.isFree(tree, node) ? NONE : tree.firstChild(node);
    for (let at = node; next === NONE && at !== tree.root; at = tree.parent(at)) next = this.#nextSibling(tree, at);
    return next;
  }

  #nextSibling(tree: Tree, node: NodeId): NodeId {
    const span = this.#span;
    let next = tree.nextSibling(node);
    if (next === NONE || !this.isFree(tree, next)) return next;
    const named = this.#firstFrom(next);
    let free: NodeId;
    do {
      free = next;
      next = tree.nextSibling(free);
      // In the order of reading no named element comes before that one.
    } while (next > free && next < span.count && column(span, next, NEXT) <= named && tree.isClosed(next));
    return next;
  }

  /** The first named element that is not before a node; past the last node when there is none. */
  #firstFrom(node: NodeId): number {
    const nodes = this.#nodes;
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return nodes[low] ?? this.#span.count;
  }
}

function nodesNamed({ nodes, count, qualifiedNames }: SpanTree, isNamed: (name: NameId) => boolean): number[] {
  const found: number[] = [];
  /** By qualified name: whether it is one of those. */
  const named = qualifiedNames.all.map(isNamed);
  if (!named.includes(true)) return found;
  for (let node = 0, at = NAME; node < count; node += 1, at += NODE_SIZE) {
    const name = nodes[at]!;
    // What is no element has a negative one, and looking that up is slow.
    if (name >= 0 && named[name] === true) found.push(node);
  }
  return found;
}
