// Inserts and deletes rows, and merges cells of a row.

import { NONE, type NodeId, type Tree, W } from "@versus/engine/inside";
import type { Draft, EditFinder } from "../draft.ts";
import { copiesOf, elementsIn, make, makeParagraph, makeValue, propertiesOf, setProperty } from "../markup.ts";
import { firstRun } from "../places.ts";
import { takeOut } from "../relationships.ts";
import { someWords } from "../words.ts";
import { type Cell, gridsOf, isFreeCell, type Row, textsOf } from "./grids.ts";

/** Minimum number of rows that a table keeps. */
const LEAST_ROWS = 2;

/** Returns a random untouched row of a table without merged cells, but never its first row. */
function pickRow(draft: Draft): Row | undefined {
  const grids = gridsOf(draft).filter(
    ({ node, rows }) =>
      draft.isUntouched(node) &&
      rows.length > LEAST_ROWS &&
      rows.every(({ cells }) => cells.every(({ isMerged }) => !isMerged)),
  );
  const rows = grids.flatMap((grid) => grid.rows.slice(1));
  return draft.draw(
    rows.filter(
      ({ table, cells }) =>
        cells.length > 0 && cells.every((cell) => isFreeCell(draft, table, cell) && !cell.holdsTable),
    ),
  );
}

function touchRow(draft: Draft, { cells }: Row): void {
  for (const { places } of cells) draft.touch(...places);
}

export const insertRow: EditFinder = (draft) => {
  const row = pickRow(draft);
  if (row === undefined) return undefined;
  return () => {
    touchRow(draft, row);
    const after = putRow(draft, row);
    return { ...placeOf(row), before: [], after, offset: 0, removed: "", inserted: after.join("\n") };
  };
};

/** Inserts a row of new words after another. Returns the words. */
export function putRow({ random }: Draft, { node, table, cells }: Row): string[] {
  const { tree } = table.story;
  const after = cells.map((cell) => someWords(textsOf([cell]).join(""), 2, random));
  const made = cells.map((cell, index) => makeCell(tree, cell, after[index]!));
  const row = make(tree, W.tr, ...copiesOf(tree, node, W.tblPrEx), ...rowProperties(tree, node), ...made);
  tree.insertBefore(table.node, row, tree.nextSibling(node));
  return after;
}

/** Returns a copy of a row's properties for a row that is not a heading. */
function rowProperties(tree: Tree, row: NodeId): NodeId[] {
  const copies = copiesOf(tree, row, W.trPr);
  for (const copy of copies) {
    for (const child of elementsIn(tree, copy)) if (tree.name(child) === W.tblHeader) tree.remove(child);
  }
  return copies;
}

/** Returns a cell with one paragraph, formatted like another cell. */
export function makeCell(tree: Tree, { node, places }: Cell, text: string): NodeId {
  const [like] = places;
  const paragraph = makeParagraph(tree, { paragraph: like!.node, run: firstRun(like!) }, text);
  return make(tree, W.tc, ...copiesOf(tree, node, W.tcPr), paragraph);
}

export const deleteRow: EditFinder = (draft) => {
  const row = pickRow(draft);
  if (row === undefined) return undefined;
  return () => {
    touchRow(draft, row);
    const before = textsOf(row.cells);
    takeOut(draft.document, row.table.story, row.node);
    return { ...placeOf(row), before, after: [], offset: 0, removed: before.join("\n"), inserted: "" };
  };
};

function placeOf({ cells }: Row) {
  const [{ reference: story, index: paragraph }] = cells[0]!.places as [Cell["places"][number]];
  return { story, paragraph };
}

/** Merges two adjacent cells. If both contain text, their paragraphs follow each other. */
export const mergeCells: EditFinder = (draft) => {
  const rows = gridsOf(draft)
    .filter(({ node }) => draft.isUntouched(node))
    .flatMap((grid) => grid.rows);
  const pairs = rows.flatMap((row) =>
    row.cells.slice(1).flatMap((right, index) => {
      const left = row.cells[index]!;
      const isFree = [left, right].every((cell) => isFreeCell(draft, row.table, cell) && isSimple(cell));
      return isFree ? [{ row, left, right }] : [];
    }),
  );
  const pair = draft.draw(pairs);
  if (pair === undefined) return undefined;
  return () => {
    const { row, left, right } = pair;
    const before = textsOf([left, right]);
    // The text of one cell moves to the other. Moving the shorter text is enough.
    const relocated = Math.min(...[left, right].map((cell) => textsOf([cell]).join("").length));
    draft.touch(...left.places, ...right.places);
    const after = merge(row.table.story.tree, left, right);
    const [first] = left.places as [Cell["places"][number]];
    const place = { story: first.reference, paragraph: first.index };
    const property = spanChange(left, right);
    return { ...place, before, after, offset: 0, removed: "", inserted: "", property, relocated };
  };
};

function isSimple({ isMerged, holdsTable }: Cell): boolean {
  return !isMerged && !holdsTable;
}

function spanChange(left: Cell, right: Cell) {
  return { name: "gridSpan", before: String(left.gridSpan), after: String(left.gridSpan + right.gridSpan) };
}

/** Properties that come before the span of a cell. */
const BEFORE_SPAN: ReadonlySet<string> = new Set(["cnfStyle", "tcW"]);

function merge(tree: Tree, left: Cell, right: Cell): string[] {
  const isEmpty = (cell: Cell): boolean => textsOf([cell]).every((text) => text === "");
  const kept = isEmpty(right) ? [left] : isEmpty(left) ? [right] : [left, right];
  const content = (cell: Cell): NodeId[] => elementsIn(tree, cell.node).filter((child) => tree.name(child) !== W.tcPr);
  const moved = kept.includes(right) ? content(right) : [];
  if (!kept.includes(left)) for (const child of content(left)) tree.remove(child);
  for (const child of moved) {
    tree.remove(child);
    tree.append(left.node, child);
  }
  const properties = propertiesOf(tree, left.node, W.tcPr);
  widen(tree, properties, tree.child(right.node, W.tcPr));
  const span = makeValue(tree, W.gridSpan, String(left.gridSpan + right.gridSpan));
  setProperty(tree, properties, span, BEFORE_SPAN);
  tree.remove(right.node);
  return textsOf(kept);
}

/** Adds up the widths of two cells if both are in twentieths of a point (`dxa`). */
function widen(tree: Tree, properties: NodeId, others: NodeId): void {
  const widths = [properties, others].map((owner) => (owner === NONE ? NONE : tree.child(owner, W.tcW)));
  if (widths.some((width) => width === NONE || tree.attribute(width, W.type) !== "dxa")) return;
  const sum = widths.reduce((total, width) => total + Number(tree.attribute(width, W.w)), 0);
  if (Number.isInteger(sum)) tree.setAttribute(widths[0]!, W.w, String(sum));
}
