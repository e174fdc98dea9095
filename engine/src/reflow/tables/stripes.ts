// Finds tables that only horizontal lines show (RFL-14).
//
// Lines of one width are above and below every row. Columns begin where the texts of most rows begin.

import { greatest, least } from "../extremes.ts";
import { isBox, isLabel } from "../labels.ts";
import type { PlacedBox, PlacedText } from "../page.ts";
import type { Grid, GridCell } from "./grid.ts";

interface Stripes {
  readonly left: number;
  readonly right: number;
  readonly ys: number[];
}

/** Ends that differ by fewer points are the same. */
const SAME = 3;
/** Minimum number of lines of a table. */
const FEWEST = 3;
/** Minimum share of rows with a text that begins at the start of a column. */
const MOST_ROWS = 0.5;
/** Maximum thickness and minimum length of a line, in points. */
const THICKEST = 3;
const NARROWEST = 100;
/** Comparing the texts of a row pairwise takes quadratic time. A row with more texts is not a row. */
const MOST_TEXTS = 1_000;

/**
 * Returns a table for each group of lines with columns between them. Texts that run across columns are cut in the
 * returned texts.
 */
export function stripedGrids(
  boxes: readonly PlacedBox[],
  texts: readonly PlacedText[],
  taken: readonly Grid[],
): { grids: Grid[]; texts: readonly PlacedText[] } {
  let parted = texts;
  const grids: Grid[] = [];
  for (const found of stripesOf(boxes, taken)) {
    let around = parted.filter((text) => isInside(text, boxOf(found)));
    const starts = columnStarts(around, found);
    if (starts.length < 2) continue;
    const lined = withoutTextAbove(found, around, starts);
    const whole = withOuterRows(lined, parted, starts);
    if (whole !== lined) around = parted.filter((text) => isInside(text, boxOf(whole)));
    const stripes = withRowsDrawn(whole, around, starts);
    if (stripes.ys.slice(1).some((_, row) => isMixed(rowTexts(stripes, row, around), starts))) continue;
    const box = boxOf(stripes);
    const own = stripes.ys.slice(1).map((_, row) => startsOfRow(rowTexts(stripes, row, around), starts));
    const members = new Map(
      around.filter((text) => isInside(text, box)).map((text) => [text, own[rowOf(stripes, text)] ?? starts]),
    );
    parted = parted.flatMap((text) => (members.has(text) ? partedAt(text, members.get(text)!) : [text]));
    grids.push(gridOf(stripes, starts, own));
  }
  return { grids, texts: parted };
}

function boxOf({ left, right, ys }: Stripes): PlacedBox {
  return { left, right, top: ys[0]!, bottom: ys.at(-1)! };
}

/**
 * Removes the first line if it belongs to a heading. The line below a heading may be as wide as the table, and text
 * after it that runs across columns is not a row (RFL-19).
 */
function withoutTextAbove(stripes: Stripes, texts: readonly PlacedText[], starts: readonly number[]): Stripes {
  const [top, next] = stripes.ys as [number, number];
  const row = texts.filter(({ y }) => y >= top && y < next);
  const inner = starts.slice(1);
  const isRow = row.some((text) => inner.some((start) => Math.abs(text.x - start) < SAME) && !isBehindSpace(text, row));
  const runsAcross = row.some(({ x, width }) => inner.some((start) => x < start - SAME && x + width > start + SAME));
  return !isRow && runsAcross ? { ...stripes, ys: stripes.ys.slice(1) } : stripes;
}

/**
 * Adds outer rows. Rows may have lines on only one side: the first row above the first line, or the last below the last
 * (RFL-58).
 */
function withOuterRows(stripes: Stripes, texts: readonly PlacedText[], starts: readonly number[]): Stripes {
  const { ys, left, right } = stripes;
  const [top, next, last, bottom] = [ys[0]!, ys[1]!, ys.at(-2)!, ys.at(-1)!];
  const beside = texts.filter(({ x, text }) => x > left - SAME && x < right && text.trim() !== "");
  const above = beside.filter(({ y }) => y < top && y > top - (next - top));
  const below = beside.filter(({ y, size }) => y - size > bottom - SAME && y < bottom + (bottom - last));
  const first = isRowOf(above, starts) ? [least(above.map(({ y, size }) => y - size))] : [];
  const end = isRowOf(below, starts) ? [greatest(below.map(({ y, size }) => y + DESCENT * size))] : [];
  return first.length + end.length === 0 ? stripes : { ...stripes, ys: [...first, ...ys, ...end] };
}

/** True if two texts or more begin at the columns, and no text runs across. */
function isRowOf(row: readonly PlacedText[], starts: readonly number[]): boolean {
  if (row.length > MOST_TEXTS) return false;
  const found = starts.filter((start, column) => {
    return row.some(({ x }) => (column === 0 ? x < start + PADDED && x > start - SAME : Math.abs(x - start) < EXACTLY));
  });
  return found.length >= 2 && !row.some((text) => starts.slice(1).some((start) => runsOver(text, start, row)));
}

