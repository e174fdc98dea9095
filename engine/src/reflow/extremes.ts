// The least and the greatest of many numbers. `Math.min(...values)` overflows the stack at about 100,000 of them, and a
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
