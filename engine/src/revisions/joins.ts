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

/** The block that follows a paragraph in its story or cell. */
function nextBlock(tree: Tree, paragraph: NodeId, isGone: IsGone): Neighbour {
  return neighbour(tree, paragraph, {
    isGone,
    step: (node) => tree.nextSibling(node),
    enter: (node) => tree.children(node),
  });
}

function previousBlock(tree: Tree, paragraph: NodeId, isGone: IsGone): Neighbour {
  return neighbour(tree, paragraph, {
    isGone,
    step: (node) => tree.previousSibling(node),
    enter: (node) => tree.children(node).reverse(),
  });
}

interface Walk {
  readonly isGone: IsGone;
  readonly step: (node: NodeId) => NodeId;
  readonly enter: (node: NodeId) => NodeId[];
}

function neighbour(tree: Tree, start: NodeId, walk: Walk): Neighbour {
  for (let at = start; at !== NONE; at = tree.parent(at)) {
    for (let sibling = walk.step(at); sibling !== NONE; sibling = walk.step(sibling)) {
      const found = blockIn(tree, sibling, walk);
      if (found !== undefined) return found;
    }
    if (!WRAPPERS.has(tree.name(tree.parent(at)))) return { kind: "none" };
  }
  return { kind: "none" };
}

function blockIn(tree: Tree, node: NodeId, walk: Walk): Neighbour | undefined {
  const name = tree.name(node);
  if (name === W.p) return walk.isGone(node) ? undefined : { kind: "paragraph", node };
  if (name === W.tbl) return walk.isGone(node) || !hasRow(tree, node) ? undefined : { kind: "table", node };
  if (!WRAPPERS.has(name)) return undefined;
  for (const child of walk.enter(node)) {
    const found = blockIn(tree, child, walk);
    if (found !== undefined) return found;
  }
  return undefined;
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
  const next = nextBlock(tree, paragraph, reading.isGone);
  if (next.kind === "paragraph") return { kind: "joins", next: next.node };
  if (!reading.isEmpty) return { kind: "stays" };
  const previous = previousBlock(tree, paragraph, reading.isGone);
  // At the end a paragraph must remain; before a table, two tables must not touch.
  const mayGo = next.kind === "none" ? previous.kind === "paragraph" : previous.kind !== "table";
  if (!mayGo) return { kind: "stays" };
  return { kind: "goes", previous: previous.kind === "paragraph" ? previous.node : NONE };
}
