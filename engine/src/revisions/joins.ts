// What becomes of a paragraph whose mark goes.
//
// It joins the next paragraph, and the mark that survives is the next one's: its properties hold
// (docs/word-behaviour.md#joined-paragraphs). Where no paragraph follows, before a table or at the end of a
// cell or story, a mark cannot go: an empty paragraph goes as a whole if what is left is still
// well-formed, any other stays as it is. The view of a document and the change of it ask here, so
// they cannot differ.

import { WRAPPERS } from "../document/grammar.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";

export type Neighbour = { readonly kind: "paragraph" | "table"; readonly node: NodeId } | { readonly kind: "none" };

/** Tells whether a block is there at all in the reading at hand. */
export type IsGone = (block: NodeId) => boolean;

type Direction = "before" | "after";

/** Finds the block before or after another in its story or cell, also inside of content controls and other wrappers. */
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

/** Returns a block itself; of a wrapper, its last block when one looks before it, and its first when one looks after it. */
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

/** A table without rows shows nothing and parts nothing. */
function hasRow(tree: Tree, table: NodeId): boolean {
  return tree
    .children(table)
    .some((child) => tree.name(child) === W.tr || (WRAPPERS.has(tree.name(child)) && hasRow(tree, child)));
}

export type Fate =
  | { readonly kind: "joins"; readonly next: NodeId }
  /** `previous` is the paragraph before it. */
  | { readonly kind: "goes"; readonly previous: NodeId }
  | { readonly kind: "stays" };

/** What happens to a paragraph whose mark goes, given whether it has any content left. */
export function fateOf(
  tree: Tree,
  paragraph: NodeId,
  reading: { readonly isGone: IsGone; readonly isEmpty: boolean },
): Fate {
  const next = blockBeside(tree, paragraph, "after", reading.isGone);
  if (next.kind === "paragraph") return { kind: "joins", next: next.node };
  if (!reading.isEmpty) return { kind: "stays" };
  const previous = blockBeside(tree, paragraph, "before", reading.isGone);
  // At the end a paragraph must remain; before a table, two tables must not touch.
  const mayGo = next.kind === "none" ? previous.kind === "paragraph" : previous.kind !== "table";
  if (!mayGo) return { kind: "stays" };
  return { kind: "goes", previous: previous.kind === "paragraph" ? previous.node : NONE };
}
