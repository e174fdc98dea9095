// Finds tables of lines to sign or write on (RFL-54): a label, then a line to its right, row by row.
//
// Word makes such blanks as cells with only a bottom border. Lines of one width below each other, with text to their
// left that touches none of them, are the columns after a column of labels. An underline touches its text, so it is not
// a blank.

import { greatest, least, middleOf } from "../extremes.ts";
import type { PlacedBox, PlacedText } from "../page.ts";
import { type Grid, isWithin, plainGrid } from "./grid.ts";

/** Maximum thickness and minimum length of a line, in points. */
const THICKEST = 3;
const SHORTEST = 60;
/** Ends that differ by fewer points are the same. */
const SAME = 3;
/** A line this close to the baseline of a text, as a share of its size, underlines the text. */
const UNDERLINE = 0.3;
/**
 * Maximum height of a row, as a multiple of the font size. `HEAD` is the maximum distance from the first row's text to
 * its line, in the same unit.
 */
const HIGHEST_ROW = 7;
const HEAD = 2.4;
/**
 * A row of text above the first drawn line also belongs to the table if the row below is near. This is the maximum
 * distance between the baselines of the two rows, as a multiple of the font size.
 */
const ABOVE = 3.2;
const FEWEST_ROWS = 2;
/** Minimum share of the rows with a label. */
const LABELLED = 0.5;
/** Each line is compared with all texts of its page. A page with more lines is a drawing. */
const MOST_LINES = 300;

/** Lines with the same ends, one below the other. */
interface Column {
  readonly left: number;
  readonly right: number;
  readonly ys: readonly number[];
}

export function blankGrids(
  boxes: readonly PlacedBox[],
  texts: readonly PlacedText[],
  taken: readonly Grid[],
): readonly Grid[] {
  const shown = texts.filter(({ text }) => text.trim() !== "");
  const lines = boxes.filter((box) => isLine(box) && !taken.some((grid) => isWithin(box, grid.box, SAME)));
  if (lines.length < FEWEST_ROWS || lines.length > MOST_LINES) return [];
  const free = lines.filter((line) => !shown.some((text) => isUnderlined(text, line)));
  const columns = columnsOf(free);
  const size = middleOf(shown.map((text) => text.size)) ?? 10;
  const grids: Grid[] = [];
  for (const column of columns) {
    // Columns with the same rows are one table, which the leftmost column begins.
    const beside = columns.filter((other) => haveSameRows(column, other));
    if (beside.some(({ left }) => left < column.left)) continue;
    for (const ys of stretchesOf(column.ys, size)) grids.push(...gridOf(beside, ys, shown));
  }
  return grids;
}

function isLine({ left, right, top, bottom }: PlacedBox): boolean {
  return bottom - top <= THICKEST && right - left >= SHORTEST;
}

function isUnderlined({ x, y, width, size }: PlacedText, { left, right, top }: PlacedBox): boolean {
  return x < right && x + width > left && top - y > -UNDERLINE * size && top - y < UNDERLINE * size;
}

function columnsOf(lines: readonly PlacedBox[]): Column[] {
  const columns: { left: number; right: number; ys: number[] }[] = [];
  for (const { left, right, top } of [...lines].sort((one, other) => one.top - other.top || one.left - other.left)) {
    const known = columns.find((own) => Math.abs(own.left - left) < SAME && Math.abs(own.right - right) < SAME);
    if (known === undefined) columns.push({ left, right, ys: [top] });
    else if (top - known.ys.at(-1)! > SAME) known.ys.push(top);
  }
  return columns.filter(({ ys }) => ys.length >= FEWEST_ROWS);
}

function haveSameRows({ ys }: Column, other: Column): boolean {
  return ys.length === other.ys.length && ys.every((y, at) => Math.abs(y - other.ys[at]!) < SAME);
}

/** Returns the ranges in which each line is at most `HIGHEST_ROW` times the font size below the previous one. */
function stretchesOf(ys: readonly number[], size: number): number[][] {
  const stretches: number[][] = [];
  for (const [at, y] of ys.entries()) {
    if (at > 0 && y - ys[at - 1]! <= HIGHEST_ROW * size) stretches.at(-1)!.push(y);
    else stretches.push([y]);
  }
  return stretches.filter((stretch) => stretch.length >= FEWEST_ROWS);
}

function gridOf(columns: readonly Column[], ys: readonly number[], texts: readonly PlacedText[]): Grid[] {
  const sorted = [...columns].sort((one, other) => one.left - other.left);
  const [first, right] = [sorted[0]!.left, greatest(sorted.map((column) => column.right))];
  const head = texts.filter(({ x, y, size }) => x < right && y <= ys[0]! && y > ys[0]! - HEAD * size);
  const top = head.length === 0 ? ys[0]! : least(head.map(({ y, size }) => y - size));
  const edges = [top, ...ys];
  const inside = texts.filter(({ x, y }) => x < right && y > top && y <= ys.at(-1)!);
  const labels = inside.filter(({ x }) => x < first - SAME);
  const starts = sorted.map(({ left }) => left);
  const bounds = [...starts, right];
  const runsAcross = inside.some((text) => isAcross(text, bounds));
  const labelled = ys.filter((y, row) => labels.some((label) => label.y > edges[row]! && label.y <= y));
  if (runsAcross || labelled.length < Math.max(FEWEST_ROWS, LABELLED * ys.length)) return [];
  const left = least(labels.map(({ x }) => x)) - 1;
  return [cellsOf([left, ...starts, right], [...rowsAbove(texts, bounds, top), ...edges])];
}

function isAcross({ x, width }: PlacedText, bounds: readonly number[]): boolean {
  return bounds.some((start) => x < start - SAME && x + width > start + SAME);
}

/** Returns the tops of rows above the first line in the same columns, such as the names of the signatories. */
function rowsAbove(texts: readonly PlacedText[], bounds: readonly number[], top: number): number[] {
  const tops: number[] = [];
  let below = top;
  for (const text of [...texts].sort((one, other) => other.y - one.y)) {
    if (text.y > below || Math.abs(text.y - below) < SAME) continue;
    const row = texts.filter(({ y }) => Math.abs(y - text.y) < SAME);
    const isRow = row.some(({ x }) => bounds.slice(0, -1).some((start) => Math.abs(x - start) < SAME));
    if (!isRow || below - text.y > ABOVE * text.size - text.size || row.some((own) => isAcross(own, bounds))) break;
    below = text.y - text.size;
    tops.unshift(below);
  }
  return tops;
}

function cellsOf(places: readonly number[], ys: readonly number[]): Grid {
  // A text begins at its line, or slightly before it.
  const xs = places.map((x, at) => (at === 0 || at === places.length - 1 ? x : x - SAME));
  return plainGrid(xs, ys);
}
