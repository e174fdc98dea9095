// Writes tables: rows and cells with their spans, and the changes of rows and cells.
//
// A merged cell that continues another cell is not written, unless it contains text: no text is left out (HTM-9).

import { readTable, type Table, type TableCell, type TableRow } from "../../document/tables.ts";
import { isOn } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { Block, CellBlock, MarkChange, RowBlock, TableBlock } from "../redline.ts";
import { points } from "./css-values.ts";
import type { StoryContext } from "./html-context.ts";
import { attribute, classes } from "./markup.ts";
import { rowHeight, TableLook } from "./table-css.ts";
import { listedAttributes, markElement } from "./write-inlines.ts";

type WriteBlocks = (context: StoryContext, blocks: readonly Block[]) => string[];

interface HtmlTable {
  readonly context: StoryContext;
  readonly table: Table;
  readonly look: TableLook;
  readonly writeBlocks: WriteBlocks;
  /** The cells that belong to a cell above or before them and are not written. */
  readonly covered: ReadonlySet<TableCell>;
  readonly columns: number;
}

export function writeTable(context: StoryContext, block: TableBlock, writeBlocks: WriteBlocks): string {
  const { story, sheet, numbering, fonts } = context;
  const table = readTable(story, context.origins.nodeOf(block));
  const look = new TableLook(story.tree, table, { numbering, fonts });
  const columns = Math.max(table.columns, 1);
  const written: HtmlTable = { context, table, look, writeBlocks, covered: coveredCells(table, block), columns };
  const isRightToLeft = isOn(story.tree, table.properties, W.bidiVisual);
  const rows = block.rows.map((row, index) => writeRow(written, row, index));
  return [
    `<table${context.hasTableIds ? attribute("id", block.id) : ""}${classes("t", sheet.name("t", look.tableCss()))}`,
    `${isRightToLeft ? ' dir="rtl"' : ""}>`,
    writeColumns(written),
    `<tbody>${rows.join("")}</tbody></table>`,
  ].join("");
}

function writeColumns({ table, context, columns }: HtmlTable): string {
  if (table.grid.length < columns || table.grid.some((width) => width === undefined || width <= 0)) return "";
  const widths = table.grid.slice(0, columns).map((width) => context.sheet.name("c", `width:${points(width ?? 0)};`));
  return `<colgroup>${widths.map((name) => `<col${classes(name)}>`).join("")}</colgroup>`;
}

/** Returns the merged cells without text. If one cell of a merge has text, none of that merge is covered. */
function coveredCells(table: Table, block: TableBlock): Set<TableCell> {
  const covered = new Set<TableCell>();
  const spoilt = new Set<number>();
  const each = table.rows.flatMap(({ cells }, row) =>
    cells.map((cell, at) => ({ cell, told: block.rows[row]?.cells[at] })),
  );
  for (const { cell, told } of each) {
    if (cell.mergedInto !== NONE && (told === undefined || hasText(told.blocks))) spoilt.add(cell.mergedInto);
  }
  for (const { cell } of each) if (cell.mergedInto !== NONE && !spoilt.has(cell.mergedInto)) covered.add(cell);
  return covered;
}

function hasText(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.type === "table" || block.content.length > 0);
}

function writeRow(written: HtmlTable, block: RowBlock, index: number): string {
  const { table, context } = written;
  const { story, sheet } = context;
  const row = table.rows[index]!;
  const height = rowHeight(story.tree, row.properties);
  // Change numbers follow reading order, so the row's own change comes before those in its cells.
  const change = changeAttributes(context, block.change);
  const cells = row.cells.map((cell, at) => writeCell(written, { cell, told: block.cells[at]!, row: index }));
  const covered = block.cells.filter((_, at) => written.covered.has(row.cells[at]!));
  const loose = [...(block.change?.content ?? []), ...covered.flatMap(changesOfCell)];
  const isHeader = isOn(story.tree, row.properties, W.tblHeader);
  return [
    `<tr${classes(changeClass(block.change), height === undefined ? "" : sheet.name("h", `height:${points(height)};`))}`,
    change,
    isHeader ? " data-h" : "",
    ">",
    gap(row.gridBefore),
    withLooseChanges(context, cells, loose),
    gap(row.gridAfter),
    "</tr>",
  ].join("");
}

/** Returns the changes of a covered cell besides text: its own, and those of its paragraph marks. */
function changesOfCell({ change, blocks }: CellBlock): MarkChange[] {
  const marks = blocks.flatMap((block) => (block.type === "table" || block.mark === undefined ? [] : [block.mark]));
  return change === undefined ? marks : [change, ...marks];
}

/** Adds the changes that have no element, without text, at the end of the row's last cell (HTM-14). */
function withLooseChanges(context: StoryContext, cells: readonly string[], loose: readonly MarkChange[]): string {
  const html = cells.join("");
  const marks = loose.map((change) => looseChange(context, change)).join("");
  // The changes of a row without any written cell are still listed.
  return html === "" ? "" : html.replace(/<\/td>$/, () => `${marks}</td>`);
}

function looseChange(context: StoryContext, change: MarkChange): string {
  const inner = (change.content ?? []).map((later) => looseChange(context, later)).join("");
  return markElement(context, change, inner).replace('class="pm ', 'class="pm tm ');
}

function gap(columns: number): string {
  return columns === 0 ? "" : `<td class="gap"${columns === 1 ? "" : attribute("colspan", columns)}></td>`;
}

function writeCell(
  written: HtmlTable,
  { cell, told, row }: { readonly cell: TableCell; readonly told: CellBlock; readonly row: number },
): string {
  const { context, look, table, covered, columns } = written;
  if (covered.has(cell)) return "";
  const isWhole = isMergeKept(table.rows, cell, covered);
  const rowSpan = isWhole ? cell.rowSpan : 1;
  const columnSpan = isWhole ? cell.columnSpan : cell.gridSpan;
  const place = { row, rows: table.rows.length, column: cell.column, columns, columnSpan, rowSpan };
  const css = context.sheet.name("e", look.cellCss(cell, place));
  const change = changeAttributes(context, told.change);
  const later = (told.change?.content ?? []).map((inner) => looseChange(context, inner)).join("");
  const content = written.writeBlocks(context, told.blocks).join("") + later;
  const start = [
    `<td${classes(css, changeClass(told.change))}${change}`,
    columnSpan > 1 ? attribute("colspan", columnSpan) : "",
    rowSpan > 1 ? attribute("rowspan", rowSpan) : "",
  ].join("");
  context.budget.spend(start.length + later.length);
  return `${start}>${content}</td>`;
}

/** True if all cells that are merged into this one are covered by it. */
function isMergeKept(rows: readonly TableRow[], cell: TableCell, covered: ReadonlySet<TableCell>): boolean {
  if (cell.rowSpan === 1 && cell.columnSpan === cell.gridSpan) return true;
  const merged = rows.flatMap(({ cells }) => cells.filter(({ mergedInto }) => mergedInto === cell.node));
  return merged.every((one) => covered.has(one));
}

const CHANGE_CLASSES = { insertion: "ri", deletion: "rd", moved_to: "ri mv", moved_from: "rd mv" } as const;

function changeClass(change: MarkChange | undefined): string {
  return change === undefined ? "" : CHANGE_CLASSES[change.type];
}

function changeAttributes(context: StoryContext, change: MarkChange | undefined): string {
  if (change === undefined) return "";
  return listedAttributes(context.changes.change(change, { ...context.place }, change.conflict));
}
