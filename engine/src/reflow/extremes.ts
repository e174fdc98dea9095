// The least, the greatest and the middle of many numbers. `Math.min(...values)` overflows the stack at about 100,000 of them, and a
// hostile page has as many pieces on one line (RFL-76).

/** Infinity for none. */
export function least(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** Minus infinity for none. */
export function greatest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** The one in the middle by size, the upper of two; undefined for none. */
export function middleOf(values: readonly number[]): number | undefined {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
