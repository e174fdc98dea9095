// Finds columns of running text and tables without borders among lines (RFL-15..18).
//
// A gutter is a strip that several consecutive lines leave empty, with text on both sides. If text fills both sides of
// a gutter, it separates two columns. Otherwise the gutters separate the columns of a table.

import { greatest, least } from "../extremes.ts";
import { isBox, isLabel } from "../labels.ts";
import { endsWithPageNumber, lineOf, lineText, type PagePiece, type TextLine } from "../lines.ts";

export type Band =
  | { readonly kind: "flow"; readonly lines: readonly TextLine[] }
  | { readonly kind: "columns"; readonly columns: readonly BandColumn[] }
  | { readonly kind: "table"; readonly columns: readonly BandColumn[]; readonly rows: readonly number[] };

export interface BandColumn {
  readonly left: number;
  readonly right: number;
  readonly lines: readonly TextLine[];
}

interface Strip {
  readonly from: number;
  readonly to: number;
}

/** Minimum width of a gutter, as a multiple of the text's size. */
const GUTTER = 1.1;
/** A column ends this many points before the next. */
const BESIDE_GUTTER = 6;
/** Lines that wrap end within this share of the column's width. */
const WRAP = 0.25;
/**
 * Maximum number of columns of running text. Each has at least `COLUMN_LINES` lines, and most of its lines fill the
 * share `FULL` of it.
 */
const MOST_COLUMNS = 4;
const COLUMN_LINES = 6;
const FULL = 0.72;
/**
 * Maximum number of consecutive lines in one cell between two rows. `MOST_ALONE` is the maximum number of lines for
 * each line with text on both sides.
 */
const LONGEST_CELL = 8;
const MOST_ALONE = 4;
/** Lines further apart than this multiple of the font size belong to different bands. */
const FAR = 3.2;

export function bandsOf(lines: readonly TextLine[], right: number): Band[] {
  const bands: Band[] = [];
  let flow: TextLine[] = [];
  const contents = contentsLines(lines);
  for (let at = 0; at < lines.length; ) {
    const found = contents.has(lines[at]!) ? undefined : stretchAt(lines, at);
    if (found === undefined) {
      flow.push(lines[at]!);
      at += 1;
      continue;
    }
    if (flow.length > 0) bands.push({ kind: "flow", lines: flow });
    flow = [];
    bands.push(bandOf(lines.slice(at, found.end), found.strips, right));
    at = found.end;
  }
  if (flow.length > 0) bands.push({ kind: "flow", lines: flow });
  return bands;
}

/**
 * Minimum number of lines of a table of contents. `SAME_END` is the maximum distance of the ends of its page numbers,
 * in points.
 */
const CONTENTS = 4;
const SAME_END = 2;

/**
 * Finds the lines of a table of contents without dots: their last numbers end at one position and never fall (RFL-17).
 */
function contentsLines(lines: readonly TextLine[]): Set<TextLine> {
  const contents = new Set<TextLine>();
  let run: TextLine[] = [];
  for (const line of lines) {
    const last = run.at(-1);
    const isNext =
      endsWithPageNumber(line) &&
      (last === undefined || (Math.abs(line.right - last.right) < SAME_END && lastNumber(line) >= lastNumber(last)));
    if (!isNext) run = [];
    if (endsWithPageNumber(line) && line.pieces.length <= MOST_CONTENTS_PIECES) run.push(line);
    if (run.length >= CONTENTS) for (const own of run.slice(contents.has(last!) ? -1 : 0)) contents.add(own);
  }
  return contents;
}

/** Maximum number of pieces: a label, a title, which may change its format, and the number. */
const MOST_CONTENTS_PIECES = 6;

function lastNumber({ pieces }: TextLine): number {
  return Number(pieces.at(-1)!.text.trim());
}

/** Returns the gaps of a line that may be gutters. The gap after a list label is not one. */
function stripsOf(line: TextLine): Strip[] {
  const strips: Strip[] = [];
  const sorted = [...line.pieces].sort((one, other) => one.x - other.x);
  let end = sorted[0]!.x + sorted[0]!.width;
  for (const [at, piece] of sorted.entries()) {
    if (
      at > 0 &&
      piece.isLedTo !== true &&
      piece.x - end > GUTTER * line.size &&
      !isTold(sorted[at - 1]!, piece) &&
      !(at <= LABEL_PIECES && isBeforeText(lineText(sorted.slice(0, at)).replace(/\t/g, " ")))
    ) {
      strips.push({ from: end, to: piece.x });
    }
    end = Math.max(end, piece.x + piece.width);
  }
  return strips;
}

/** True for two texts that the file tags as one paragraph. The gap between them is a tab, not a gutter (RFL-82). */
function isTold(before: PagePiece, after: PagePiece): boolean {
  return before.paragraph !== undefined && before.paragraph === after.paragraph;
}

/** Maximum number of pieces of a label. */
const LABEL_PIECES = 8;

