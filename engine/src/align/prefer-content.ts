// Keeps content words rather than common ones where an alignment cannot keep both (CMP-12b).
//
// Several alignments may match the same number of words, and a search returns the one that it finds first. In
// `a competing [-product;-]{+service+} or {+product; +}` it keeps `or`; `{+service or +}product; [-or -]` is what a person
// marks. So each small window between long matches is aligned again by weight. In larger windows a word that is kept
// alone between long edits does not help the reader, whatever it weighs.

import type { Budget } from "./budget.ts";
import type { Match } from "./match.ts";

/** Minimum number of words of a match that no window contains. */
const LONG = 3;
/** Maximum number of pairs of words in a window. Larger windows keep their alignment. */
const MOST_PAIRS = 40;
/** Maximum weight of a word. Content words weigh the same: a longer one is not better than a shorter one. */
const HEAVIEST = 2;

interface Words {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

interface Weighing {
  weightOf(key: number): number;
  readonly budget: Budget;
}

/** Returns the matches. Exchanges the matches of a small window for others that weigh more. */
export function preferContent(matches: readonly Match[], words: Words, { weightOf, budget }: Weighing): Match[] {
  const weighing = { weightOf: (key: number) => Math.min(HEAVIEST, weightOf(key)), budget };
  const result: Match[] = [];
  let window: Match[] = [];
  let from = { before: 0, after: 0 };
  for (const match of [...matches, { before: words.before.length, after: words.after.length, length: 0 }]) {
    const isLast = match.before === words.before.length && match.length === 0;
    if (match.length < LONG && !isLast) {
      window.push(match);
      continue;
    }
    if (window.length > 0) result.push(...heavierIn(window, { words, from, to: match }, weighing));
    window = [];
    if (!isLast) result.push(match);
    from = { before: match.before + match.length, after: match.after + match.length };
  }
  return result;
}

interface Window {
  readonly words: Words;
  readonly from: { readonly before: number; readonly after: number };
  readonly to: { readonly before: number; readonly after: number };
}

function heavierIn(matches: Match[], { words, from, to }: Window, { weightOf, budget }: Weighing): Match[] {
  const before = words.before.subarray(from.before, to.before);
  const after = words.after.subarray(from.after, to.after);
  const kept = matches.reduce((sum, { length }) => sum + length, 0);
  // A window in which one side is kept whole has no other alignment of the same size.
  const pairs = before.length * after.length;
  if (pairs > MOST_PAIRS || kept === Math.min(before.length, after.length) || !budget.spend(pairs)) return matches;
  const best = heaviest(before, after, weightOf);
  const weight = matches.reduce((sum, match) => sum + weightOfRun(words.before, match, weightOf), 0);
  if (best.weight <= weight) return matches;
  return best.places.map(([one, other]) => ({ before: from.before + one, after: from.after + other, length: 1 }));
}

function weightOfRun(keys: Int32Array, { before, length }: Match, weightOf: (key: number) => number): number {
  let weight = 0;
  for (let at = before; at < before + length; at++) weight += weightOf(keys[at]!);
  return weight;
}

interface Heaviest {
  readonly weight: number;
  readonly places: readonly (readonly [before: number, after: number])[];
}

/** Returns the heaviest common subsequence of two short sequences. */
function heaviest(before: Int32Array, after: Int32Array, weightOf: (key: number) => number): Heaviest {
  const width = after.length + 1;
  const best = new Float64Array((before.length + 1) * width);
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      const at = one * width + other;
      const without = Math.max(best[at + width]!, best[at + 1]!);
      const isSame = before[one] === after[other];
      best[at] = isSame ? Math.max(without, best[at + width + 1]! + weightOf(before[one]!)) : without;
    }
  }
  const places: [number, number][] = [];
  let [one, other] = [0, 0];
  while (one < before.length && other < after.length) {
    const at = one * width + other;
    if (best[at] === best[at + width]) one++;
    else if (best[at] === best[at + 1]) other++;
    else places.push([one++, other++]);
  }
  return { weight: best[0]!, places };
}
