// Writes whole blocks that were inserted, deleted or moved: paragraphs, tables, rows, cells.
//
// A block of the carrier is marked in place. A block of another source is copied without the content controls around
// its runs, marked and inserted (RDL-14).

import { CONTROL_PARTS, CONTROL_PROPERTIES, CONTROLS, TABLE_PARTS } from "../../document/grammar.ts";
import { noteKindOf } from "../../document/marks/notes.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { unwrap } from "../../revisions/markup.ts";
import { unfoldSimpleField, wrapContent } from "../../revisions/write/mark-content.ts";
import { markParagraph, markRow, type StructureChange } from "../../revisions/write/mark-structure.ts";
import type { CellItem, Item, ParagraphItem, RowItem } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import type { TokenPlace } from "../content/tokens.ts";
import { type Unit, unitsOf } from "../content/units.ts";
import type { Mark, Marks, Piece, WholeStep } from "../script/script.ts";
import { CutParagraph, type CutPiece, wholePieces } from "./cut-paragraph.ts";
import { adoptMarked, recorded, treeOf, type Writing } from "./writing.ts";

/** A paragraph to mark: the carrier's paragraph in the redline, or a copy. */
export interface Marked {
  readonly item: ParagraphItem;
  readonly node: NodeId;
  readonly tree: Tree;
}

/** Returns a paragraph of the carrier in the redline. */
export function carrierParagraph(writing: Writing, item: ParagraphItem): Marked {
  return { item, node: item.node, tree: treeOf(writing, item.story.part) };
}

/** Returns a copy of another source's paragraph. It has no content controls around its runs, so that it can be cut. */
export function copied(writing: Writing, item: ParagraphItem, part: string): Marked {
  const tree = treeOf(writing, part);
  const node = tree.graft(item.story.tree, item.node);
  unwrapControls(tree, node);
  return { item, node, tree };
}

/** Deleting the text would leave an empty content control, so remove the control first. */
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

/** Cuts a paragraph of the redline, or a copy, at the given positions. */
export function cutAt(writing: Writing, { item, node, tree }: Marked, places: readonly TokenPlace[]): CutParagraph {
  const isCopy = item.source !== writing.carrier;
  const units = isCopy ? unitsOf(item.source, { ...item.story, tree }, node) : item.units;
  return CutParagraph.at({ tree, node, units }, places);
}

/**
 * Wraps pieces of a paragraph in tracked changes. A move mark is outside the other mark at the new position and inside
 * it at the old one (RDL-13).
 */
export function wrapPieces(
  writing: Writing,
  tree: Tree,
  { pieces, marks: { move, text } }: { readonly pieces: readonly Pick<CutPiece, "node">[]; readonly marks: Marks },
): void {
  let nodes = pieces.flatMap(({ node }) => (tree.name(node) === W.fldSimple ? unfoldSimpleField(tree, node) : [node]));
  for (const mark of move?.change === "movedTo" ? [text, move] : [move, text]) {
    if (mark === undefined) continue;
    nodes = wrapContent(tree, nodes, recorded(writing, mark));
  }
}

/** Marks the paragraph mark of a paragraph. */
export function markEnd(writing: Writing, { tree, node }: Pick<Marked, "tree" | "node">, { move, text }: Marks): void {
  for (const mark of [move, text]) {
    if (mark === undefined) continue;
    markParagraph(tree, node, recorded(writing, mark));
  }
}

/** Returns a single mark as `Marks`. */
function marksOf(mark: Mark): Marks {
  return mark.change === "movedFrom" || mark.change === "movedTo"
    ? { move: mark as Mark<"movedFrom" | "movedTo"> }
    : { text: mark as Mark<StructureChange> };
}

/**
 * Records the notes that marked text of the carrier refers to. Moved text was neither inserted nor deleted, so only
 * text marks count.
 */
export function noteReferences(
  writing: Writing,
  tree: Tree,
  { units, marks }: { units: readonly Unit[]; marks: Marks },
): void {
  const mark = marks.text;
  if (mark === undefined) return;
  for (const { kind, node } of units) {
    if (kind !== "object") continue;
    const note = noteKindOf(tree.name(node));
    if (note !== undefined) writing.markedNotes.push({ kind: note, id: tree.attribute(node, W.id) ?? "", mark });
  }
}

/**
 * Marks a paragraph of the carrier or a copy piece by piece, and its paragraph mark unless `endStays`. Notes of moved
 * paragraphs stay unmarked.
 */
function markWhole(
  writing: Writing,
  marked: Marked,
  { mark, pieces, endStays = false }: Pick<WholeStep, "mark" | "pieces"> & { readonly endStays?: boolean },
): void {
  const { item, tree } = marked;
  const isStanding = item.source === writing.carrier;
  const marks = marksOf(mark);
  if (pieces === undefined) {
    const cut = cutAt(writing, marked, []);
    wrapPieces(writing, tree, { pieces: cut.pieces, marks });
    if (!endStays) markEnd(writing, marked, marks);
    if (isStanding) noteReferences(writing, tree, { units: item.units, marks });
    return;
  }
  const cut = cutAt(
    writing,
    marked,
    pieces.flatMap(({ from, to }) => [from, to]),
  );
  for (const piece of pieces) {
    wrapPieces(writing, tree, { pieces: cut.between(piece.from, piece.to), marks: piece.marks });
  }
  if (!endStays) markEnd(writing, marked, marks);
}