/** True for a label or a box to tick, to which the text after it belongs. */
function isBeforeText(text: string): boolean {
  return isLabel(text) || isBox(text);
}

/**
 * Returns the longest range of lines from `start` with common gutters. At least two of its lines have text on both
 * sides.
 */
function stretchAt(lines: readonly TextLine[], start: number): { end: number; strips: Strip[] } | undefined {
  let strips = stripsOf(lines[start]!);
  if (strips.length === 0) return undefined;
  let end = start + 1;
  let both = 1;
  let alone = 0;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    const before = lines[at - 1]!;
    if (line.y - before.y > FAR * Math.max(line.size, before.size)) break;
    const left = strips.flatMap((strip) => narrowed(strip, line));
    if (left.length === 0) break;
    const isBoth = stripsOf(line).some((own) => left.some((strip) => own.from < strip.to && own.to > strip.from));
    if (left.length < strips.length && !isBoth) break;
    alone = isBoth ? 0 : alone + 1;
    if (alone > LONGEST_CELL) break;
    strips = left;
    if (isBoth) {
      both += 1;
      end = at + 1;
    }
  }
  if (both < 2 || both * MOST_ALONE < end - start) return undefined;
  return { end: withTail(lines, end, strips), strips };
}

/**
 * Extends a range by the lines below its last full row that continue a column, other than the first. Returns its end.
 */
function withTail(lines: readonly TextLine[], end: number, strips: readonly Strip[]): number {
  let at = end;
  while (at < lines.length) {
    const [before, line] = [lines[at - 1]!, lines[at]!];
    const pitch = line.y - before.y;
    const isClose = pitch < 1.35 * Math.max(line.size, before.size);
    const isRight = line.left >= strips[0]!.to - 1;
    if (!isClose || !isRight || !strips.every((strip) => narrowed(strip, line).length > 0)) break;
    at += 1;
  }
  return at;
}

/**
 * Returns the part of a strip that a line leaves empty: all of it if the line is on one side, nothing if it runs
 * across.
 */
function narrowed(strip: Strip, line: TextLine): Strip[] {
  let { from, to } = strip;
  for (const { x, width } of line.pieces) {
    const end = x + width;
    if (end <= from || x >= to) continue;
    if (x <= from && end < to) from = end;
    else if (end >= to && x > from) to = x;
    else return [];
  }
  return to - from > GUTTER * 0.8 * line.size ? [{ from, to }] : [];
}

function bandOf(lines: readonly TextLine[], strips: readonly Strip[], right: number): Band {
  const edges = [...strips, ...alignedStrips(lines, strips)].sort((one, other) => one.from - other.from);
  const lefts = [least(lines.map((line) => line.left)), ...edges.map(({ to }) => to)];
  const columns = lefts.map((left, at) => {
    const end = edges[at]?.to ?? Number.POSITIVE_INFINITY;
    const own = lines.flatMap((line) => part(line, at === 0 ? Number.NEGATIVE_INFINITY : left - 1, end - 1));
    const outer =
      edges[at] === undefined
        ? Math.max(right, greatest(own.map((line) => line.right)))
        : edges[at]!.to - BESIDE_GUTTER;
    return { left, right: wrapEdge(own, left) ?? outer, lines: own };
  });
  const isRunning =
    columns.length >= 2 &&
    columns.length <= MOST_COLUMNS &&
    columns.every((column) => isFilled(column)) &&
    !isDrawnInRows(columns);
  return isRunning ? { kind: "columns", columns } : { kind: "table", columns, rows: rowTops(lines, edges) };
}

/**
 * Minimum width of a narrow gutter, as a share of the size. At least `ALIGNED` lines continue at one position after it.
 */
const NARROW_GUTTER = 0.5;
const ALIGNED = 4;

/**
 * Returns gutters that are narrow, or that the first line does not have. The texts of most lines begin at one position
 * after a gap, and no line runs across (RFL-16).
 */
function alignedStrips(lines: readonly TextLine[], strips: readonly Strip[]): Strip[] {
  const rows = lines.filter((line) => strips.some(({ from, to }) => line.left < from && line.right > to));
  const ends = new Map<number, number[]>();
  for (const { pieces, size } of rows) {
    const sorted = [...pieces].sort((one, other) => one.x - other.x);
    for (const [at, { x }] of sorted.entries()) {
      const before = sorted[at - 1];
      const end = before === undefined ? x : before.x + before.width;
      if (x - end <= NARROW_GUTTER * size || before?.isSpaceAfter === true) continue;
      if (at <= LABEL_PIECES && isBeforeText(lineText(sorted.slice(0, at)).replace(/\t/g, " "))) continue;
      const own = ends.get(Math.round(x));
      if (own === undefined) ends.set(Math.round(x), [end]);
      else own.push(end);
    }
  }
  const found = [...ends].filter(([, own]) => own.length >= Math.max(ALIGNED, MOST_ALIGNED * rows.length));
  return found
    .map(([x, own]) => ({ from: greatest(own), to: x - 1 }))
    .filter(({ from, to }) => to > from && lines.every((line) => !runsAcross(line, from, to)))
    .filter(({ from, to }) => !strips.some((strip) => strip.from < to && strip.to > from));
}

