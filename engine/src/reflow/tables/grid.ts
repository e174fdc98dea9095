// Finds tables that drawn lines show (RFL-10..14).
//
// Boxes become horizontal and vertical strokes. Strokes on one line are joined, and strokes that touch are one drawing.
// A drawing whose strokes enclose cells is a table: its rows and columns are the positions of its strokes. Two
// neighbours without a stroke between them are one cell. Underlines and rules touch no crossing stroke, so they make no
// tables.

import { greatest, least } from "../extremes.ts";
import type { PlacedBox } from "../page.ts";

export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly box: PlacedBox;
}

export interface Grid {
  readonly box: PlacedBox;
  /** Edges of columns and rows: one more than there are columns and rows. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
}

/** A stroke at the position `at`, which extends from `from` to `to`. */
interface Stroke {
  at: number;
  from: number;
  to: number;
}

/** Maximum thickness of a box that is a line, in points. */
const THICKEST = 3;
/** Strokes closer than this many points are one, and ends this close meet. */
const NEAR = 2.5;
/** Minimum width and height of a cell, in points. */
const SMALLEST = 4;
/**
 * Maximum number of strokes. Comparing them pairwise takes quadratic time, and a page with more is a drawing, not a
 * table.
 */
const MOST_STROKES = 3_000;
/** Maximum number of cells. A drawing with more is graph paper. */
const MOST_CELLS = 20_000;

/** Returns the tables of a page, outer tables before those inside their cells. */
export function gridsOf(boxes: readonly PlacedBox[]): Grid[] {
  const across = joinStrokes(boxes.flatMap(acrossOf));
  const down = joinStrokes(boxes.flatMap(downOf));
  if (across.length + down.length > MOST_STROKES) return [];
  const shades = boxes.filter(({ left, right, top, bottom }) => right - left > THICKEST && bottom - top > THICKEST);
  return drawings(across, down)
    .flatMap((drawing) => gridOf(withShades(drawing, shades)))
    .sort((one, other) => area(other.box) - area(one.box));
}

/** Returns a table in which every cell is in one row and one column. */
export function plainGrid(xs: readonly number[], ys: readonly number[]): Grid {
  const cells = ys.slice(1).flatMap((bottom, row) =>
    xs.slice(1).map((right, column): GridCell => {
      const box = { left: xs[column]!, right, top: ys[row]!, bottom };
      return { row, column, rows: 1, columns: 1, box };
    }),
  );
  return { box: { left: xs[0]!, right: xs.at(-1)!, top: ys[0]!, bottom: ys.at(-1)! }, xs, ys, cells };
}

/** True if a box is inside another, or extends beyond it by at most `slack` points. */
export function isWithin(inner: PlacedBox, { left, right, top, bottom }: PlacedBox, slack: number): boolean {
  const isAcross = inner.left >= left - slack && inner.right <= right + slack;
  return isAcross && inner.top >= top - slack && inner.bottom <= bottom + slack;
}

export function area({ left, right, top, bottom }: PlacedBox): number {
  return (right - left) * (bottom - top);
}

function acrossOf({ left, right, top, bottom }: PlacedBox): Stroke[] {
  if (right - left < SMALLEST) return [];
  if (bottom - top <= THICKEST) return [{ at: (top + bottom) / 2, from: left, to: right }];
  return [];
}

function downOf({ left, right, top, bottom }: PlacedBox): Stroke[] {
  if (bottom - top < SMALLEST) return [];
  if (right - left <= THICKEST) return [{ at: (left + right) / 2, from: top, to: bottom }];
  return [];
}

/** Joins strokes on one line that meet. */
function joinStrokes(strokes: readonly Stroke[]): Stroke[] {
  const sorted = [...strokes].sort((one, other) => one.at - other.at || one.from - other.from);
  const result: Stroke[] = [];
  let band: Stroke[] = [];
  let first = Number.NEGATIVE_INFINITY;
  for (const stroke of sorted) {
    if (stroke.at - first > NEAR) {
      for (const whole of joinedBand(band)) result.push(whole);
      band = [];
      first = stroke.at;
    }
    band.push(stroke);
  }
  return [...result, ...joinedBand(band)];
}

function joinedBand(band: readonly Stroke[]): Stroke[] {
  const result: Stroke[] = [];
  for (const { at, from, to } of [...band].sort((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to + NEAR) last.to = Math.max(last.to, to);
    else result.push({ at, from, to });
  }
  return result;
}

interface Drawing {
  readonly across: Stroke[];
  readonly down: Stroke[];
}

function drawings(across: readonly Stroke[], down: readonly Stroke[]): Drawing[] {
  const strokes = [...across, ...down];
  const leaders = strokes.map((_, index) => index);
  const leaderOf = (index: number): number => {
    let at = index;
    while (leaders[at] !== at) at = leaders[at]!;
    leaders[index] = at;
    return at;
  };
  for (const [one, horizontal] of across.entries()) {
    for (const [other, vertical] of down.entries()) {
      if (meets(horizontal, vertical)) leaders[leaderOf(across.length + other)] = leaderOf(one);
    }
  }
  const groups = new Map<number, Drawing>();
  for (const [index, stroke] of strokes.entries()) {
    const leader = leaderOf(index);
    const drawing = groups.get(leader) ?? { across: [], down: [] };
    (index < across.length ? drawing.across : drawing.down).push(stroke);
    groups.set(leader, drawing);
  }
  return [...groups.values()].filter((drawing) => drawing.across.length >= 2 && drawing.down.length >= 2);
}

/** Adds the edges of shaded cells inside a drawing, which separate cells like strokes. */
function withShades({ across, down }: Drawing, shades: readonly PlacedBox[]): Drawing {
  const [xs, ys] = [places(down), places(across)];
  const [left, right, top, bottom] = [xs[0]!, xs.at(-1)!, ys[0]!, ys.at(-1)!];
  const inside = shades.filter(
    (box) => box.left > left - NEAR && box.right < right + NEAR && box.top > top - NEAR && box.bottom < bottom + NEAR,
  );
  if (inside.length < 2 || inside.length > MOST_STROKES) return { across, down };
  // A shade that reaches no edge of a column is the background of words.
  const cells = inside.filter((box) => nearAny(xs, box.left) && nearAny(ys, box.top));
  const rows = cells.flatMap(({ top: at, left: from, right: to, bottom: end }) => [
    { at, from, to },
    { at: end, from, to },
  ]);
  const columns = cells.flatMap(({ left: at, top: from, bottom: to, right: end }) => [
    { at, from, to },
    { at: end, from, to },
  ]);
  return { across: joinStrokes([...across, ...rows]), down: joinStrokes([...down, ...columns]) };
}

function nearAny(places: readonly number[], value: number): boolean {
  return places.some((place) => Math.abs(place - value) <= NEAR);
}

function meets(horizontal: Stroke, vertical: Stroke): boolean {
  return (
    horizontal.from - NEAR <= vertical.at &&
    vertical.at <= horizontal.to + NEAR &&
    vertical.from - NEAR <= horizontal.at &&
    horizontal.at <= vertical.to + NEAR
  );
}

function gridOf({ across, down }: Drawing): Grid[] {
  const xs = places(down);
  const ys = places(across);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > MOST_CELLS) return [];
  const box = { left: xs[0]!, right: xs[columns]!, top: ys[0]!, bottom: ys[rows]! };
  const covers = (strokes: readonly Stroke[], at: number, middle: number): boolean =>
    strokes.some(
      (stroke) => Math.abs(stroke.at - at) <= NEAR && stroke.from - NEAR <= middle && middle <= stroke.to + NEAR,
    );
  const middle = (edges: readonly number[], index: number): number => (edges[index]! + edges[index + 1]!) / 2;
  const leaders = Array.from({ length: rows * columns }, (_, index) => index);
  const leaderOf = (index: number): number => {
    let at = index;
    while (leaders[at] !== at) at = leaders[at]!;
    return at;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      if (column + 1 < columns && !covers(down, xs[column + 1]!, middle(ys, row)))
        leaders[leaderOf(index + 1)] = leaderOf(index);
      if (row + 1 < rows && !covers(across, ys[row + 1]!, middle(xs, column)))
        leaders[leaderOf(index + columns)] = leaderOf(index);
    }
  }
  const groups = Map.groupBy(leaders.keys(), leaderOf);
  const cells = [...groups.values()].flatMap((members) => cellsOfGroup([...members], { xs, ys, columns }));
  return [{ box, xs, ys, cells }];
}

/** Returns the distinct positions of strokes. */
function places(strokes: readonly Stroke[]): number[] {
  const result: number[] = [];
  for (const at of strokes.map((stroke) => stroke.at).sort((one, other) => one - other)) {
    const last = result.at(-1);
    if (last === undefined || at - last > SMALLEST) result.push(at);
  }
  return result;
}

interface Edges {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly columns: number;
}

/** Returns one cell if the members fill a rectangle, otherwise one cell per member. */
function cellsOfGroup(members: readonly number[], edges: Edges): GridCell[] {
  const rows = members.map((index) => Math.floor(index / edges.columns));
  const columns = members.map((index) => index % edges.columns);
  const [top, bottom] = [least(rows), greatest(rows)];
  const [left, right] = [least(columns), greatest(columns)];
  const isRectangle = members.length === (bottom - top + 1) * (right - left + 1);
  if (!isRectangle) return members.flatMap((index) => cellsOfGroup([index], edges));
  const box = {
    left: edges.xs[left]!,
    right: edges.xs[right + 1]!,
    top: edges.ys[top]!,
    bottom: edges.ys[bottom + 1]!,
  };
  return [{ row: top, column: left, rows: bottom - top + 1, columns: right - left + 1, box }];
}
