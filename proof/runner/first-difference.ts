/** Where two lists first differ: an index of either, or undefined if they are the same. */
export function firstDifference<Item>(one: readonly Item[], other: readonly Item[]): number | undefined {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return undefined;
}
