// Measures the similarity of two texts by their tokens, in any order.
//
// A bag holds the tokens sorted, so two bags are compared by one merge, or by binary search if their lengths differ
// much. Tokens count by weight, words more than white space. Similarity is Dice's: twice the common weight divided by
// the weight of both, from 0 to 1.

/** The tokens of a text, sorted, with repeats, and their total weight. */
export interface Bag {
  readonly tokens: Int32Array;
  readonly weight: number;
}

export type WeightOf = (token: number) => number;

export function bagOf(tokens: Int32Array, weightOf: WeightOf): Bag {
  const sorted = tokens.slice().sort();
  let weight = 0;
  for (const token of sorted) weight += weightOf(token);
  return { tokens: sorted, weight };
}

/**
 * Returns the similarity of two bags, from 0 to 1. If neither bag has weight, the similarity is 1 for the same tokens,
 * otherwise 0. A similarity below `least` is returned as 0, often without reading all tokens.
 */
export function similarityOf(before: Bag, after: Bag, weightOf: WeightOf, least = 0): number {
  const total = before.weight + after.weight;
  if (total === 0) return haveSameTokens(before.tokens, after.tokens) ? 1 : 0;
  const needed = (least * total) / 2;
  if (Math.min(before.weight, after.weight) < needed - ROUNDING) return 0;
  const similarity = (2 * weightInCommon(before, after, weightOf, needed)) / total;
  return similarity < least ? 0 : Math.min(similarity, 1);
}

/** Sums in another order may differ by this much, and a bound must not cut off an equal sum. */
const ROUNDING = 1e-9;

/**
 * Returns the weight of the common tokens. Bags of similar length are merged from the end, because late numbers are
 * rare tokens. The merge returns 0 as soon as `needed` is out of reach.
 */
function weightInCommon(before: Bag, after: Bag, weightOf: WeightOf, needed: number): number {
  const [beforeTokens, afterTokens] = [before.tokens, after.tokens];
  if (afterTokens.length > MANY * beforeTokens.length) return weightAmong(beforeTokens, afterTokens, weightOf);
  if (beforeTokens.length > MANY * afterTokens.length) return weightAmong(afterTokens, beforeTokens, weightOf);
  let beforeSpare = before.weight - needed + ROUNDING;
  let afterSpare = after.weight - needed + ROUNDING;
  let common = 0;
  let beforePlace = beforeTokens.length - 1;
  let afterPlace = afterTokens.length - 1;
  while (beforePlace >= 0 && afterPlace >= 0) {
    const token = beforeTokens[beforePlace]!;
    const other = afterTokens[afterPlace]!;
    if (token === other) {
      common += weightOf(token);
      beforePlace--;
      afterPlace--;
    } else if (token > other) {
      beforeSpare -= weightOf(token);
      beforePlace--;
      if (beforeSpare < 0) return 0;
    } else {
      afterSpare -= weightOf(other);
      afterPlace--;
      if (afterSpare < 0) return 0;
    }
  }
  return common;
}

/**
 * If one bag has more than this many times the tokens of the other, it is searched instead of merged. For example, a
 * long paragraph is compared with each of its pieces.
 */
const MANY = 16;

/** Finds each of few tokens among many by binary search. The sum equals that of a merge. */
function weightAmong(few: Int32Array, many: Int32Array, weightOf: WeightOf): number {
  let common = 0;
  let end = many.length;
  for (let place = few.length - 1; place >= 0 && end > 0; place -= 1) {
    const token = few[place]!;
    let from = 0;
    while (from < end) {
      const middle = (from + end) >>> 1;
      if (many[middle]! <= token) from = middle + 1;
      else end = middle;
    }
    if (end === 0 || many[end - 1] !== token) continue;
    common += weightOf(token);
    end -= 1;
  }
  return common;
}

function haveSameTokens(before: Int32Array, after: Int32Array): boolean {
  return before.length === after.length && before.every((token, place) => token === after[place]);
}
