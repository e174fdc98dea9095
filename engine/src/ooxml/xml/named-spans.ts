// Finds elements of given names, so that a search can skip nodes without them.
//
// Most of a long document is ordinary paragraphs, and a walk through them is most of the work of a search. The records of all
// nodes are adjacent in memory. One pass over the records is a hundred times cheaper than a walk.

import type { NameTest } from "./name-set.ts";
import type { NameId } from "./names.ts";
import { column, NAME, NEXT, NODE_SIZE, type SpanTree } from "./span-tree.ts";
import { NONE, type NodeId, type Tree } from "./tree.ts";

/** Returns all elements of the given names in a part, in document order. */
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
  /** Elements of the names in the part as read, in document order. */
  readonly #nodes: readonly number[];

  constructor(span: SpanTree, isNamed: (name: NameId) => boolean) {
    this.#span = span;
    this.#nodes = nodesNamed(span, isNamed);
  }

  /** True if an element is unchanged since it was read, and neither it nor a descendant has one of the names. */
  isFree(tree: Tree, node: NodeId): boolean {
    if (node >= this.#span.count || !tree.isClosed(node)) return false;
    return this.#firstFrom(node) >= column(this.#span, node, NEXT);
  }

  /**
   * Returns a later node in document order, for a search, or NONE. The search skips the content of a free element, and
   * that of `node` if `isPassed` is true. Of adjacent free elements that are still in the order in which they were
   * read, it visits at most one.
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
      // Named elements are sorted by the order of reading, so no named element comes before `named`.
    } while (next > free && next < span.count && column(span, next, NEXT) <= named && tree.isClosed(next));
    return next;
  }

  /** Returns the first named element that is not before a node, or the number of nodes if no such element exists. */
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
  /** Indexed by qualified name: true if the name is one of those searched. */
  const named = qualifiedNames.all.map(isNamed);
  if (!named.includes(true)) return found;
  for (let node = 0, at = NAME; node < count; node += 1, at += NODE_SIZE) {
    const name = nodes[at]!;
    // Nodes that are not elements have a negative name, and an array access with a negative index is slow.
    if (name >= 0 && named[name] === true) found.push(node);
  }
  return found;
}