function rowTexts({ ys }: Stripes, row: number, texts: readonly PlacedText[]): PlacedText[] {
  return texts.filter(({ y, text }) => y >= ys[row]! && y < ys[row + 1]! && text.trim() !== "");
}

function rowOf({ ys }: Stripes, { y }: PlacedText): number {
  return ys.findLastIndex((top) => top <= y);
}

/**
 * Returns the positions at which the cells of a row begin. Text that runs across the start of a column, where no other
 * text begins, is in a cell of several columns (RFL-53).
 */
function startsOfRow(row: readonly PlacedText[], starts: readonly number[]): readonly number[] {
  if (row.length > MOST_TEXTS || row.some((text) => isBesideColumn(text, row, starts))) return starts;
  return starts.filter((start, column) => {
    if (column === 0) return true;
    const isStart = row.some(({ x }) => Math.abs(x - start) < EXACTLY);
    return isStart || !row.some((text) => runsOver(text, start, row));
  });
}

/** True for a text after a wide gap that begins at no column: the row has its own columns. */
function isBesideColumn(text: PlacedText, row: readonly PlacedText[], starts: readonly number[]): boolean {
  if (starts.some((start) => Math.abs(start - text.x) < SAME)) return false;
  const before = row.filter(({ x, y }) => x < text.x && Math.abs(y - text.y) < 1);
  return before.length > 0 && before.every(({ x, width }) => text.x - x - width > WIDE_GAP * text.size);
}

/** True if a text runs across the start of a column, alone or with the text that follows it without a gap. */
function runsOver(text: PlacedText, start: number, row: readonly PlacedText[]): boolean {
  const { x, y, width, size } = text;
  if (x >= start - SAME) return false;
  const end = x + width;
  if (end > start + SAME) return partedAt(text, [start]).length === 1;
  return row.some((next) => Math.abs(next.y - y) < 1 && next.x >= start && next.x - end < NO_GAP * size && next.x > x);
}

/**
 * True if some text of a row runs across columns and other text is inside them. This is text between tables (RFL-19).
 */
function isMixed(row: readonly PlacedText[], starts: readonly number[]): boolean {
  const inner = starts.slice(1);
  const across = row.filter(({ x, width }) => inner.some((start) => x < start - SAME && x + width > start + SAME));
  const standing = row.filter(
    (text) => inner.some((start) => Math.abs(text.x - start) < SAME) && !isBehindSpace(text, row),
  );
  return across.length > 1 && standing.length > across.length;
}

/**
 * Adds rows without a line between them. A file draws cell after cell. So a text that is drawn in an earlier column
 * than the previous one, and below all texts drawn since the row began, begins a row (RFL-45).
 */
function withRowsDrawn(stripes: Stripes, texts: readonly PlacedText[], starts: readonly number[]): Stripes {
  const ys = stripes.ys.slice(0, -1).flatMap((top, row) => [top, ...drawnTops(rowTexts(stripes, row, texts), starts)]);
  return { ...stripes, ys: [...ys, stripes.ys.at(-1)!] };
}

function drawnTops(row: readonly PlacedText[], starts: readonly number[]): number[] {
  if (row.some(({ order }) => order === undefined)) return [];
  const columnOf = ({ x }: PlacedText): number => starts.findLastIndex((start) => start <= x + SAME);
  const tops: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  let column = -1;
  for (const text of [...row].sort((one, other) => one.order! - other.order!)) {
    const own = columnOf(text);
    if (own < column) {
      const top = text.y - text.size;
      if (top < lowest - SAME) return [];
      tops.push(top);
    }
    column = own;
    lowest = Math.max(lowest, text.y);
  }
  return tops;
}

function stripesOf(boxes: readonly PlacedBox[], taken: readonly Grid[]): Stripes[] {
  const lines = boxes
    .filter(({ left, right, top, bottom }) => bottom - top <= THICKEST && right - left > NARROWEST)
    .filter((line) => !taken.some(({ box }) => line.top >= box.top - SAME && line.bottom <= box.bottom + SAME))
    .sort((one, other) => one.top - other.top);
  const groups: Stripes[] = [];
  for (const { left, right, top } of lines) {
    const known = groups.find((group) => Math.abs(group.left - left) < SAME && Math.abs(group.right - right) < SAME);
    if (known === undefined) groups.push({ left, right, ys: [top] });
    else if (top - known.ys.at(-1)! > SAME) known.ys.push(top);
  }
  return groups.filter(({ ys }) => ys.length >= FEWEST);
}

function isInside({ x, y }: PlacedText, { left, right, top, bottom }: PlacedBox): boolean {
  return x >= left - SAME && x <= right && y >= top && y <= bottom + SAME;
}

