// Finds the straight lines of a scanned page: borders of tables, and rules.
//
// A recognizer takes a table with borders for a picture and reads none of its words. So borders are erased before
// recognition (SCN-3), and the rules that find tables get the lines as boxes. A line is a run of dark pixels that is
// longer than any letter. On a skewed page, a line is a staircase of runs that touch.

import type { GrayPicture } from "./gray-picture.ts";

/** A line between two points on its middle, in pixels. */
export interface DrawnLine {
  readonly from: Point;
  readonly to: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Maximum brightness of ink. */
const INK = 140;
/**
 * Minimum length of a run in inches. Shorter horizontal runs are letters and dashes; shorter vertical ones are stems of
 * large letters.
 */
const SHORTEST = { across: 0.5, down: 0.3 } as const;
/** Maximum thickness in inches. Thicker shapes are shaded areas and pictures. */
const THICKEST = 0.04;
/** Maximum number of pixels without ink inside a run, such as dust. */
const LARGEST_HOLE = 2;
/** Inches. Lines whose ends are at most this far apart touch. */
const TOUCH = 0.04;
/** A page with more lines is a pattern, in which no line is used. */
const MOST_LINES = 3000;

/**
 * Returns all lines, and erases those that meet others. A lone line may be a blank to fill in, which is text. Returns
 * none for a pattern (`MOST_LINES`).
 */
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

/** A run of ink in a row (or column), from one pixel to another. */
interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** Runs of neighbouring rows that touch. */
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

/** Groups the runs into stairs. The runs must be in the order of their rows. */
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

/** A stair that may get further runs: those that touch its last two rows. */
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

/** Pixels on both sides of a line that are its blurred edge. */
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

/** Returns the line from the middle of the stair's start to the middle of its end. */
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
