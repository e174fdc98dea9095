// Decides what happens to a paragraph whose mark is removed (rules JOIN-1 to JOIN-4).
//
// It joins the next paragraph, and the properties of the next paragraph apply, because that mark remains
// (docs/word-behaviour.md#joined-paragraphs). Before a table, or at the end of a cell or story, no paragraph follows
// and a mark cannot be removed alone. There an empty paragraph is removed as a whole if the result is well-formed, and
// any other paragraph stays. Views and decided documents both use this file, so they cannot differ.

import { WRAPPERS } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

export type Neighbour = { readonly kind: "paragraph" | "table"; readonly node: NodeId } | { readonly kind: "none" };

/** True if a block does not exist in the current reading. */
export type IsGone = (block: NodeId) => boolean;

type Direction = "before" | "after";

/** Returns the block before or after another one in its story or cell, also in content controls and other wrappers. */
export function blockBeside(tree: Tree, start: NodeId, side: Direction, isGone: IsGone = () => false): Neighbour {
  for (let at = start; at !== NONE; at = tree.parent(at)) {
    for (let sibling = step(tree, at, side); sibling !== NONE; sibling = step(tree, sibling, side)) {
      const found = outermostBlock(tree, sibling, side, isGone);
      if (found.kind !== "none") return found;
    }
    if (!WRAPPERS.has(tree.name(tree.parent(at)))) break;
  }
  return { kind: "none" };
}

function step(tree: Tree, node: NodeId, side: Direction): NodeId {
  return side === "before" ? tree.previousSibling(node) : tree.nextSibling(node);
}

/**
 * Returns a block itself. For a wrapper, returns its last block if `side` is "before", its first block if `side` is
 * "after".
 */
export function outermostBlock(tree: Tree, node: NodeId, side: Direction, isGone: IsGone = () => false): Neighbour {
  const name = tree.name(node);
  if (name === W.p && !isGone(node)) return { kind: "paragraph", node };
  if (name === W.tbl && !isGone(node) && hasRow(tree, node)) return { kind: "table", node };
  if (!WRAPPERS.has(name)) return { kind: "none" };
  const children = tree.children(node);
  if (side === "before") children.reverse();
  for (const child of children) {
    const found = outermostBlock(tree, child, side, isGone);
    if (found.kind !== "none") return found;
  }
  return { kind: "none" };
}

/** A table without rows shows nothing and separates nothing. */
function hasRow(tree: Tree, table: NodeId): boolean {
  return tree
    .children(table)
    .some((child) => tree.name(child) === W.tr || (WRAPPERS.has(tree.name(child)) && hasRow(tree, child)));
}

export type Fate =
  | { readonly kind: "joins"; readonly next: NodeId }
  /** `previous` is the paragraph before the removed one, or NONE. */
  | { readonly kind: "goes"; readonly previous: NodeId }
  | { readonly kind: "stays" };

/** Returns what happens to a paragraph whose mark is removed, given whether it has content left. */
export function fateOf(
  tree: Tree,
  paragraph: NodeId,
  reading: { readonly isGone: IsGone; readonly isEmpty: boolean },
): Fate {
  const next = blockBeside(tree, paragraph, "after", reading.isGone);
  if (next.kind === "paragraph") return { kind: "joins", next: next.node };
  if (!reading.isEmpty) return { kind: "stays" };
  const previous = blockBeside(tree, paragraph, "before", reading.isGone);
  // At the end one paragraph must remain. Before a table the paragraph must not separate two tables.
  const mayGo = next.kind === "none" ? previous.kind === "paragraph" : previous.kind !== "table";
  if (!mayGo) return { kind: "stays" };
  return { kind: "goes", previous: previous.kind === "paragraph" ? previous.node : NONE };
}