const MOST_ALIGNED = 0.6;

function runsAcross({ pieces }: TextLine, from: number, to: number): boolean {
  return pieces.some(({ x, width }) => x < to && x + width > from + 1);
}

/** Lines that are further apart than those of a paragraph by this factor begin a row. */
const ROW = 1.25;
/** Minimum distance of the lines of a paragraph, as a multiple of the size. */
const LINE = 1.2;

/**
 * Returns the baselines at which rows begin (RFL-18): after space, or with text on both sides that reads like a
 * beginning.
 */
function rowTops(lines: readonly TextLine[], strips: readonly Strip[]): number[] {
  const tops = [lines[0]!.y];
  const pitches = lines.slice(1).map((line, at) => line.y - lines[at]!.y);
  const closest = Math.max(
    LINE * lines[0]!.size,
    pitches.reduce((least, pitch) => Math.min(least, pitch), Number.POSITIVE_INFINITY),
  );
  let row: PagePiece[] = [...lines[0]!.pieces];
  for (const [at, line] of lines.slice(1).entries()) {
    const drawn = drawnRow(row, line, strips);
    const isApart = pitches[at]! > ROW * closest;
    const isBoth = strips.some(({ from, to }) => line.left < from && line.right > to);
    const isBeginning = line.pieces.every((piece, index) => {
      const isStart =
        index === 0 || strips.some(({ from, to }) => line.pieces[index - 1]!.x < from && piece.x >= to - 1);
      return !isStart || /^[\p{Lu}\p{N}\p{Ps}\p{Po}\p{Sc}_$☐]/u.test(piece.text.trim());
    });
    const isRow = drawn === undefined ? isApart || (isBoth && isBeginning) : drawn === "next";
    if (isRow) {
      tops.push(line.y);
      row = [];
    }
    for (const piece of line.pieces) row.push(piece);
  }
  return tops;
}

/**
 * Decides by the drawing order whether a line begins a row, because cells are drawn one after the other. A line that is
 * drawn before the end of its row belongs to it. A line in an earlier column than the last, drawn after all of the row,
 * begins the next (RFL-56). Undefined if the order does not decide.
 */
function drawnRow(row: readonly PagePiece[], line: TextLine, strips: readonly Strip[]): "same" | "next" | undefined {
  const orders = [...row, ...line.pieces].map(({ order }) => order);
  if (orders.some((order) => order === undefined)) return undefined;
  const columnOf = ({ x }: PagePiece): number => strips.findLastIndex(({ to }) => x >= to - 1);
  const last = greatest(row.map(({ order }) => order!));
  if (line.pieces.some(({ order }) => order! < last)) return "same";
  const lastColumn = greatest(row.map(columnOf));
  return line.pieces.some((piece) => columnOf(piece) < lastColumn) ? "next" : undefined;
}

/** Maximum average number of words on a line of names below each other, which never wrap (RFL-32). */
const WORDS_OF_NAMES = 2;

/** True if the file draws line after line across the columns. Running text is drawn column after column (RFL-57). */
function isDrawnInRows(columns: readonly BandColumn[]): boolean {
  const [first, second] = columns.map(({ lines }) =>
    lines.flatMap(({ y, pieces }) => pieces.map(({ order }) => ({ y, order }))),
  );
  const last = greatest((first ?? []).map(({ order }) => order ?? Number.POSITIVE_INFINITY));
  return (second ?? []).filter(({ order }) => order !== undefined && order < last).length > (second ?? []).length / 2;
}

/** Returns the position at which lines of a column wrap, if at least three lines and 40 % of them end near it. */
function wrapEdge(lines: readonly TextLine[], left: number): number | undefined {
  const right = greatest(lines.map((line) => line.right));
  const near = lines.filter((line) => line.right > right - WRAP * (right - left));
  const words = lines.reduce((sum, { pieces }) => sum + lineText(pieces).split(/\s/).length, 0);
  if (words <= WORDS_OF_NAMES * lines.length) return undefined;
  return near.length >= 3 && near.length > 0.4 * lines.length ? right : undefined;
}

function part(line: TextLine, from: number, to: number): TextLine[] {
  const pieces = line.pieces.filter((piece: PagePiece) => piece.x >= from && piece.x < to);
  return pieces.length === 0 ? [] : [lineOf(pieces)];
}

function isFilled({ left, lines }: BandColumn): boolean {
  if (lines.length < COLUMN_LINES) return false;
  const right = greatest(lines.map((line) => line.right));
  const full = lines.filter((line) => line.right - line.left > FULL * (right - left));
  return full.length > lines.length / 2;
}
