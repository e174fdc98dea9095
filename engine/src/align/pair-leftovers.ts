// Pairs what is left over on both sides regardless of order: the candidates for moves.
//
// Equal keys first, in order of appearance. For the rest likeness would have to be asked for every two leftovers, so
// an index proposes candidates: two texts that are much alike share rare tokens, and a token that stands in no more
// than MOST_HOLDERS leftovers of the after side is rare. Of the leftovers that share such tokens the MOST_CANDIDATES
// that share the greatest weight are compared, and the MOST_TOLD that are told best, by tokens that few others hold. All pairs found that are alike enough are then taken best first, ties
// by the order of before, then of after.
//
// Steps are entries of the index looked at and tokens compared: at most (MOST_HOLDERS + 1) per token for the index,
// and MOST_CANDIDATES + MOST_TOLD comparisons for each leftover of before.

import type { Bag, WeightOf } from "./bags.ts";
import { likenessOf } from "./bags.ts";
import type { Budget } from "./budget.ts";
import type { AlikePair } from "./pair-alike.ts";

/** A token in more leftovers than this says too little about which belongs to which. */
const MOST_HOLDERS = 32;

/** How many candidates are compared token by token for one leftover. */
const MOST_CANDIDATES = 8;

/** How many more, by the tokens that hardly any other holds: of a dozen like headings each has its own number. */
const MOST_TOLD = 2;

export interface Leftover {
  /** Equal for equal content. */
  readonly key: number;
  readonly bag: Bag;
}

interface Leftovers {
  readonly before: readonly Leftover[];
  readonly after: readonly Leftover[];
  /** Leftovers less alike than this are not paired. */
  readonly least: number;
  readonly weightOf: WeightOf;
  readonly budget: Budget;
  /** True if two leftovers, by index, that are this much alike may be paired. */
  mayPair?(before: number, after: number, likeness: number): boolean;
}

/** Pairs by order of before, each leftover in one at most. Once the budget is spent no further likeness is looked for. */
export function pairLeftovers(leftovers: Leftovers): AlikePair[] {
  const equal = pairEqualKeys(leftovers);
  const alike = alikePairs(leftovers, equal).sort(
    (one, other) => other.likeness - one.likeness || one.before - other.before || one.after - other.after,
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

/** All pairs that are alike enough among the candidates of each, whether or not they are in others too. */
export function alikeLeftovers(leftovers: Leftovers): AlikePair[] {
  return alikePairs(leftovers, []);
}

/** The first of before with the first of after that has the same key, and so on. */
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
    if (partner !== undefined) pairs.push({ before: place, after: partner, likeness: 1 });
  });
  return pairs;
}

/** All candidates that are alike enough, among the leftovers not yet paired. */
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
      const likeness = Math.max(likenessOf(bag, other, weightOf, least), counts.alike(bag, other, least));
      if (likeness > 0 && likeness >= least && leftovers.mayPair?.(place, candidate, likeness) !== false)
        pairs.push({ before: place, after: candidate, likeness });
    }
  }
  return pairs;
}

/** Likeness by number of words instead of their weight, less a margin: of five words one edited, whatever its length, is alike. */
class WordCounts {
  readonly #weightOf: WeightOf;
  readonly #bags = new Map<Bag, Bag>();

  constructor(weightOf: WeightOf) {
    this.#weightOf = weightOf;
  }

  alike(before: Bag, after: Bag, least: number): number {
    return likenessOf(this.#words(before), this.#words(after), () => 1, least + COUNT_MARGIN) - COUNT_MARGIN;
  }

  /** Only its words, each of the same weight. */
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

/** By token, the leftovers that hold it; a token with too many holders keeps one more than are used. */
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

/** Finds the leftovers of the after side that may be like one of before. */
class Candidates {
  readonly #leftovers: Leftovers;
  readonly #index: ReadonlyMap<number, readonly number[]>;
  /** By leftover of after: the weight of the rare tokens it shares with the one that is asked for. */
  readonly #shared: Float64Array;
  /** The same, the weight of each token divided by its holders. */
  readonly #told: Float64Array;

  constructor(leftovers: Leftovers, index: ReadonlyMap<number, readonly number[]>) {
    this.#leftovers = leftovers;
    this.#index = index;
    this.#shared = new Float64Array(leftovers.after.length);
    this.#told = new Float64Array(leftovers.after.length);
  }

  /** Those that share the most weight of rare tokens, the heaviest first, and those that are told best; of as heavy ones the nearest by order. */
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

  /** The leftovers of after that share rare tokens with some, and notes how much they share. */
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
  /** The place where one would stand if nothing had moved. */
  readonly expected: number;
  readonly most: number;
}

/** So many of some leftovers, those of the greatest values first, of equal ones the nearest. */
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
