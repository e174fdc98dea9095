// Tests that words match before the signs and spaces between them.

import fc from "fast-check";
import { expect, test } from "vitest";
import { alignWords } from "./align-words.ts";
import { Budget } from "./budget.ts";
import type { Match } from "./match.ts";

/** 0 is a space, 1 a sign, any other number a word. */
function align(before: readonly number[], after: readonly number[]): Match[] {
  const weightOf = (token: number): number => (token === 0 ? 0 : token === 1 ? 0.25 : 5);
  return alignWords(Int32Array.from(before), Int32Array.from(after), { weightOf, budget: new Budget(1e9) });
}

test("[CMP-12] a word that both have is kept, though more spaces could be matched without it", () => {
  const matches = align([2, 0, 3, 0, 4, 0, 5, 0, 6], [9, 0, 8, 0, 7, 0, 10, 0, 2]);
  expect(matches).toEqual([{ before: 0, after: 8, length: 1 }]);
});

test.each([
  ["is kept rather than a common word", [20, 2, 21], [2, 22, 20, 21], { before: 0, after: 2 }],
  ["is not exchanged for a longer one", [30, 20, 21], [20, 22, 30, 21], { before: 1, after: 0 }],
])("[CMP-12b] a content word %s", (_, before, after, kept) => {
  // 2 is a common word, 30 a longer word than 20.
  const weightOf = (token: number): number => (token === 2 ? 1 : token);
  const matches = alignWords(Int32Array.from(before), Int32Array.from(after), { weightOf, budget: new Budget(1e9) });
  expect(matches[0]).toMatchObject(kept);
});

test("signs and spaces correspond between words that do", () => {
  expect(align([2, 1, 0, 3, 0, 4], [2, 1, 0, 5, 0, 4])).toEqual([
    { before: 0, after: 0, length: 3 },
    { before: 4, after: 4, length: 2 },
  ]);
});

test("what holds no word is aligned too", () => {
  expect(align([0, 1, 0], [1, 0])).toEqual([{ before: 1, after: 0, length: 2 }]);
  expect(align([], [0])).toEqual([]);
});

const tokens = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 24 });

test("matches are of equal tokens, in order, and maximal", () => {
  fc.assert(
    fc.property(tokens, tokens, (before, after) => {
      const last = { before: 0, after: 0 };
      for (const match of [...align(before, after), { before: before.length, after: after.length, length: 0 }]) {
        expect(match.before >= last.before && match.after >= last.after).toBe(true);
        for (let at = 0; at < match.length; at++) expect(before[match.before + at]).toBe(after[match.after + at]);
        const hasGap = match.before > last.before && match.after > last.after;
        if (hasGap) expect(before[last.before]).not.toBe(after[last.after]);
        if (hasGap) expect(before[match.before - 1]).not.toBe(after[match.after - 1]);
        last.before = match.before + match.length;
        last.after = match.after + match.length;
      }
    }),
  );
});
