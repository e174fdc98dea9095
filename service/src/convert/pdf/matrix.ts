// The six numbers of a transformation, as PDF writes them.

export type Matrix = readonly [number, number, number, number, number, number];

/** First `inner`, then `outer`. */
export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
