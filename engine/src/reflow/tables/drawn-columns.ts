// Finds columns of running text by the drawing order (RFL-48).
//
// A file draws one column to its foot and continues at the head of the next, beside all that it has drawn there. The
// lines of columns need not be at the same heights.

import { greatest, least } from "../extremes.ts";
import type { PagePiece } from "../lines.ts";

export interface DrawnColumns {
  readonly above: readonly PagePiece[];
  readonly columns: readonly (readonly PagePiece[])[];
  readonly below: readonly PagePiece[];
}

/** The next column begins above the last text of the previous one, by at least this multiple of the font size. */
const HIGHER = 3;
/**
 * Text is beside or below the first line of a column if its baseline is above that line by less than this multiple of
 * the font size, or is lower. Higher text is above all columns.
 */
const LEVEL = 0.8;
/** Minimum number of lines in each column except the last. `MOST_COLUMNS` limits the columns side by side. */
const FEWEST_LINES = 6;
const MOST_COLUMNS = 4;
/** Every jump up the page costs a search through all texts drawn before it. A page with more jumps has no columns. */
const MOST_JUMPS = 100;
/** Minimum share of its column that a full line fills. At least half of the lines of a column are full. */
const FULL = 0.72;

export function drawnColumns(pieces: readonly PagePiece[]): DrawnColumns | undefined {
  if (pieces.some(({ order }) => order === undefined)) return undefined;
  const drawn = [...pieces].sort((one, other) => one.order! - other.order!);
  const starts = columnStarts(drawn);
  if (starts.length === 0 || starts.length >= MOST_COLUMNS) return undefined;
  const top = least(starts.map((at) => drawn[at]!.y - LEVEL * drawn[at]!.size));
  const first = drawn.slice(0, starts[0]);
  const middle = starts.slice(0, -1).map((at, index) => drawn.slice(at, starts[index + 1]));
  const last = drawn.slice(starts.at(-1));
  const beside = [first.filter(({ y }) => y > top), ...middle];
  const foot = greatest(beside.flat().map(({ y }) => y));
  const end = last.findIndex(({ x, y, size }) => y > foot && x < last[0]!.x - size);
  const columns = [...beside, end < 0 ? last : last.slice(0, end)];
  if (!beside.every(isRunning) || !columns.every((own, at) => at === 0 || isRightOf(own, columns[at - 1]!))) {
    return undefined;
  }
  return { above: first.filter(({ y }) => y <= top), columns, below: end < 0 ? [] : last.slice(end) };
}

/**
 * Returns the indexes of the texts at which columns begin. They are drawn above the previous text, and to the right of
 * all texts drawn at that height and below.
 */
function columnStarts(drawn: readonly PagePiece[]): number[] {
  const starts: number[] = [];
  let from = 0;
  let jumps = 0;
  for (const [at, { x, y, size }] of drawn.entries()) {
    if (at === 0 || drawn[at - 1]!.y - y < HIGHER * size) continue;
    jumps += 1;
    if (jumps > MOST_JUMPS) return [];
    const beside = drawn.slice(from, at).filter((other) => other.y > y - LEVEL * size);
    if (greatest(beside.map((other) => other.x + other.width)) > x - size / 2) continue;
    if (baselinesOf(beside).size < FEWEST_LINES) continue;
    starts.push(at);
    from = at;
  }
  return starts;
}

function baselinesOf(pieces: readonly PagePiece[]): Map<number, PagePiece[]> {
  return Map.groupBy(pieces, ({ y }) => Math.round(y));
}

function isRightOf(own: readonly PagePiece[], before: readonly PagePiece[]): boolean {
  return least(own.map(({ x }) => x)) > greatest(before.map(({ x, width }) => x + width));
}

function isRunning(column: readonly PagePiece[]): boolean {
  const lines = [...baselinesOf(column).values()];
  const right = greatest(column.map(({ x, width }) => x + width));
  const width = right - least(column.map(({ x }) => x));
  const full = lines.filter((line) => {
    return greatest(line.map((piece) => piece.x + piece.width)) - least(line.map(({ x }) => x)) > FULL * width;
  });
  return lines.length >= FEWEST_LINES && full.length >= lines.length / 2;
}
