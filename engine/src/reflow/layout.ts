// Reads one area of a page, the page itself or a cell, as blocks in order (RFL-8..9).

import type { LaidBlock, PlacedCell, PlacedTable } from "./blocks.ts";
import { greatest, least } from "./extremes.ts";
import { joinPages } from "./join-pages.ts";
import { linesOf, type TextLine } from "./lines.ts";
import type { PlacedBox, PlacedText } from "./page.ts";
import { type Bounds, type PlacedParagraph, placedParagraphsOf } from "./paragraphs.ts";
import { type BandColumn, bandsOf } from "./tables/bands.ts";
import { drawnColumns } from "./tables/drawn-columns.ts";
import { area, type Grid, isWithin } from "./tables/grid.ts";

export interface Area {
  readonly texts: readonly PlacedText[];
  /** The tables inside the area, outer tables before inner ones. */
  readonly grids: readonly Grid[];
  readonly bounds: Bounds;
  /** The usual distance of baselines, as a multiple of the size. */
  readonly leading: number;
}

export function layOut({ texts, grids, bounds, leading }: Area): LaidBlock[] {
  const outer: { grid: Grid; inside: PlacedText[]; grids: Grid[] }[] = [];
  for (const grid of grids) {
    const host = outer.find((other) => isWithin(grid.box, other.grid.box, 1));
    if (host === undefined) outer.push({ grid, inside: [], grids: [] });
    else host.grids.push(grid);
  }
  const flow: PlacedText[] = [];
  for (const text of texts) {
    const host = outer.find(({ grid }) => holds(grid.box, text));
    if (host === undefined) flow.push(text);
    else host.inside.push(text);
  }
  const tables = outer
    .filter(({ inside }) => inside.length > 0)
    .map((entry) => ({ top: entry.grid.box.top, blocks: tableOf(entry, leading) }));
  return inOrder(linesOf(flow), tables, { bounds, leading });
}

interface Column {
  readonly bounds: Bounds;
  readonly leading: number;
}

function inOrder(
  lines: readonly TextLine[],
  tables: { top: number; blocks: LaidBlock[] }[],
  column: Column,
): LaidBlock[] {
  const blocks: LaidBlock[] = [];
  let rest = lines;
  for (const { top, blocks: own } of [...tables].sort((one, other) => one.top - other.top)) {
    const above = flowOf(
      rest.filter(({ y }) => y < top),
      column,
    );
    for (const block of [...above, ...own]) blocks.push(block);
    rest = rest.filter(({ y }) => y >= top);
  }
  return [...blocks, ...flowOf(rest, column)];
}

function flowOf(lines: readonly TextLine[], { bounds, leading }: Column): LaidBlock[] {
  const drawn = drawnColumns(lines.flatMap(({ pieces }) => pieces));
  if (drawn !== undefined) {
    const columns = drawn.columns.map((pieces) => flowOf(linesOf(pieces), { bounds: edgesOf(pieces), leading }));
    const above = flowOf(linesOf(drawn.above), { bounds, leading });
    return [...above, ...joinPages(columns), ...flowOf(linesOf(drawn.below), { bounds, leading })];
  }
  return bandsOf(lines, bounds.right).flatMap((band): LaidBlock[] => {
    if (band.kind === "flow") return placedParagraphsOf(band.lines, bounds, leading);
    if (band.kind === "columns") return joinPages(band.columns.map((column) => columnParagraphs(column, leading)));
    return [openTable(band.columns, band.rows, leading)];
  });
}

function edgesOf(pieces: readonly PlacedText[]): Bounds {
  return { left: least(pieces.map(({ x }) => x)), right: greatest(pieces.map(({ x, width }) => x + width)) };
}

function columnParagraphs(column: BandColumn, leading: number): PlacedParagraph[] {
  const right = greatest(column.lines.map((line) => line.right));
  return placedParagraphsOf(column.lines, { left: column.left, right }, leading);
}

function openTable(columns: readonly BandColumn[], tops: readonly number[], leading: number): PlacedTable {
  const cells = columns.flatMap((column, at) =>
    tops.map((top, row): PlacedCell => {
      const end = tops[row + 1] ?? Number.POSITIVE_INFINITY;
      const lines = column.lines.filter(({ y }) => y >= top - SAME_ROW && y < end - SAME_ROW);
      return { row, column: at, rows: 1, columns: 1, blocks: placedParagraphsOf(lines, column, leading) };
    }),
  );
  const xs = [...columns.map(({ left }) => left), columns.at(-1)!.right];
  return { kind: "table", xs, rows: tops.length, cells, hasBorders: false };
}

/** Baselines that differ by fewer points are in one row. */
const SAME_ROW = 3;

interface HeldTable {
  readonly grid: Grid;
  readonly inside: readonly PlacedText[];
  readonly grids: readonly Grid[];
}

/** Returns a table. A table of one cell is a frame: the result is its content, without a table. */
function tableOf({ grid, inside, grids }: HeldTable, leading: number): LaidBlock[] {
  const bySize = [...grid.cells].sort((one, other) => area(one.box) - area(other.box));
  const texts = Map.groupBy(inside, (text) => bySize.find(({ box }) => holds(box, text)) ?? bySize.at(-1)!);
  const padding = paddingOf(grid, inside);
  const cells = grid.cells.map((cell): PlacedCell => {
    const { row, column, rows, columns, box } = cell;
    const bounds = { left: box.left + padding, right: box.right - padding };
    const own = grids.filter((inner) => isWithin(inner.box, box, 1));
    const blocks = layOut({ texts: texts.get(cell) ?? [], grids: own, bounds, leading });
    return { row, column, rows, columns, blocks };
  });
  if (cells.length === 1) return [...cells[0]!.blocks];
  return [{ kind: "table", xs: grid.xs, rows: grid.ys.length - 1, cells, hasBorders: true }];
}

/** Word's default padding at the sides of a cell, in points, used for a table without text. */
const PADDING = 5.4;
const MOST_PADDING = 9;

/**
 * Returns the padding: the lower quartile of the distances from the left edge of a cell to its text, at most
 * `MOST_PADDING` points.
 */
function paddingOf(grid: Grid, inside: readonly PlacedText[]): number {
  const distances = grid.cells.flatMap(({ box }) => {
    const own = inside.filter((text) => holds(box, text));
    return own.length === 0 ? [] : [least(own.map(({ x }) => x)) - box.left];
  });
  const [middle = PADDING] = distances.sort((one, other) => one - other).slice(Math.floor(distances.length / 4));
  return Math.max(0, Math.min(MOST_PADDING, middle));
}

/** True if the box contains the start of the text, at the middle of its height. */
function holds({ left, right, top, bottom }: PlacedBox, { x, y, size, width }: PlacedText): boolean {
  const middle = y - 0.3 * size;
  const inset = Math.min(width / 2, size / 2);
  return x + inset >= left && x + inset <= right && middle >= top && middle <= bottom;
}
