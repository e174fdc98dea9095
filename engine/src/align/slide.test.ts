// Tests the positions to which insertions and deletions slide.

import fc from "fast-check";
import { expect, test } from "vitest";
import { alignTokens } from "./align-tokens.ts";
import { Budget } from "./budget.ts";
import type { Match } from "./match.ts";
import { slideEdits } from "./slide.ts";

/**
 * Scores an edit that begins or ends after a word: best after a full stop, then a comma. The ends of the text count as
 * full stops.
 */
function scoreBehind(word: string | undefined): number {
  if (word === undefined || word === ".") return 3;
  return word === "," ? 2 : 0;
}

/** Returns the longer text with the position of its edit after sliding: `+inserted+` or `-deleted-`. `¶` is fixed. */
function slid(beforeText: string, afterText: string): string {
  const before = beforeText.split(" ");
  const after = afterText.split(" ");
  const vocabulary = [...new Set([...before, ...after])];
  const tokens = {
    before: Int32Array.from(before, (word) => vocabulary.indexOf(word)),
    after: Int32Array.from(after, (word) => vocabulary.indexOf(word)),
  };
  const words = { before, after };
  const matches = slideEdits(alignTokens(tokens.before, tokens.after, new Budget(1e9)), {
    ...tokens,
    borderScore: (side, index) => scoreBehind(words[side][index - 1]) + (words[side][index] === undefined ? 3 : 0),
    isFixed: (place) => before[place] === "¶",
  });
  return marked(matches, before, after);
}

/** Returns the longer text with its unmatched words marked. */
function marked(matches: readonly Match[], before: readonly string[], after: readonly string[]): string {
  const isInsertion = after.length > before.length;
  const side = isInsertion ? "after" : "before";
  const matched = new Set(matches.flatMap((match) => Array.from({ length: match.length }, (_, k) => match[side] + k)));
  const sign = isInsertion ? "+" : "-";
  return (isInsertion ? after : before)
    .map((word, place) => (matched.has(place) ? word : `${sign}${word}${sign}`))
    .join(" ")
    .replaceAll(`${sign} ${sign}`, " ");
}

test.each([
  // The best borders win: a whole sentence, a whole clause.
  ["It is . It ends .", "It is . It was . It ends .", "It is . +It was .+ It ends ."],
  ["It is . It was . It ends .", "It is . It ends .", "It is . -It was .- It ends ."],
  ["red , green , blue", "red , black , green , blue", "red , +black ,+ green , blue"],
  // At the start and end of both texts an edit may pass the whole run.
  ["one .", "one . one .", "one . +one .+"],
  ["no . no . yes", "no . yes", "no . -no .- yes"],
  // Among equal positions the rightmost wins.
  ["x a a y", "x a a a y", "x a a +a+ y"],
  ["a", "a a", "a +a+"],
  // There is nothing to slide over.
  ["x y", "x z y", "x +z+ y"],
  // An edit does not slide over a fixed token.
  ["¶ a ¶ b", "¶ a ¶ c ¶ b", "¶ a ¶ +c ¶+ b"],
])("%j to %j is %j", (before, after, expected) => {
  expect(slid(before, after)).toBe(expected);
});

test("an edit slides left when borders there are better, and a replacement stays", () => {
  const before = Int32Array.of(1, 2, 3);
  const after = Int32Array.of(1, 2, 1, 2, 3);
  const matches = [
    { before: 0, after: 0, length: 2 },
    { before: 2, after: 4, length: 1 },
  ];
  const preferring = (place: number) => (_: "before" | "after", index: number) => (index === place ? 1 : 0);
  expect(slideEdits(matches, { before, after, borderScore: preferring(0) })).toEqual([
    { before: 0, after: 2, length: 3 },
  ]);
  expect(slideEdits(matches, { before, after, borderScore: preferring(1) })).toEqual([
    { before: 0, after: 0, length: 1 },
    { before: 1, after: 3, length: 2 },
  ]);
  const fixed = { before, after, borderScore: preferring(0), isFixed: (place: number) => place === 0 };
  expect(slideEdits(matches, fixed)).toEqual(matches);
  const replaced = { before: Int32Array.of(1, 7, 1), after: Int32Array.of(1, 8, 1), borderScore: preferring(0) };
  const ends = [
    { before: 0, after: 0, length: 1 },
    { before: 2, after: 2, length: 1 },
  ];
  expect(slideEdits(ends, replaced)).toEqual(ends);
});

test("the same number of tokens is matched, equal ones, in order", () => {
  const tokens = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }).map((items) => Int32Array.from(items));
  fc.assert(
    fc.property(tokens, tokens, fc.integer(), (before, after, seed) => {
      const matches = alignTokens(before, after, new Budget(1e9));
      const borderScore = (_: "before" | "after", index: number): number => Math.imul(index + 1, seed) & 7;
      const slidden = slideEdits(matches, { before, after, borderScore });
      expect(lengthOf(slidden)).toBe(lengthOf(matches));
      let ends = { before: 0, after: 0 };
      for (const match of slidden) {
        expect(match.length).toBeGreaterThan(0);
        expect(match.before >= ends.before && match.after >= ends.after).toBe(true);
        ends = { before: match.before + match.length, after: match.after + match.length };
        expect(before.slice(match.before, ends.before)).toEqual(after.slice(match.after, ends.after));
      }
      expect(ends.before <= before.length && ends.after <= after.length).toBe(true);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test("in repetitive text the places tried are bounded", () => {
  let asked = 0;
  const before = new Int32Array(50_000);
  const after = new Int32Array(60_000);
  const matches = alignTokens(before, after, new Budget(1e9));
  const borderScore = (): number => {
    asked++;
    return 0;
  };
  slideEdits(matches, { before, after, borderScore });
  expect(asked).toBeLessThanOrEqual(2 * (2 * 256 + 1));
});

function lengthOf(matches: readonly Match[]): number {
  return matches.reduce((sum, match) => sum + match.length, 0);
}
