// Cuts texts, runs and what stands around them, so that a stretch of characters is a row of whole nodes.

import { W } from "../../document/word-names.ts";
import { XML } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { childAround } from "../markup.ts";

/** Cuts w:t elements, each from its end: what stays in them is written once, when all is cut. */
export class CutTexts {
  readonly #tree: Tree;
  /** What is left of each. */
  readonly #left = new Map<NodeId, string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Gives a new w:t behind one, with what follows an offset. */
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

/** Cuts one w:t; gives a new one behind it, with what follows an offset. */
export function cutText(tree: Tree, node: NodeId, offset: number): NodeId {
  const texts = new CutTexts(tree);
  const tail = texts.cut(node, offset);
  texts.settle();
  return tail;
}

/** Splits a run in one of its texts; gives the new run, which begins with what follows the offset. */
export function splitText(tree: Tree, run: NodeId, { node, offset }: { node: NodeId; offset: number }): NodeId {
  return splitRun(tree, { run, first: cutText(tree, node, offset) });
}

/** Makes a copy of properties, or of a wrapper without its content, for the second half of what is cut. */
export type CopyFor = (tree: Tree, node: NodeId) => NodeId;

/** Splits a run before something in it; gives the new run, which has that and what follows. */
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

/** Splits something that holds runs, such as a link, before one of its children; gives the new one, which follows. */
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