/** Returns the left edge of the table, and every position at which texts of most rows begin after others. */
function columnStarts(texts: readonly PlacedText[], { left, ys }: Stripes): number[] {
  const rows = Map.groupBy(texts, ({ y }) => ys.findLastIndex((top) => top <= y));
  const counts = new Map<number, Set<number>>();
  for (const [row, members] of rows) {
    if (members.length > MOST_TEXTS) continue;
    const first = members.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
    for (const text of members) {
      const { x } = text;
      if (text.text.trim() === "" || x < first + SAME) continue;
      if (isBehindLabel(text, members) || isBehindSpace(text, members)) continue;
      counts.set(Math.round(x), (counts.get(Math.round(x)) ?? new Set()).add(row));
    }
  }
  const most = [...counts]
    .filter(([, found]) => found.size >= Math.max(2, MOST_ROWS * rows.size))
    .filter(
      ([x, found]) =>
        !isHanging(
          x,
          [...found].map((row) => rows.get(row)!),
        ),
    )
    .map(([x]) => x);
  const starts = [left];
  for (const x of most.sort((one, other) => one - other)) if (x - starts.at(-1)! > 4 * SAME) starts.push(x);
  return starts;
}

/**
 * True if the texts of half of the rows run across the position. Lines hang below them, and no column begins there
 * (RFL-52).
 */
function isHanging(x: number, rows: readonly (readonly PlacedText[])[]): boolean {
  const across = rows.filter((row) => row.some((text) => text.x < x - SAME && text.x + text.width > x + SAME));
  return across.length >= MOST_ROWS * rows.length;
}

/** Texts further apart than this multiple of their size are separated by more than a space. */
const WIDE_GAP = 1.6;
/** Letters extend below their baseline by this share of the size. */
const DESCENT = 0.3;
/** The first column begins at the edge of its table, and its texts up to this many points after the edge. */
const PADDED = 10;
/** Texts of a column begin within this many points. */
const EXACTLY = 1;
/** Texts closer than this share of their size are one word or sentence. */
const NO_GAP = 0.4;

/** Maximum distance of a label or a box to tick from its text, as a multiple of the font size. */
const LABEL_GAP = 2;

/** True for the text after a list label or a box to tick. No column begins there (RFL-17). */
function isBehindLabel(text: PlacedText, row: readonly PlacedText[]): boolean {
  const before = row
    .filter(({ x, y, text: own }) => x < text.x && Math.abs(y - text.y) < SAME && own.trim() !== "")
    .sort((one, other) => other.x - one.x);
  let label = "";
  let start = text.x;
  for (const { x, width, size, text: own } of before) {
    if (start - x - width > LABEL_GAP * size) break;
    label = `${own.trim()} ${label}`.trim();
    start = x;
  }
  return isBox(label) || (isLabel(label) && !/^[\d.]+$/.test(label));
}

/** Maximum width of a space between two words of a line, as a multiple of the font size. */
const WIDEST_SPACE = 1.1;

/** True for a word that a space separates from the previous one. It begins no column (RFL-49). */
function isBehindSpace(text: PlacedText, row: readonly PlacedText[]): boolean {
  return row.some(({ x, y, width, isSpaceAfter }) => {
    const gap = text.x - x - width;
    return isSpaceAfter === true && Math.abs(y - text.y) < 1 && gap > -1 && gap < WIDEST_SPACE * text.size;
  });
}

/**
 * Cuts a text that runs across the start of a column at the nearest space. Without a space near enough, the text stays
 * whole.
 */
function partedAt(text: PlacedText, starts: readonly number[]): PlacedText[] {
  const start = starts.find((x) => text.x < x - SAME && text.x + text.width > x + SAME);
  if (start === undefined) return [text];
  const share = text.width / text.text.length;
  const wanted = (start - text.x) / share;
  const spaces = [...text.text.matchAll(/\s+/g)].map(({ index, 0: { length } }) => index + length);
  const [at] = spaces.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
  if (at === undefined || Math.abs(at - wanted) > 3) return [text];
  const before = { ...text, text: text.text.slice(0, at), width: start - text.x - share };
  const after = { ...text, text: text.text.slice(at), x: start, width: text.x + text.width - start };
  return [before, ...partedAt(after, starts)];
}

function gridOf({ left, right, ys }: Stripes, starts: readonly number[], rows: readonly (readonly number[])[]): Grid {
  // Texts begin slightly inside their columns.
  const inset = 2;
  const xs = [starts[0]!, ...starts.slice(1).map((x) => x - inset), right];
  const cells = ys.slice(1).flatMap((bottom, row) =>
    rows[row]!.map((start, at): GridCell => {
      const column = starts.indexOf(start);
      const next = rows[row]![at + 1];
      const columns = (next === undefined ? starts.length : starts.indexOf(next)) - column;
      const own = { left: xs[column]!, right: xs[column + columns]!, top: ys[row]!, bottom };
      return { row, column, rows: 1, columns, box: own };
    }),
  );
  return { box: boxOf({ left, right, ys }), xs, ys, cells };
}
