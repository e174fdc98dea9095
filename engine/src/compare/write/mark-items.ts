// Whole items that came, went or moved: paragraphs, rows, tables.
//
// What came is marked where it stands. What went is copied from the before document, without the controls around
// its content, marked, and put in. A moved paragraph is both: what it shares with its other half is moved, the rest
// was deleted at its old place or inserted at its new one.

import { CONTROL_PARTS, CONTROL_PROPERTIES, CONTROLS, TABLE_PARTS } from "../../document/grammar.ts";
import type { Story } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { unwrap } from "../../revisions/markup.ts";
import { type ContentChange, unfoldSimpleField, wrapContent } from "../../revisions/write/mark-content.ts";
import { markParagraph, markRow, type StructureChange } from "../../revisions/write/mark-structure.ts";
import type { CellItem, Item, ParagraphItem, RowItem } from "../content/items.ts";
import { type Place, placeOf, type Tokens } from "../content/tokens.ts";
import { unitsOf } from "../content/units.ts";
import type { MovedHalf } from "../plan/plan.ts";
import { CutParagraph, type Piece, wholePieces } from "./cut-paragraph.ts";
import { adopt, treeOf, type Writing } from "./writing.ts";

/** Where a paragraph stands that is to be marked: itself in the redline, or a copy. */
export interface Marked {
  readonly item: ParagraphItem;
  readonly node: NodeId;
  readonly tree: Tree;
}

/** The paragraph of the after side as it stands in the redline. */
export function standing(writing: Writing, item: ParagraphItem): Marked {
  return { item, node: item.node, tree: treeOf(writing, item.story.part) };
}

/** A copy of a paragraph of the before side that can be cut: without the controls around its runs. */
export function copied(writing: Writing, item: ParagraphItem, part: string): Marked {
  const tree = treeOf(writing, part);
  const node = tree.graft(item.story.tree, item.node);
  unwrapControls(tree, node);
  return { item, node, tree };
}

/** A control around text that goes would be left without any. */
function unwrapControls(tree: Tree, holder: NodeId): void {
  for (const child of tree.children(holder)) {
    const name = tree.name(child);
    if (name === W.hyperlink) unwrapControls(tree, child);
    if (!CONTROLS.has(name)) continue;
    unwrapControls(tree, child);
    for (const inner of tree.children(child)) {
      if (tree.name(inner) === W.sdtContent) {
        unwrapControls(tree, inner);
        unwrap(tree, inner);
      } else if (CONTROL_PROPERTIES.has(tree.name(inner)) || !tree.isElement(inner)) tree.remove(inner);
    }
    unwrap(tree, child);
  }
}

/** Cuts a paragraph, in the redline or a copy, before the given tokens and at the given places. */
export function cutAt(
  { item, node, tree }: Marked,
  cuts: Iterable<number>,
  places: readonly Place[] = [],
): CutParagraph {
  const isCopy = item.side.role === "before";
  const units = isCopy ? unitsOf(item.side, { ...item.story, tree }, node) : item.units;
  const tokens = (): Tokens => item.tokens;
  const starts = [...cuts].map((token) => placeOf(item.tokens, token));
  return new CutParagraph({ tree, node, units, tokens }, [...starts, ...places]);
}

/** Puts pieces of a paragraph in a tracked change. */
export function wrapPieces(
  tree: Tree,
  pieces: readonly Piece[],
  { change, writing }: { readonly change: ContentChange; readonly writing: Writing },
): void {
  const nodes = pieces.flatMap(({ node }) =>
    tree.name(node) === W.fldSimple ? unfoldSimpleField(tree, node) : [node],
  );
  wrapContent(tree, nodes, { change, maker: writing.maker });
}

/** Marks everything in a paragraph; its mark too unless it is one that stays. */
function markWhole(
  writing: Writing,
  marked: Marked,
  { change, isLast }: { change: StructureChange; isLast: boolean },
): void {
  const { tree, node } = marked;
  const cut = cutAt(marked, []);
  wrapPieces(tree, cut.pieces, { change, writing });
  if (!isLast) markParagraph(tree, node, { change, maker: writing.maker });
  if (change === "insertion") noteInsertions(writing, marked);
}

/** Remembers the notes that inserted text refers to. */
export function noteInsertions(writing: Writing, { item, tree }: Marked, units = item.units): void {
  for (const { kind, node } of units) {
    if (kind !== "object") continue;
    const name = tree.name(node);
    const note = name === W.footnoteReference ? "footnote" : name === W.endnoteReference ? "endnote" : undefined;
    if (note !== undefined) writing.insertedNotes.push({ kind: note, id: tree.attribute(node, W.id) ?? "" });
  }
}