/** Returns the units of a piece that begins and ends between units. */
export function unitsIn({ item, from, to }: Piece): readonly Unit[] {
  return item.units.slice(from.unit, to.unit);
}

/** Marks a block of the carrier in place. */
export function markStanding(
  writing: Writing,
  { item, mark, pieces }: Pick<WholeStep, "item" | "mark" | "pieces">,
  endStays = false,
): void {
  if (item.kind === "table") for (const row of item.rows) markStandingRow(writing, row, structural(mark));
  else {
    const how = pieces === undefined ? { mark, endStays } : { mark, pieces, endStays };
    markWhole(writing, carrierParagraph(writing, item), how);
  }
}

/** Tables have no move marks, so a moved table is written as an insertion and a deletion. */
export function structural({ change, label }: Mark): Mark<StructureChange> {
  return { change: change === "insertion" || change === "movedTo" ? "insertion" : "deletion", label };
}

export function markStandingRow(writing: Writing, { row, cells }: RowItem, mark: Mark<StructureChange>): void {
  for (const cell of cells) {
    markStandingCell(writing, cell, mark);
    const { part } = cell.container.story;
    const how = recorded(writing, mark);
    if (cell === cells[0]) markRow(treeOf(writing, part), row.node, how);
  }
}

/**
 * Marks all content of an inserted or deleted cell. Its last paragraph mark is included, because the whole cell
 * disappears.
 */
export function markStandingCell(writing: Writing, { container }: CellItem, mark: Mark): void {
  for (const item of container.items) markStanding(writing, { item, mark });
}

/** Marks all content of a carrier's inserted or deleted note or header, except the last paragraph mark. */
export function markStandingContent(writing: Writing, items: readonly Item[], mark: Mark): void {
  for (const [index, item] of items.entries()) markStanding(writing, { item, mark }, index === items.length - 1);
}

/** Returns a marked copy of another source's block, not yet inserted. */
export function markedCopy(
  writing: Writing,
  { item, mark, pieces }: Pick<WholeStep, "item" | "mark" | "pieces">,
  part: string,
): NodeId {
  if (item.kind === "table") return markedStructure(writing, item, { mark: structural(mark), part });
  const marked = copied(writing, item, part);
  markWhole(writing, marked, pieces === undefined ? { mark } : { mark, pieces });
  adoptMarked(writing, marked.node, { source: item.source, from: item.story.part, into: part, mark });
  return marked.node;
}

/** A table, row or cell of another source. */
interface Structure {
  readonly source: Source;
  readonly story: Story;
  readonly node: NodeId;
}

/** Returns a copy of a table, row or cell with its rows and content marked. */
export function markedStructure(
  writing: Writing,
  { source, story, node: original }: Structure,
  { mark, part }: { readonly mark: Mark<StructureChange>; readonly part: string },
): NodeId {
  const node = treeOf(writing, part).graft(story.tree, original);
  markBelow(writing, { source, story, node, part, mark });
  adoptMarked(writing, node, { source, from: story.part, into: part, mark });
  return node;
}

/** Marks the rows and content of a copied table, row, cell or whole story. */
function markBelow(writing: Writing, copy: MarkedCopy): void {
  const { source, story, node, part, mark, kept } = copy;
  const tree = treeOf(writing, part);
  const how = recorded(writing, mark);
  if (tree.name(node) === W.tr) markRow(tree, node, how);
  for (const child of tree.children(node)) {
    if (tree.name(child) === W.p) {
      unwrapControls(tree, child);
      const units = unitsOf(source, { ...story, tree }, child);
      wrapPieces(writing, tree, { pieces: wholePieces(tree, units), marks: { text: mark } });
      if (child !== kept) markParagraph(tree, child, how);
    } else if (DESCENDED.has(tree.name(child))) markBelow(writing, { source, story, node: child, part, mark });
  }
}

interface MarkedCopy extends Structure {
  readonly part: string;
  readonly mark: Mark<StructureChange>;
  /** The paragraph whose mark stays unmarked. */
  readonly kept?: NodeId | undefined;
}

const DESCENDED = new NameSet([...TABLE_PARTS, ...CONTROL_PARTS]);

/** Marks all content of a note or header copied from another source, except the last paragraph mark. */
export function markCopiedContent(writing: Writing, copy: Omit<MarkedCopy, "kept">): void {
  const tree = treeOf(writing, copy.part);
  const kept = tree.children(copy.node).findLast((child) => tree.name(child) === W.p);
  markBelow(writing, { ...copy, kept });
}
