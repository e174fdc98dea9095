// Reads tables as rows of cells on a grid.
//
// A cell takes the number of grid columns that its gridSpan sets. Rows may begin late (gridBefore), end early (gridAfter) and
// differ in width. Cells merge downwards by vMerge: a cell that continues belongs to the cell that restarts above it in the
// same grid column. In older files cells also merge to the right by hMerge. Every cell keeps its own position and paragraphs,
// merged or not. Spans are limited to the maximum of Word, so absurd numbers in a file do not cost memory.

import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { cellsOf, rowsOf } from "./text/blocks.ts";
import type { Story } from "./text/stories.ts";
import { childValue, twips, wholeNumber } from "./values.ts";
import { W } from "./word-names.ts";

/** Maximum number of columns of a table in Word. */
export const MOST_COLUMNS = 63;

export type CellMerge = "restart" | "continue";

export interface TableCell {
  readonly node: NodeId;
  /** The w:tcPr, or NONE. */
  readonly properties: NodeId;
  /** Grid column in which the cell begins, from 0. */
  readonly column: number;
  /** Number of grid columns of the cell itself. */
  readonly gridSpan: number;
  readonly vMerge: CellMerge | undefined;
  readonly hMerge: CellMerge | undefined;
  /** Grid columns and rows that the cell covers together with the cells merged into it. */
  readonly columnSpan: number;
  readonly rowSpan: number;
  /** Cell that this cell is merged into, or NONE. */
  readonly mergedInto: NodeId;
}

export interface TableRow {
  readonly node: NodeId;
  /** The w:trPr, or NONE. */
  readonly properties: NodeId;
  readonly gridBefore: number;
  readonly gridAfter: number;
  readonly cells: readonly TableCell[];
}

export interface Table {
  readonly node: NodeId;
  /** The w:tblPr, or NONE. */
  readonly properties: NodeId;
  /** Widths in the table's grid, in twentieths of a point. */
  readonly grid: readonly (number | undefined)[];
  /** Number of grid columns of the widest row. `grid` may have more, because it may keep a deleted column. */
  readonly columns: number;
  readonly rows: readonly TableRow[];
}

export function readTable(story: Story, node: NodeId): Table {
  const { tree } = story;
  const grid = readGrid(tree, node);
  const rows = rowsOf(story, node).map((row) => readRow(story, row));
  mergeDown(rows);
  const columns = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  return { node, properties: tree.child(node, W.tblPr), grid, columns, rows };
}

type CellDraft = { -readonly [Key in keyof TableCell]: TableCell[Key] };
type RowDraft = Omit<TableRow, "cells"> & { readonly cells: CellDraft[] };

/** Returns the widths of a table's columns as one string. Equal grids have equal strings. */
export function gridText(tree: Tree, table: NodeId): string {
  return readGrid(tree, table).join(" ");
}

function readGrid(tree: Tree, table: NodeId): (number | undefined)[] {
  const grid = tree.child(table, W.tblGrid);
  const columns = grid === NONE ? [] : tree.children(grid).filter((child) => tree.name(child) === W.gridCol);
  return columns.map((column) => twips(tree.attribute(column, W.w)));
}

/** Reads one row. Spans do not include merges downwards, because those depend on the rows above. */
export function readRow(story: Story, node: NodeId): RowDraft {
  const { tree } = story;
  const properties = tree.child(node, W.trPr);
  const gridBefore = readSpan(childValue(tree, properties, W.gridBefore), 0);
  const gridAfter = readSpan(childValue(tree, properties, W.gridAfter), 0);
  let column = gridBefore;
  const cells = cellsOf(story, node).map((cell) => {
    const read = readCell(tree, cell, column);
    column += read.gridSpan;
    return read;
  });
  mergeRight(cells);
  return { node, properties, gridBefore, gridAfter, cells };
}

function readCell(tree: Tree, node: NodeId, column: number): CellDraft {
  const properties = tree.child(node, W.tcPr);
  const gridSpan = readSpan(childValue(tree, properties, W.gridSpan), 1);
  return {
    node,
    properties,
    column,
    gridSpan,
    vMerge: readMerge(tree, properties === NONE ? NONE : tree.child(properties, W.vMerge)),
    hMerge: readMerge(tree, properties === NONE ? NONE : tree.child(properties, W.hMerge)),
    columnSpan: gridSpan,
    rowSpan: 1,
    mergedInto: NONE,
  };
}

function readSpan(value: string | undefined, least: number): number {
  return Math.min(MOST_COLUMNS, Math.max(least, wholeNumber(value) ?? least));
}

/** Returns the merge of a cell. A merge without a value continues. */
function readMerge(tree: Tree, node: NodeId): CellMerge | undefined {
  if (node === NONE) return undefined;
  return tree.attribute(node, W.val) === "restart" ? "restart" : "continue";
}

function mergeRight(cells: readonly CellDraft[]): void {
  let first: CellDraft | undefined;
  for (const cell of cells) {
    if (cell.hMerge === "continue" && first !== undefined) {
      first.columnSpan += cell.gridSpan;
      cell.mergedInto = first.node;
    } else first = cell.hMerge === undefined ? undefined : cell;
  }
}

/** Merges cells downwards. A cell that continues without a merge above it stays a separate cell. */
function mergeDown(rows: readonly RowDraft[]): void {
  let above = new Map<number, CellDraft>();
  for (const { cells } of rows) {
    const next = new Map<number, CellDraft>();
    for (const cell of cells) {
      const first = cell.vMerge === "continue" ? above.get(cell.column) : undefined;
      if (first !== undefined) {
        first.rowSpan += 1;
        if (cell.mergedInto === NONE) cell.mergedInto = first.node;
      }
      if (cell.vMerge !== undefined) next.set(cell.column, first ?? cell);
    }
    above = next;
  }
}

function widthOf({ gridBefore, gridAfter, cells }: TableRow): number {
  return cells.reduce((sum, { gridSpan }) => sum + gridSpan, gridBefore + gridAfter);
}
