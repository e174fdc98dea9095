// Multiplies and applies transformations, written as six numbers as in PDF.

export type Matrix = readonly [number, number, number, number, number, number];

export type Point = readonly [x: number, y: number];

/** Returns the transformation that applies `inner` first and then `outer`. */
export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the transformed point. */
export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}
