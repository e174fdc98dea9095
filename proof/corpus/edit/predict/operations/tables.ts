// Predicts inserted and deleted tables, rows and columns.

import {
  type DestinationGiven,
  type LocatorGiven,
  locateDestination,
  locatePara,
  locateTable,
  putParas,
  type TableGiven,
  Unlocated,
} from "../locate.ts";
import { type Cell, known, type Model, type Para, parasIn, type Row, type Table } from "../model.ts";
import type { Content, NewParagraph } from "../write-content.ts";
import { numberNewParas } from "./numbering.ts";
import { deleteParas, makeParas, withGaps } from "./paragraphs.ts";
import { dropNotes } from "./text.ts";

type CellValue = Content | { readonly new_paragraphs: readonly NewParagraph[] };

/** A row or column, named by its number or by a paragraph in it. */
type LineGiven = LocatorGiven & { readonly table?: TableGiven; readonly number?: number };

function paragraphsOf(value: CellValue): readonly NewParagraph[] {
  return typeof value === "object" && "new_paragraphs" in value ? value.new_paragraphs : [{ content: value }];
}

interface NewCell {
  readonly cell: Cell;
  readonly value: CellValue;
  /** The paragraph whose properties its paragraphs take. */
  readonly like: Para | undefined;
}

/** Fills new cells and returns the paragraphs of each. Paragraphs with equal numbering are in one list. */
function fillCells(model: Model, cells: readonly NewCell[]): Para[][] {
  const filled = cells.map(({ cell, value, like }) =>
    makeParas(model, paragraphsOf(value), { part: cell.row.table.part, cell, like }),
  );
  const items = cells.flatMap(({ value }) => paragraphsOf(value));
  numberNewParas(model, items, filled.flat());
  return filled;
}

export interface InsertTableEdit {
  readonly destination: DestinationGiven;
  readonly rows: readonly (readonly CellValue[])[];
  readonly style_id?: string;
  readonly ref?: string;
}

export function insertTable(model: Model, { destination: given, rows, style_id: style, ref }: InsertTableEdit): void {
  const destination = locateDestination(model, given);
  const columns = rows[0]!.length;
  const table: Table = {
    part: destination.part,
    rows: [],
    allRows: [],
    columnNow: [],
    columns: known(columns),
    style: known(style),
    around: destination.cell,
  };
  const cells = rows.flatMap((values) => {
    const row: Row = { table, cells: [] };
    table.rows.push(row);
    return values.map((value, index) => {
      const cell: Cell = { row, column: index + 1, columnSpan: 1, rowSpan: 1 };
      row.cells.push(cell);
      return { cell, value, like: undefined };
    });
  });
  putParas(destination, withGaps(destination, fillCells(model, cells).flat()));
  if (ref !== undefined) model.refs.set(ref, { kind: "table", table });
}

export function deleteTable(model: Model, { table }: { readonly table: TableGiven }): void {
  deleteParas(model, parasIn(locateTable(model, table)));
}

function locateRow(model: Model, given: LineGiven): Row {
  const made = given.ref === undefined ? undefined : model.refs.get(given.ref);
  if (made?.kind === "row") return made.row;
  const row =
    given.table === undefined ? locatePara(model, given).cell?.row : rowAt(locateTable(model, given.table), given);
  if (row === undefined || !row.table.rows.includes(row)) throw new Unlocated("the row is not there");
  return row;
}

function rowAt({ allRows, rows }: Table, { number = 0 }: LineGiven): Row | undefined {
  return (allRows.length > 0 ? allRows : rows)[number - 1];
}

export interface InsertRowEdit {
  readonly destination: { readonly row: LineGiven; readonly position: "before" | "after" };
  readonly cells?: readonly CellValue[];
  readonly ref?: string;
}

export function insertTableRow(model: Model, { destination, cells, ref }: InsertRowEdit): void {
  const beside = locateRow(model, destination.row);
  const { table } = beside;
  const isAfter = destination.position === "after";
  const row: Row = { table, cells: [], behind: isAfter ? beside : undefined };
  const made = cellsOf(beside).map((like, index) => {
    const cell: Cell = { row, column: like.column, columnSpan: like.columnSpan, rowSpan: 1 };
    row.cells.push(cell);
    return { cell, value: cells?.[index] ?? "", like: firstIn(like) };
  });
  let at = table.rows.indexOf(beside) + (isAfter ? 1 : 0);
  while (isAfter && isBehind(table.rows[at], beside)) at += 1;
  const place = at === 0 ? firstOf(rowParas(table.rows[0]!)) : afterRow(table.rows[at - 1]!);
  table.rows.splice(at, 0, row);
  table.part.paras.splice(place, 0, ...fillCells(model, made).flat());
  if (ref !== undefined) model.refs.set(ref, { kind: "row", row });
}

function isBehind(row: Row | undefined, beside: Row): boolean {
  return row?.behind !== undefined && (row.behind === beside || isBehind(row.behind, beside));
}

function cellsOf({ cells }: Row): Cell[] {
  return [...cells].sort((one, other) => one.column - other.column);
}

/** Returns the first paragraph of a cell, without nested tables. */
function firstIn(cell: Cell): Para | undefined {
  return cell.row.table.part.paras.find((para) => para.cell === cell);
}

/** Returns the paragraphs of a row, including those of nested tables. */
function rowParas(row: Row): Para[] {
  const own = new Set(row.cells);
  return row.table.part.paras.filter((para) => cellsAround(para).some((cell) => own.has(cell)));
}

