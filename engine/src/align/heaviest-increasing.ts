// Finds the heaviest increasing subsequence, which selects the anchors that keep their order.
//
// The heaviest run that ends with a value is the value itself after the heaviest run of smaller values before it. Runs
// are kept in a tree of prefix maxima over the ranks of the values, so n values cost n log n.

/** Returns the indexes of the heaviest strictly increasing subsequence. Among equal ones, the one that is found first. */
export function heaviestIncreasing(values: Int32Array, weights: Float64Array): Int32Array {
  const ranks = ranksOf(values);
  const best = new PrefixMaxima(values.length);
  const previous = new Int32Array(values.length);
  const sums = new Float64Array(values.length);
  let last = -1;
  for (let place = 0; place < values.length; place++) {
    const before = best.below(ranks[place]!, sums);
    previous[place] = before;
    sums[place] = weights[place]! + (before < 0 ? 0 : sums[before]!);
    best.add(ranks[place]!, place, sums);
    if (last < 0 || sums[place]! > sums[last]!) last = place;
  }
  const places: number[] = [];
  for (let place = last; place >= 0; place = previous[place]!) places.push(place);
  return Int32Array.from(places.reverse());
}

/** Indexed like the values: how many values are smaller. */
function ranksOf(values: Int32Array): Int32Array {
  const order = Int32Array.from(values.keys()).sort((one, other) => values[one]! - values[other]!);
  const ranks = new Int32Array(values.length);
  let rank = 0;
  for (const [at, place] of order.entries()) {
    if (at > 0 && values[place]! > values[order[at - 1]!]!) rank = at;
    ranks[place] = rank;
  }
  return ranks;
}

/** A binary indexed tree: for each rank, the index whose run weighs most among the ranks up to it. */
class PrefixMaxima {
  readonly #places: Int32Array;

  constructor(size: number) {
    this.#places = new Int32Array(size + 1).fill(-1);
  }

  /** Returns the index of the heaviest run that ends in a smaller rank, or -1. */
  below(rank: number, sums: Float64Array): number {
    let best = -1;
    for (let at = rank; at > 0; at -= at & -at) best = heavier(best, this.#places[at]!, sums);
    return best;
  }

  add(rank: number, place: number, sums: Float64Array): void {
    for (let at = rank + 1; at < this.#places.length; at += at & -at) {
      this.#places[at] = heavier(this.#places[at]!, place, sums);
    }
  }
}

/** Returns the heavier run; if both weigh the same, the earlier. */
function heavier(one: number, other: number, sums: Float64Array): number {
  if (one < 0 || other < 0) return Math.max(one, other);
  const difference = sums[one]! - sums[other]!;
  if (difference !== 0) return difference > 0 ? one : other;
  return Math.min(one, other);
}
