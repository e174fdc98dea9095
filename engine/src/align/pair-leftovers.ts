// Pairs unmatched items of both sides in any order: the candidates for moves (CMP-92).
//
// Equal keys are paired first, in order of appearance. For the rest, comparing every two items would cost too much, so
// an index proposes candidates. Similar texts share rare tokens; a token is rare if at most MOST_HOLDERS leftovers of
// the after side contain it. Two groups of the leftovers that share rare tokens are compared:
// - the MOST_CANDIDATES that share the greatest weight;
// - the MOST_TOLD that share tokens which few others contain.
//
// Pairs that are similar enough are then taken, the most similar first; ties follow the order of before, then of after.
//
// A step is an entry of the index or a compared token. The index costs at most MOST_HOLDERS + 1 per token, and each
// leftover of before at most MOST_CANDIDATES + MOST_TOLD comparisons.

import type { Bag, WeightOf } from "./bags.ts";
import { similarityOf } from "./bags.ts";
import type { Budget } from "./budget.ts";
import type { AlikePair } from "./pair-alike.ts";

/** A token in more leftovers than this says too little about which leftovers belong together. */
const MOST_HOLDERS = 32;

/** Number of candidates that are compared token by token for one leftover. */
const MOST_CANDIDATES = 8;

/**
 * Number of further candidates, selected by tokens that few others contain: of a dozen similar headings, each has its
 * own number.
 */
const MOST_TOLD = 2;

export interface Leftover {
  /** Equal for equal content. */
  readonly key: number;
  readonly bag: Bag;
}

interface Leftovers {
  readonly before: readonly Leftover[];
  readonly after: readonly Leftover[];
  /** Minimum similarity of a pair. */
  readonly least: number;
  readonly weightOf: WeightOf;
  readonly budget: Budget;
  /** True if two leftovers, by index, may be paired at this similarity. `pairLeftovers` does not ask for equal keys. */
  mayPair?(before: number, after: number, similarity: number): boolean;
}

/**
 * Returns pairs in the order of before, each leftover in at most one. After the budget is spent, no more similar pairs
 * are searched.
 */
export function pairLeftovers(leftovers: Leftovers): AlikePair[] {
  const equal = pairEqualKeys(leftovers);
  const alike = alikePairs(leftovers, equal).sort(
    (one, other) => other.similarity - one.similarity || one.before - other.before || one.after - other.after,
  );
  const pairs = [...equal];
  const beforeTaken = new Set<number>();
  const afterTaken = new Set<number>();
  for (const pair of alike) {
    if (beforeTaken.has(pair.before) || afterTaken.has(pair.after)) continue;
    beforeTaken.add(pair.before);
    afterTaken.add(pair.after);
    pairs.push(pair);
  }
  return pairs.sort((one, other) => one.before - other.before);
}

/** Returns all similar pairs among the candidates of each leftover. A leftover may be in several pairs. */
export function alikeLeftovers(leftovers: Leftovers): AlikePair[] {
  return alikePairs(leftovers, []);
}

/** Pairs the first item of before with the first item of after that has the same key, and so on. */
function pairEqualKeys({ before, after, budget }: Leftovers): AlikePair[] {
  budget.spend(before.length + after.length);
  const waiting = new Map<number, number[]>();
  for (let place = after.length - 1; place >= 0; place--) {
    const key = after[place]!.key;
    const places = waiting.get(key);
    if (places) places.push(place);
    else waiting.set(key, [place]);
  }
  const pairs: AlikePair[] = [];
  before.forEach((leftover, place) => {
    const partner = waiting.get(leftover.key)?.pop();
    if (partner !== undefined) pairs.push({ before: place, after: partner, similarity: 1 });
  });
  return pairs;
}

/** Returns all similar pairs of candidates among the leftovers that are not yet paired. */
function alikePairs(leftovers: Leftovers, paired: readonly AlikePair[]): AlikePair[] {
  const { before, after, least, weightOf, budget } = leftovers;
  const beforePaired = new Set(paired.map((pair) => pair.before));
  const afterPaired = new Set(paired.map((pair) => pair.after));
  const candidates = new Candidates(leftovers, indexTokens(after, afterPaired, budget));
  const counts = new WordCounts(weightOf);
  const pairs: AlikePair[] = [];
  for (let place = 0; place < before.length && !budget.isSpent; place++) {
    if (beforePaired.has(place)) continue;
    const bag = before[place]!.bag;
    for (const candidate of candidates.of(place)) {
      const other = after[candidate]!.bag;
      if (!budget.spend(bag.tokens.length + other.tokens.length)) break;
      const similarity = Math.max(similarityOf(bag, other, weightOf, least), counts.alike(bag, other, least));
      if (similarity > 0 && similarity >= least && leftovers.mayPair?.(place, candidate, similarity) !== false)
        pairs.push({ before: place, after: candidate, similarity });
    }
  }
  return pairs;
}