function cellsAround(para: Para): Cell[] {
  const cells: Cell[] = [];
  for (let { cell } = para; cell !== undefined; cell = cell.row.table.around) cells.push(cell);
  return cells;
}

function firstOf([first]: readonly Para[]): number {
  if (first === undefined) throw new Unlocated("a row holds nothing");
  return first.part.paras.indexOf(first);
}

function afterRow(row: Row): number {
  const last = rowParas(row).at(-1);
  if (last === undefined) throw new Unlocated("a row holds nothing");
  return last.part.paras.indexOf(last) + 1;
}

export interface DeleteRowEdit {
  readonly row: LineGiven | readonly LineGiven[];
}

export function deleteTableRow(model: Model, { row: given }: DeleteRowEdit): void {
  const rows = new Set([given].flat().map((one) => locateRow(model, one as LineGiven)));
  for (const row of rows) {
    dropParas(model, rowParas(row));
    row.table.rows.splice(row.table.rows.indexOf(row), 1);
    if (row.table.rows.length === 0) throw new Unlocated("no row is left");
  }
}

/** Removes paragraphs together with their cells. */
function dropParas(model: Model, paras: readonly Para[]): void {
  const gone = new Set(paras);
  for (const para of gone) para.isGone = true;
  dropNotes(model, gone);
  const [first] = paras;
  if (first !== undefined) first.part.paras = first.part.paras.filter((para) => !gone.has(para));
}

interface Column {
  readonly table: Table;
  /** Its current number. */
  readonly number: number;
}

function locateColumn(model: Model, given: LineGiven): Column {
  const made = given.ref === undefined ? undefined : model.refs.get(given.ref);
  if (made?.kind === "column") return { table: made.table, number: made.cells[0]!.column };
  if (given.table !== undefined) {
    const table = locateTable(model, given.table);
    const number = table.columnNow.length === 0 ? given.number : table.columnNow[given.number ?? -1];
    if (number === undefined) throw new Unlocated(`column ${given.number} is not there`);
    return { table, number };
  }
  const { cell } = locatePara(model, given);
  if (cell === undefined || cell.columnSpan > 1) throw new Unlocated("the paragraph names no column");
  return { table: cell.row.table, number: cell.column };
}

export interface InsertColumnEdit {
  readonly destination: { readonly column: LineGiven; readonly position: "before" | "after" };
  readonly cells?: readonly CellValue[];
  readonly ref?: string;
}

export function insertTableColumn(model: Model, { destination, cells, ref }: InsertColumnEdit): void {
  const { table, number } = locateColumn(model, destination.column);
  const isAfter = destination.position === "after";
  const at = isAfter ? number + 1 : number;
  const besides = table.rows.map((row) => {
    const beside = row.cells.find((cell) => (isAfter ? cell.column + cell.columnSpan === at : cell.column === at));
    if (beside === undefined) throw new Unlocated("a row has no cell beside the new column");
    return beside;
  });
  const made = besides.map(({ row }): Cell => ({ row, column: at, columnSpan: 1, rowSpan: 1 }));
  const filled = fillCells(
    model,
    made.map((cell, index) => ({ cell, value: cells?.[index] ?? "", like: firstIn(besides[index]!) })),
  );
  for (const [index, beside] of besides.entries()) {
    const around = table.part.paras.filter((para) => cellsAround(para).includes(beside));
    const place = isAfter ? table.part.paras.indexOf(around.at(-1)!) + 1 : firstOf(around);
    table.part.paras.splice(place, 0, ...filled[index]!);
  }
  shiftColumns(table, at, 1);
  for (const cell of made) cell.row.cells.push(cell);
  if (ref !== undefined) model.refs.set(ref, { kind: "column", table, cells: made });
}

/** Changes the numbers of cells and columns from a number on. */
function shiftColumns(table: Table, from: number, by: 1 | -1): void {
  for (const cell of table.rows.flatMap((row) => row.cells)) if (cell.column >= from) cell.column += by;
  table.columnNow = table.columnNow.map((column) => (column !== undefined && column >= from ? column + by : column));
  if ("value" in table.columns) table.columns = known(table.columns.value + by);
}

export interface DeleteColumnEdit {
  readonly column: LineGiven | readonly LineGiven[];
}

export function deleteTableColumn(model: Model, { column: given }: DeleteColumnEdit): void {
  const columns = [given].flat().map((one) => locateColumn(model, one as LineGiven));
  const numbers = Map.groupBy(columns, ({ table }) => table);
  for (const [table, own] of numbers) {
    const all = [...new Set(own.map(({ number }) => number))].sort((one, other) => other - one);
    for (const number of all) dropColumn(model, table, number);
  }
}

function dropColumn(model: Model, table: Table, number: number): void {
  for (const row of table.rows) {
    const cell = row.cells.find(({ column, columnSpan }) => column <= number && number < column + columnSpan);
    if (cell === undefined) throw new Unlocated("a row has no cell in the column");
    if (cell.columnSpan > 1) cell.columnSpan -= 1;
    else {
      dropParas(
        model,
        table.part.paras.filter((para) => cellsAround(para).includes(cell)),
      );
      row.cells.splice(row.cells.indexOf(cell), 1);
    }
  }
  table.columnNow = table.columnNow.map((column) => (column === number ? undefined : column));
  shiftColumns(table, number + 1, -1);
}
