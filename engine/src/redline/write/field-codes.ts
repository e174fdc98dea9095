// Writes links and simple fields as field codes, which a tracked change can contain (RDL-18).

import { W } from "../../document/word-names.ts";
import { makeField } from "../../language/content-runs/run-nodes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { childAround, unwrap } from "../../revisions/markup.ts";
import { splitHolder } from "../../revisions/write/cut-runs.ts";
import type { MadeCodes, Piece } from "../script/script.ts";
import { CutParagraph, type CutPiece } from "./cut-paragraph.ts";

/** Returns runs for parts of a field, not yet inserted in the tree. */
export function makeCodes(tree: Tree, { parts, code }: Pick<MadeCodes, "parts" | "code">): { readonly node: NodeId }[] {
  const field = makeField({ tree, properties: NONE, format: {} }, code);
  return parts.map((part) => ({ node: field[part] }));
}

/**
 * Removes the link and simple field elements around ranges of a paragraph. A link that contains more than these ranges
 * is split first.
 */
export function unlink(cut: CutParagraph, bare: readonly Pick<Piece, "from" | "to">[]): CutParagraph {
  if (bare.length === 0) return cut;
  const { tree, node } = cut;
  const chosen = new Set(bare.flatMap(({ from, to }) => cut.between(from, to)));
  const linked = Map.groupBy(cut.pieces, (piece) => linkAround(tree, piece.node, node));
  for (const [link, pieces] of linked) {
    const inside = link === NONE ? [] : pieces.filter((piece) => chosen.has(piece));
    if (inside.length > 0) unwrap(tree, inside.length === pieces.length ? link : cutOut(tree, link, inside));
  }
  const pieces = cut.pieces.flatMap((piece) => (chosen.has(piece) ? unfolded(tree, { ...piece, link: "" }) : [piece]));
  return new CutParagraph({ tree, node }, pieces);
}

/** Returns the link around a piece of a paragraph, or NONE. */
export function linkAround(tree: Tree, node: NodeId, paragraph: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== paragraph && at !== NONE && tree.name(at) !== W.hyperlink) at = tree.parent(at);
  return at === paragraph ? NONE : at;
}

/** Splits a link so that one element contains only the given adjacent pieces, and returns that element. */
function cutOut(tree: Tree, link: NodeId, pieces: readonly CutPiece[]): NodeId {
  const [first, last] = [childAround(tree, link, pieces[0]!.node), childAround(tree, link, pieces.at(-1)!.node)];
  const next = tree.nextSibling(last);
  if (next !== NONE) splitHolder(tree, next);
  return tree.previousSibling(first) === NONE ? link : splitHolder(tree, first);
}

/** Replaces a simple field with its content. */
function unfolded(tree: Tree, piece: CutPiece): CutPiece[] {
  if (tree.name(piece.node) !== W.fldSimple) return [piece];
  const inner = tree.children(piece.node).filter((child) => tree.isElement(child) && tree.name(child) !== W.fldData);
  for (const child of tree.children(piece.node)) if (!inner.includes(child)) tree.remove(child);
  unwrap(tree, piece.node);
  return inner.map((node) => ({ ...piece, node }));
}
