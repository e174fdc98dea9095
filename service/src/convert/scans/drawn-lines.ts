// The straight lines of a scanned page: borders of tables, and rules.
//
// A recognizer takes a table with borders for a picture and reads none of its words, so borders are erased before it looks
// (SCN-3), and the rules that find tables get the lines as boxes. A line is a run of dark pixels, longer than any letter
// has. A page that lies askew on the glass has lines that climb: they are stairs of runs, which touch.

import type { GrayPicture } from "./gray-picture.ts";

/** In pixels. A line from one end to the other; both are its middle. */
export interface DrawnLine {
  readonly from: Point;
  readonly to: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Darker pixels are ink. */
const INK = 140;
/** Inches. Shorter runs across are letters and dashes; shorter ones down are the stems of large letters. */
const SHORTEST = { across: 0.5, down: 0.3 } as const;
/** Inches. Thicker ones are shaded areas and pictures. */
const THICKEST = 0.04;
/** Pixels without ink that do not end a run: dust. */
const LARGEST_HOLE = 2;
/** Inches. Lines that end so close to each other touch. */
const TOUCH = 0.04;
/** A page with more is a pattern. */
const MOST_LINES = 3000;

/** Erases lines that meet others: a lone one may be a blank to fill in, which is text. Gives all lines. */
export function takeLines(picture: GrayPicture, dotsPerInch: number): DrawnLine[] {
  const across = stairsOf(runsOf(picture, "across", SHORTEST.across * dotsPerInch)).filter(isThin);
  const down = stairsOf(runsOf(picture, "down", SHORTEST.down * dotsPerInch)).filter(isThin);
  if (across.length + down.length > MOST_LINES) return [];
  const reach = TOUCH * dotsPerInch;
  for (const stair of across) if (down.some((other) => touch(stair, other, reach))) erase(picture, "across", stair);
  for (const stair of down) if (across.some((other) => touch(other, stair, reach))) erase(picture, "down", stair);
  return [...across.map((stair) => lineOf(stair, "across")), ...down.map((stair) => lineOf(stair, "down"))];

  function isThin({ from, to, area }: Stair): boolean {
    return area / (to - from) <= THICKEST * dotsPerInch;
  }
}

type Direction = "across" | "down";

/** A run of ink: at `row` (or column), from one place to another. */
interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** Runs that touch, of neighbouring rows. */
interface Stair {
  readonly runs: readonly Run[];
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly area: number;
}

function runsOf({ width, height, pixels }: GrayPicture, direction: Direction, shortest: number): Run[] {
  const [rows, length] = direction === "across" ? [height, width] : [width, height];
  const [rowStep, step] = direction === "across" ? [width, 1] : [1, width];
  const runs: Run[] = [];
  for (let row = 0; row < rows; row += 1) {
    let from = -1;
    let last = -1;
    for (let at = 0, pixel = row * rowStep; at < length; at += 1, pixel += step) {
      if (pixels[pixel]! >= INK) continue;
      if (last < 0 || at - last > LARGEST_HOLE + 1) {
        if (last - from + 1 >= shortest && from >= 0) runs.push({ row, from, to: last + 1 });
        from = at;
      }
      last = at;
    }
    if (from >= 0 && last - from + 1 >= shortest) runs.push({ row, from, to: last + 1 });
  }
  return runs;
}

/** Runs come in the order of their rows. */
function stairsOf(runs: readonly Run[]): Stair[] {
  let open: OpenStair[] = [];
  const done: OpenStair[] = [];
  for (const run of runs) {
    const touching: OpenStair[] = [];
    const apart: OpenStair[] = [];
    for (const stair of open) {
      stair.edge = stair.edge.filter(({ row }) => row >= run.row - 1);
      if (stair.edge.length === 0) done.push(stair);
      else if (stair.edge.some(({ from, to }) => from <= run.to && run.from <= to)) touching.push(stair);
      else apart.push(stair);
    }
    const [first = { runs: [], edge: [] }, ...others] = touching;
    for (const other of others) {
      for (const own of other.runs) first.runs.push(own);
      for (const own of other.edge) first.edge.push(own);
    }
    first.runs.push(run);
    first.edge.push(run);
    open = [...apart, first];
  }
  return [...done, ...open].map(({ runs: own }) => ({
    runs: own,
    from: own.reduce((least, { from }) => Math.min(least, from), own[0]!.from),
    to: own.reduce((most, { to }) => Math.max(most, to), 0),
    first: own.reduce((least, { row }) => Math.min(least, row), own[0]!.row),
    last: own.reduce((most, { row }) => Math.max(most, row), 0),
    area: own.reduce((sum, { from, to }) => sum + to - from, 0),
  }));
}

/** A stair that further runs may belong to: those that touch its last two rows. */
interface OpenStair {
  readonly runs: Run[];
  edge: Run[];
}

function touch(across: Stair, down: Stair, reach: number): boolean {
  return (
    down.first >= across.from - reach &&
    down.last <= across.to + reach &&
    across.first >= down.from - reach &&
    across.last <= down.to + reach
  );
}

/** The pixels beside a line are its blurred edge. */
const EDGE = 2;

function erase({ width, height, pixels }: GrayPicture, direction: Direction, { runs }: Stair): void {
  for (const { row, from, to } of runs) {
    for (let near = row - EDGE; near <= row + EDGE; near += 1) {
      if (near < 0 || near >= (direction === "across" ? height : width)) continue;
      if (direction === "across") pixels.fill(255, near * width + from, near * width + to);
      else for (let at = from; at < to; at += 1) pixels[at * width + near] = 255;
    }
  }
}

/** From the middle of its beginning to that of its end. */
function lineOf({ runs, from, to }: Stair, direction: Direction): DrawnLine {
  const middleAt = (isNear: (run: Run) => boolean): number => {
    const near = runs.filter(isNear);
    return near.reduce((sum, { row }) => sum + row, 0) / near.length + 0.5;
  };
  const start = middleAt((run) => run.from <= from + LARGEST_HOLE);
  const end = middleAt((run) => run.to >= to - LARGEST_HOLE);
  return direction === "across"
    ? { from: { x: from, y: start }, to: { x: to, y: end } }
    : { from: { x: start, y: from }, to: { x: end, y: to } };
}
