// Finds tables that only shaded rows show (RFL-55).
//
// Word's styles shade every other row and draw no line between columns. Adjacent rectangles that touch are the cells of
// a row. Rows with the same edges, one below the other, are a table, and the space between two of them is a row without
// shading. Highlighted words have rectangles too, but never the same edges twice.

import { greatest } from "../extremes.ts";
import type { PlacedBox, PlacedText } from "../page.ts";
import { type Grid, isWithin, plainGrid } from "./grid.ts";

/** Minimum thickness of a rectangle, in points. A thinner one is a line. */
const THINNEST = 4;
/** Edges that differ by fewer points are the same. */
const SAME = 1.5;
/** Maximum height of an unshaded row, as a multiple of the highest shaded row. */
const HIGHEST_ROW = 3;
/** The heights, in rows, that are tried for the head of a table, which may be unshaded. */
const HEADS = [3, 2, 1];
/** Comparing rows pairwise takes quadratic time. A page with more rectangles is a drawing. */
const MOST_BOXES = 3_000;

interface ShadedRow {
  readonly xs: readonly number[];
  readonly top: number;
  readonly bottom: number;
}

export function shadedGrids(
  boxes: readonly PlacedBox[],
  texts: readonly PlacedText[],
  taken: readonly Grid[],
): readonly Grid[] {
  const shades = boxes.filter((box) => {
    const isThick = box.right - box.left >= THINNEST && box.bottom - box.top >= THINNEST;
    return isThick && !taken.some(({ box: around }) => isWithin(box, around, SAME));
  });
  if (shades.length < 4 || shades.length > MOST_BOXES) return [];
  const groups = groupsOf(shadedRows(shades)).filter((rows) => rows.length >= 2);
  return groups.map((rows) => gridOf(rows, texts));
}

/** Returns rows of two or more rectangles that touch each other, from top to bottom. */
function shadedRows(shades: readonly PlacedBox[]): ShadedRow[] {
  const sorted = [...shades].sort((one, other) => one.top - other.top || one.left - other.left);
  const rows: { xs: number[]; top: number; bottom: number }[] = [];
  for (const { left, right, top, bottom } of sorted) {
    const row = rows.findLast((own) => Math.abs(own.top - top) < SAME && Math.abs(own.bottom - bottom) < SAME);
    const end = row?.xs.at(-1);
    if (row !== undefined && Math.abs(left - end!) < SAME) row.xs.push(right);
    // The same rectangle may be drawn twice.
    else if (row === undefined || left > end!) rows.push({ xs: [left, right], top, bottom });
  }
  return rows.filter(({ xs }) => xs.length > 2);
}

function groupsOf(rows: readonly ShadedRow[]): ShadedRow[][] {
  const groups: ShadedRow[][] = [];
  for (const row of rows) {
    const group = groups.find((own) => {
      const last = own.at(-1)!;
      const high = HIGHEST_ROW * greatest(own.map(({ top, bottom }) => bottom - top));
      return hasSameEdges(last, row) && row.top > last.bottom - SAME && row.top - last.bottom < high;
    });
    if (group === undefined) groups.push([row]);
    else group.push(row);
  }
  return groups;
}

function hasSameEdges({ xs }: ShadedRow, other: ShadedRow): boolean {
  return xs.length === other.xs.length && xs.every((x, at) => Math.abs(x - other.xs[at]!) < SAME);
}

function gridOf(rows: readonly ShadedRow[], texts: readonly PlacedText[]): Grid {
  const { xs } = rows[0]!;
  const edges: number[] = [];
  for (const { top, bottom } of rows) {
    if (edges.length === 0 || top - edges.at(-1)! >= SAME) edges.push(top);
    edges.push(bottom);
  }
  const height = greatest(rows.map(({ top, bottom }) => bottom - top));
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const above = HEADS.map((high) => first - high * height).find((top) => isRow(texts, xs, { top, bottom: first }));
  const below = isRow(texts, xs, { top: last, bottom: last + height }) ? [last + height] : [];
  const ys = [...(above === undefined ? [] : [above]), ...edges, ...below];
  return plainGrid(xs, ys);
}

/** True if texts are in most columns between two heights, and no text runs across an edge. */
function isRow(
  texts: readonly PlacedText[],
  xs: readonly number[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): boolean {
  const row = texts.filter(({ x, y, text }) => {
    return y > top && y <= bottom && x > xs[0]! - SAME && x < xs.at(-1)! && text.trim() !== "";
  });
  const columns = new Set(row.map(({ x }) => xs.findLastIndex((edge) => edge <= x + SAME)));
  const runsAcross = row.some(({ x, width }) => xs.some((edge) => x < edge - SAME && x + width > edge + SAME));
  return columns.size > (xs.length - 1) / 2 && columns.size > 1 && !runsAcross;
}