/** Marks an item of the after side as inserted. */
export function markInserted(writing: Writing, item: Item): void {
  if (item.kind === "paragraph") markWhole(writing, standing(writing, item), { change: "insertion", isLast: false });
  else for (const row of item.rows) markInsertedRow(writing, row);
}

export function markInsertedRow(writing: Writing, { row, cells }: RowItem): void {
  for (const cell of cells) {
    markInsertedCell(writing, cell);
    const { part } = cell.container.story;
    if (cell === cells[0]) markRow(treeOf(writing, part), row.node, { change: "insertion", maker: writing.maker });
  }
}

function markItem(writing: Writing, item: Item, isLast: boolean): void {
  if (item.kind === "table") markInserted(writing, item);
  else markWhole(writing, standing(writing, item), { change: "insertion", isLast });
}

/** What stands in a cell that came, its last mark too: it goes with the cell. */
export function markInsertedCell(writing: Writing, { container }: CellItem): void {
  for (const item of container.items) markItem(writing, item, false);
}

/** Marks all content of a container of the after side as inserted: a note or a header that came. */
export function markInsertedContent(writing: Writing, items: readonly Item[]): void {
  for (const [index, item] of items.entries()) markItem(writing, item, index === items.length - 1);
}

/** A copy of an item of the before side, marked as deleted, to be put in a part of the redline. */
export function deletedCopy(writing: Writing, item: Item, part: string): NodeId {
  if (item.kind === "table") return deletedStructure(writing, item, part);
  const marked = copied(writing, item, part);
  markWhole(writing, marked, { change: "deletion", isLast: false });
  adopt(writing, marked.node, { from: item.story.part, into: part });
  return marked.node;
}

/** A copy of a table, row or cell of the before side, its rows and content marked as deleted. */
export function deletedStructure(
  writing: Writing,
  { story, node: original }: { readonly story: Story; readonly node: NodeId },
  part: string,
): NodeId {
  const node = treeOf(writing, part).graft(story.tree, original);
  markDeletedBelow(writing, { story, node, part });
  adopt(writing, node, { from: story.part, into: part });
  return node;
}

/** Marks the rows and the content of a copied table, row or cell, or of something that was copied into the redline whole. */
function markDeletedBelow(writing: Writing, { story, node, part, kept }: DeletedCopy): void {
  const tree = treeOf(writing, part);
  if (tree.name(node) === W.tr) markRow(tree, node, { change: "deletion", maker: writing.maker });
  for (const child of tree.children(node)) {
    if (tree.name(child) === W.p) {
      unwrapControls(tree, child);
      const units = unitsOf(writing.before, { ...story, tree }, child);
      wrapPieces(tree, wholePieces(tree, units), { change: "deletion", writing });
      if (child !== kept) markParagraph(tree, child, { change: "deletion", maker: writing.maker });
    } else if (DESCENDED.has(tree.name(child))) markDeletedBelow(writing, { story, node: child, part });
  }
}

interface DeletedCopy {
  /** The story that it was copied from. */
  readonly story: Story;
  readonly node: NodeId;
  readonly part: string;
  /** The paragraph whose mark stays. */
  readonly kept?: NodeId | undefined;
}

const DESCENDED = new NameSet([...TABLE_PARTS, ...CONTROL_PARTS]);

/** Marks one half of a move: `marked` stands in the redline, or is a copy of the before side. */
export function markMoved(
  writing: Writing,
  marked: Marked,
  { move, half }: { move: MovedHalf; half: "from" | "to" },
): void {
  const { tree, node, item } = marked;
  const end = item.tokens.keys.length;
  const cut = cutAt(
    marked,
    move.kept.flatMap(({ from, to }) => [from, to]).filter((token) => token < end),
  );
  const [moved, changed] = half === "from" ? (["movedFrom", "deletion"] as const) : (["movedTo", "insertion"] as const);
  let done = 0;
  for (const { from, to } of [...move.kept, { from: end, to: end }]) {
    wrapPieces(tree, cut.between(done, from), { change: changed, writing });
    wrapPieces(tree, cut.between(from, to), { change: moved, writing });
    done = to;
  }
  markParagraph(tree, node, { change: moved, maker: writing.maker });
}

/** Marks the content of a note or header that was copied from the before side: all of it went but the last mark. */
export function markDeletedContent(writing: Writing, copy: Omit<DeletedCopy, "kept">): void {
  const tree = treeOf(writing, copy.part);
  const kept = tree.children(copy.node).findLast((child) => tree.name(child) === W.p);
  markDeletedBelow(writing, { ...copy, kept });
}
