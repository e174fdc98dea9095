// Ranges that begin or end between blocks: bookmarks, comments and permissions.
//
// A range that begins right before a block begins with it, and one that ends right behind a block ends with it. What is put
// beside the block stands outside. Word writes such a mark outside of the content control that the block is first or last in, although it
// is meant inside (displacedByCustomXml): then it is brought in, so that there is a place beside it.

import { RANGE_ENDS, RANGE_STARTS } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameSet } from "../../../ooxml/xml/name-set.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";

interface Side {
  readonly marks: NameSet;
  readonly step: (tree: Tree, node: NodeId) => NodeId;
}

const FRONT: Side = {
  marks: RANGE_STARTS,
  step: (tree, node) => tree.previousSibling(node),
};
const BACK: Side = {
  marks: RANGE_ENDS,
  step: (tree, node) => tree.nextSibling(node),
};

/** What to put blocks before that are to stand directly before a block. */
export function frontOf(tree: Tree, block: NodeId): NodeId {
  for (const mark of displaced(tree, block, FRONT)) {
    tree.insertBefore(tree.parent(block), brought(tree, mark), outermost(tree, block, FRONT));
  }
  return outermost(tree, block, FRONT);
}

/** What to put blocks before that are to stand directly behind a block; or NONE. */
export function backOf(tree: Tree, block: NodeId): NodeId {
  for (const mark of displaced(tree, block, BACK)) {
    tree.insertBefore(tree.parent(block), brought(tree, mark), tree.nextSibling(outermost(tree, block, BACK)));
  }
  return tree.nextSibling(outermost(tree, block, BACK));
}

/** The last of the marks that belong to a block on one side, or the block. */
function outermost(tree: Tree, block: NodeId, side: Side): NodeId {
  return marksBeside(tree, block, side).found.at(-1) ?? block;
}

/** The marks on one side of a node, from the inside out, and what stands behind them. */
function marksBeside(tree: Tree, node: NodeId, { marks, step }: Side): { found: NodeId[]; next: NodeId } {
  const found: NodeId[] = [];
  let next = step(tree, node);
  for (; next !== NONE && (!tree.isElement(next) || marks.has(tree.name(next))); next = step(tree, next)) {
    if (tree.isElement(next)) found.push(next);
  }
  return { found, next };
}

/** The marks outside of the controls that a block is first or last in, from the inside out. */
function displaced(tree: Tree, block: NodeId, side: Side): NodeId[] {
  const found: NodeId[] = [];
  for (let at = block; marksBeside(tree, at, side).next === NONE; ) {
    if (tree.name(tree.parent(at)) !== W.sdtContent) break;
    at = tree.parent(tree.parent(at));
    found.push(...marksBeside(tree, at, side).found);
  }
  return found;
}

/** A mark taken out of its place. */
function brought(tree: Tree, mark: NodeId): NodeId {
  tree.remove(mark);
  tree.setAttribute(mark, W.displacedByCustomXml, undefined);
  return mark;
}
