// Matches tokens of two texts, words before the signs and white space between them (CMP-12).
//
// A shortest edit script counts all tokens alike, and half of the tokens of a text are spaces. In a rewritten sentence
// it can match the spaces of unrelated words instead of the words that both sides have. So the words are aligned first;
// signs and white space are then aligned between matched words.

import { alignTokens, pick } from "./align-tokens.ts";
import type { Budget } from "./budget.ts";
import { equalFrom, equalUpTo, extendMatches, gapsBetween, type Match, Partners } from "./match.ts";
import { preferContent } from "./prefer-content.ts";

interface Weighted {
  /** Returns the weight of a token. A token heavier than LIGHTEST is a word. */
  weightOf(token: number): number;
  readonly budget: Budget;
}

/** Maximum weight of a sign. */
const LIGHTEST = 0.25;

/** Returns matches in order, maximal like those of alignTokens. */
export function alignWords(before: Int32Array, after: Int32Array, { weightOf, budget }: Weighted): Match[] {
  const items = { before, after };
  const ends = { before: before.length, after: after.length };
  const head = equalFrom(items, { before: 0, after: 0 }, ends);
  const tail = equalUpTo(items, { before: head, after: head }, ends);
  budget.spend(head + tail);
  if (head + tail >= Math.min(before.length, after.length)) return extendMatches([], items);
  const partners = new Partners(before.length);
  partners.joinRun({ before: 0, after: 0, length: head });
  partners.joinRun({ before: before.length - tail, after: after.length - tail, length: tail });
  const beforeWords = placesOfWords(before, { from: head, to: before.length - tail, weightOf });
  const afterWords = placesOfWords(after, { from: head, to: after.length - tail, weightOf });
  const words = { before: pick(before, beforeWords), after: pick(after, afterWords) };
  const smallest = alignTokens(words.before, words.after, budget);
  for (const match of preferContent(smallest, words, { weightOf, budget })) {
    for (let at = 0; at < match.length; at++) {
      partners.join(beforeWords[match.before + at]!, afterWords[match.after + at]!);
    }
  }
  return extendMatches(betweenWords(partners.matches(), items, budget), items);
}

function placesOfWords(
  tokens: Int32Array,
  { from, to, weightOf }: { readonly from: number; readonly to: number } & Pick<Weighted, "weightOf">,
): Int32Array {
  const places: number[] = [];
  for (let place = from; place < to; place++) if (weightOf(tokens[place]!) > LIGHTEST) places.push(place);
  return Int32Array.from(places);
}

/** Returns the matches, plus those in the gaps between them. */
function betweenWords(
  matches: readonly Match[],
  items: { readonly before: Int32Array; readonly after: Int32Array },
  budget: Budget,
): Match[] {
  const sizes = { before: items.before.length, after: items.after.length };
  const between = gapsBetween(matches, sizes).flatMap((gap) => {
    const own = {
      before: items.before.subarray(gap.before.from, gap.before.to),
      after: items.after.subarray(gap.after.from, gap.after.to),
    };
    if (own.before.length === 0 || own.after.length === 0) return [];
    return alignTokens(own.before, own.after, budget).map((match) => ({
      before: gap.before.from + match.before,
      after: gap.after.from + match.after,
      length: match.length,
    }));
  });
  return [...matches, ...between].sort((one, other) => one.before - other.before);
}
