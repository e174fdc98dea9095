// The longest run of increasing values, not necessarily neighbours: how the most anchors that keep order are chosen.
//
// For every length the smallest value that ends a run of that length is kept; a new value ends the longest run whose
// last value is smaller. Finding that run is a binary search, so n values cost n log n.

/** Places of the values that make up the longest strictly increasing run; of several, the one whose values are smallest from the end. */
export function longestIncreasing(values: Int32Array): Int32Array {
  const previous = new Int32Array(values.length);
  /** By length less one: the place of the smallest value that ends a run of that length. */
  const ends = new Int32Array(values.length);
  let longest = 0;
  for (let place = 0; place < values.length; place++) {
    const length = countSmallerEnds(values[place]!, { values, ends, longest });
    previous[place] = length === 0 ? -1 : ends[length - 1]!;
    ends[length] = place;
    if (length === longest) longest++;
  }
  const places = new Int32Array(longest);
  for (let k = longest - 1, place = ends[longest - 1] ?? -1; k >= 0; k--, place = previous[place]!) places[k] = place;
  return places;
}

function countSmallerEnds(value: number, runs: { values: Int32Array; ends: Int32Array; longest: number }): number {
  let low = 0;
  let high = runs.longest;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs.values[runs.ends[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