/**
 * Measures similarity by the number of words instead of their weight, less a margin. So two texts of five words are
 * similar if one word was edited, whatever its length.
 */
class WordCounts {
  readonly #weightOf: WeightOf;
  readonly #bags = new Map<Bag, Bag>();

  constructor(weightOf: WeightOf) {
    this.#weightOf = weightOf;
  }

  alike(before: Bag, after: Bag, least: number): number {
    return similarityOf(this.#words(before), this.#words(after), () => 1, least + COUNT_MARGIN) - COUNT_MARGIN;
  }

  /** Returns the words of a bag, each with weight 1. */
  #words(bag: Bag): Bag {
    const known = this.#bags.get(bag);
    if (known !== undefined) return known;
    const tokens = bag.tokens.filter((token) => this.#weightOf(token) >= 1);
    const words = { tokens, weight: tokens.length };
    this.#bags.set(bag, words);
    return words;
  }
}

const COUNT_MARGIN = 0.15;

/**
 * Maps a token to the leftovers that contain it. Lists end one entry after MOST_HOLDERS, which marks the token as too
 * frequent.
 */
function indexTokens(after: readonly Leftover[], paired: ReadonlySet<number>, budget: Budget): Map<number, number[]> {
  const index = new Map<number, number[]>();
  for (let place = 0; place < after.length; place++) {
    if (paired.has(place)) continue;
    const { tokens } = after[place]!.bag;
    if (!budget.spend(tokens.length)) break;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token === tokens[at - 1]) continue;
      const holders = index.get(token);
      if (!holders) index.set(token, [place]);
      else if (holders.length <= MOST_HOLDERS) holders.push(place);
    }
  }
  return index;
}

/** Finds the leftovers of the after side that may be similar to one of before. */
class Candidates {
  readonly #leftovers: Leftovers;
  readonly #index: ReadonlyMap<number, readonly number[]>;
  /** Indexed by leftover of after: the weight of the rare tokens that it shares with the current one. */
  readonly #shared: Float64Array;
  /** Like `#shared`, with the weight of each token divided by its number of holders. */
  readonly #told: Float64Array;

  constructor(leftovers: Leftovers, index: ReadonlyMap<number, readonly number[]>) {
    this.#leftovers = leftovers;
    this.#index = index;
    this.#shared = new Float64Array(leftovers.after.length);
    this.#told = new Float64Array(leftovers.after.length);
  }

  /**
   * Returns the leftovers that share the most weight of rare tokens, the heaviest first, then those with the rarest
   * shared tokens. Among equal ones the nearest come first.
   */
  of(own: number): number[] {
    const { before, after } = this.#leftovers;
    const sharing = this.#sharing(before[own]!.bag.tokens);
    const expected = (own * after.length) / before.length;
    const found = best(sharing, { values: this.#shared, expected, most: MOST_CANDIDATES });
    if (sharing.length > MOST_CANDIDATES) {
      for (const one of best(sharing, { values: this.#told, expected, most: MOST_TOLD }))
        if (!found.includes(one)) found.push(one);
    }
    for (const holder of sharing) this.#shared[holder] = this.#told[holder] = 0;
    return found;
  }

  /** Returns the leftovers of after that share rare tokens with a bag, and records how much they share. */
  #sharing(tokens: Int32Array): number[] {
    const { weightOf, budget } = this.#leftovers;
    const sharing: number[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token === tokens[at - 1]) continue;
      budget.spend(1);
      const holders = this.#index.get(token);
      if (!holders || holders.length > MOST_HOLDERS) continue;
      const weight = weightOf(token);
      if (weight <= 0) continue;
      budget.spend(holders.length);
      for (const holder of holders) {
        if (this.#shared[holder] === 0) sharing.push(holder);
        this.#shared[holder]! += weight;
        this.#told[holder]! += weight / holders.length;
      }
    }
    return sharing;
  }
}

interface Ranking {
  readonly values: Float64Array;
  /** The position at which the partner would be if nothing had moved. */
  readonly expected: number;
  readonly most: number;
}

/** Returns at most `most` leftovers with the greatest values, among equal ones the nearest. */
function best(leftovers: readonly number[], { values, expected, most }: Ranking): number[] {
  const isBetter = (one: number, other: number): boolean => {
    if (values[one] !== values[other]) return values[one]! > values[other]!;
    const nearer = Math.abs(one - expected) - Math.abs(other - expected);
    return nearer === 0 ? one < other : nearer < 0;
  };
  const found: number[] = [];
  for (const leftover of leftovers) {
    if (found.length === most && !isBetter(leftover, found.at(-1)!)) continue;
    let at = found.length;
    while (at > 0 && isBetter(leftover, found[at - 1]!)) at--;
    found.splice(at, 0, leftover);
    if (found.length > most) found.pop();
  }
  return found;
}
