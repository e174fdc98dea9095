// Reads the straight lines and rectangles that a page draws: borders of tables, rules, underlines.
//
// A path is cut into its straight parts. A stroked part is a line. A filled path of four corners is a box, which is how
// most programs draw a border. Curves are not borders. Clipping paths draw nothing.

import type { PlacedBox } from "@versus/engine/tasks";
import { apply, type Matrix, type Point, times } from "./matrix.ts";

interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

type Codes = Readonly<Record<string, number>>;

/** Values of pdfjs `DrawOPS`. `NUMBERS` contains the count of numbers that follow each operator. */
const MOVE = 0;
const LINE = 1;
const NUMBERS = [2, 2, 6, 4, 0];
/**
 * A rectangle has four corners. Its first corner is repeated if the path is closed, and once more if a line closes it
 * too.
 */
const MOST_CORNERS = 6;

export function readBoxes(list: OperatorList, codes: Codes, viewport: readonly number[]): PlacedBox[] {
  const stroking = paintCodes(codes, ["stroke", "closeStroke", "fillStroke", "eoFillStroke", "closeFillStroke"]);
  const filling = paintCodes(codes, ["fill", "eoFill", "fillStroke", "eoFillStroke", "closeFillStroke"]);
  const boxes: PlacedBox[] = [];
  const saved: Matrix[] = [];
  let current = viewport as Matrix;
  for (const [at, code] of list.fnArray.entries()) {
    const argument = list.argsArray[at];
    if (code === codes.save) saved.push(current);
    else if (code === codes.restore) current = saved.pop() ?? current;
    else if (code === codes.transform) current = times(current, argument as Matrix);
    else if (code === codes.paintFormXObjectBegin) {
      saved.push(current);
      const [matrix] = argument as [Matrix | null];
      if (matrix !== null) current = times(current, matrix);
    } else if (code === codes.paintFormXObjectEnd) current = saved.pop() ?? current;
    else if (code === codes.constructPath) {
      const [paint, [path]] = argument as [number, [ArrayLike<number> | null]];
      if (path === null || path === undefined) continue;
      if (stroking.has(paint)) addLines(boxes, path, current);
      else if (filling.has(paint)) addShapes(boxes, path, current);
    }
  }
  return boxes;
}

function paintCodes(codes: Codes, names: readonly string[]): Set<number | undefined> {
  return new Set(names.map((name) => codes[name]));
}

/** Yields the points of each part of a path that consists of straight lines. A closed part ends at its first point. */
function* straightParts(path: ArrayLike<number>, matrix: Matrix): Generator<Point[]> {
  let points: Point[] = [];
  let isStraight = true;
  for (let at = 0; at < path.length; ) {
    const operator = path[at]!;
    const numbers = NUMBERS[operator];
    if (numbers === undefined) return;
    if (operator === MOVE) {
      if (isStraight && points.length > 1) yield points;
      points = [];
      isStraight = true;
    }
    if (numbers === 0 && points.length > 0) points.push(points[0]!);
    else if (operator === MOVE || operator === LINE) points.push(apply(matrix, path[at + 1]!, path[at + 2]!));
    else isStraight = false;
    at += 1 + numbers;
  }
  if (isStraight && points.length > 1) yield points;
}

function addLines(boxes: PlacedBox[], path: ArrayLike<number>, matrix: Matrix): void {
  for (const points of straightParts(path, matrix)) {
    for (let at = 1; at < points.length; at += 1) boxes.push(around([points[at - 1]!, points[at]!]));
  }
}

function addShapes(boxes: PlacedBox[], path: ArrayLike<number>, matrix: Matrix): void {
  for (const points of straightParts(path, matrix)) {
    if (points.length <= MOST_CORNERS) boxes.push(around(points));
  }
}

function around(points: readonly Point[]): PlacedBox {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
