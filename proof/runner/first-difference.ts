// Finds the first difference between two lists.

/** Returns the first index at which two lists differ; undefined if they are equal. */
export function firstDifference<Item>(one: readonly Item[], other: readonly Item[]): number | undefined {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return undefined;
}
