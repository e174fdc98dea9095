// Cuts texts, runs and wrappers, so that a range of characters consists of whole nodes.

import { W } from "../../document/word-names.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { childAround } from "../markup.ts";

/** Cuts w:t elements. Cuts of one element must go from its end to its start. `settle` writes what remains in them. */
export class CutTexts {
  readonly #tree: Tree;
  /** Maps a w:t to the text that remains in it. */
  readonly #left = new Map<NodeId, string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Inserts a new w:t after the node with the text after an offset, and returns it. */
  cut(node: NodeId, offset: number): NodeId {
    const tree = this.#tree;
    const text = this.#left.get(node) ?? textIn(tree, node);
    this.#left.set(node, text.slice(0, offset));
    const tail = tree.element(tree.name(node), [[XML.space, "preserve"]]);
    tree.append(tail, tree.textNode(text.slice(offset)));
    tree.insertBefore(tree.parent(node), tail, tree.nextSibling(node));
    return tail;
  }

  settle(): void {
    const tree = this.#tree;
    for (const [node, text] of this.#left) {
      for (const child of tree.children(node)) tree.remove(child);
      tree.append(node, tree.textNode(text));
      tree.setAttribute(node, XML.space, "preserve");
    }
  }
}

function textIn(tree: Tree, node: NodeId): string {
  return tree
    .children(node)
    .map((child) => tree.text(child))
    .join("");
}

/** Cuts one w:t. Returns a new one after it with the text after an offset. */
export function cutText(tree: Tree, node: NodeId, offset: number): NodeId {
  const texts = new CutTexts(tree);
  const tail = texts.cut(node, offset);
  texts.settle();
  return tail;
}

/** Splits a run inside one of its texts. Returns the new run, which begins with the text after the offset. */
export function splitText(tree: Tree, run: NodeId, { node, offset }: { node: NodeId; offset: number }): NodeId {
  return splitRun(tree, { run, first: cutText(tree, node, offset) });
}

/** Copies properties, or a wrapper without its content, for the second half of a cut. */
export type CopyFor = (tree: Tree, node: NodeId) => NodeId;

/** Splits a run before one of its descendants. Returns the new run, which begins with the child that contains it. */
export function splitRun(
  tree: Tree,
  { run, first, copyProperties = graftOf }: { run: NodeId; first: NodeId; copyProperties?: CopyFor },
): NodeId {
  const tail = tree.element(W.r);
  const properties = tree.child(run, W.rPr);
  if (properties !== NONE) tree.append(tail, copyProperties(tree, properties));
  tree.insertBefore(tree.parent(run), tail, tree.nextSibling(run));
  moveFollowing(tree, childAround(tree, run, first), tail);
  return tail;
}

function graftOf(tree: Tree, node: NodeId): NodeId {
  return tree.graft(tree, node);
}

/**
 * Splits an element that contains runs, for example a link, before one of its children. Returns the new element, which
 * follows.
 */
export function splitHolder(tree: Tree, first: NodeId, copyHolder: CopyFor = emptyCopyOf): NodeId {
  const holder = tree.parent(first);
  const tail = copyHolder(tree, holder);
  tree.insertBefore(tree.parent(holder), tail, tree.nextSibling(holder));
  moveFollowing(tree, first, tail);
  return tail;
}

function emptyCopyOf(tree: Tree, node: NodeId): NodeId {
  return tree.cloneEmpty(node);
}

function moveFollowing(tree: Tree, first: NodeId, to: NodeId): void {
  for (let child = first; child !== NONE; ) {
    const next = tree.nextSibling(child);
    tree.remove(child);
    tree.append(to, child);
    child = next;
  }
}
