// Computes the least, the greatest and the middle of many numbers.
//
// `Math.min(...values)` overflows the stack at about 100,000 values, and a hostile page has that many pieces on one
// line (RFL-76).

/** Returns the least value; infinity for an empty list. */
export function least(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** Returns the greatest value; minus infinity for an empty list. */
export function greatest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** Returns the middle value by size, the upper one of two; undefined for an empty list. */
export function middleOf(values: readonly number[]): number | undefined {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
