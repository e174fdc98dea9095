// Tests that items are paired in order with the greatest sum of similarities.

import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget } from "./budget.ts";
import { type AlikePair, pairAlike } from "./pair-alike.ts";

type Similarity = (before: number, after: number) => number;

function pair(before: number, after: number, similarity: Similarity, budget = new Budget(1e9)): AlikePair[] {
  return pairAlike({ before, after, similarity, least: 0.4, budget });
}

const shown = (pairs: readonly AlikePair[]): string => pairs.map(({ before, after }) => `${before}-${after}`).join(" ");

/** Each row has the similarities of one item of before to all items of after, in tenths. */
function pairedIn(...rows: string[]): string {
  return shown(pair(rows.length, rows[0]!.length, (before, after) => Number(rows[before]![after]) / 10));
}

test("pairs keep order and their likeness adds up to the most", () => {
  expect(pairedIn("900", "090", "009")).toBe("0-0 1-1 2-2");
  expect(pairedIn("090", "900", "009")).toBe("0-1 2-2");
  expect(pairedIn("59", "05")).toBe("0-0 1-1");
});

test("what is less alike than the least is not paired", () => {
  expect(pairedIn("30", "04")).toBe("1-1");
  expect(pairedIn("3")).toBe("");
});

test("of equal pairings the one that stands earlier is taken, the earlier of before first", () => {
  expect(pairedIn("555")).toBe("0-0");
  expect(pairedIn("5", "5", "5")).toBe("0-0");
  expect(pairedIn("05", "50")).toBe("0-1");
  expect(pairedIn("050", "500")).toBe("0-1");
  expect(pairedIn("05", "50", "00")).toBe("0-1");
  expect(pairedIn("55", "55")).toBe("0-0 1-1");
});

test("an empty side has no pairs", () => {
  expect(pair(0, 5, () => 1)).toEqual([]);
  expect(pair(5, 0, () => 1)).toEqual([]);
});

test("no other pairing of a small gap adds up to more", () => {
  const sizes = { minLength: 1, maxLength: 6 };
  const tables = fc
    .integer({ min: 1, max: 6 })
    .chain((columns) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: columns, maxLength: columns }), sizes),
    );
  fc.assert(
    fc.property(tables, (table) => {
      const similarity: Similarity = (before, after) => table[before]![after]! / 20;
      const pairs = pair(table.length, table[0]!.length, similarity);
      expect(
        pairs.every((one, k) => k === 0 || (one.before > pairs[k - 1]!.before && one.after > pairs[k - 1]!.after)),
      ).toBe(true);
      expect(pairs.every((one) => one.similarity >= 0.4 && one.similarity === similarity(one.before, one.after))).toBe(
        true,
      );
      expect(pairs.reduce((sum, one) => sum + one.similarity, 0)).toBeCloseTo(mostSimilarity(table, 0, 0), 5);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

function mostSimilarity(table: number[][], row: number, column: number): number {
  if (row === table.length || column === table[0]!.length) return 0;
  const similarity = table[row]![column]! / 20;
  const paired = similarity < 0.4 ? 0 : similarity + mostSimilarity(table, row + 1, column + 1);
  return Math.max(paired, mostSimilarity(table, row + 1, column), mostSimilarity(table, row, column + 1));
}

test("each of 50 finds its twin among 1,100, whichever side is the longer", () => {
  const twin = (place: number): number => 900 + place * 3;
  const isTwin: Similarity = (before, after) => (after === twin(before) ? 0.9 : 0.1);
  const expected = Array.from({ length: 50 }, (_, place) => `${place}-${twin(place)}`).join(" ");
  expect(shown(pair(50, 1100, isTwin))).toBe(expected);
  const swapped = pair(1100, 50, (before, after) => isTwin(after, before));
  expect(shown(swapped.map(({ before, after, similarity }) => ({ before: after, after: before, similarity })))).toBe(
    expected,
  );
});

test("a shorter side of 129 is tried whole, however long the other", () => {
  const pairs = pair(129, 20_000, (before, after) => (after === 19_000 + before ? 0.8 : 0));
  expect(pairs.length).toBe(129);
});

test("[CMP-91] in a large gap twins within the band are found, further ones are not", () => {
  const shifted = (by: number): AlikePair[] => pair(3000, 3000, (before, after) => (after === before + by ? 0.9 : 0));
  expect(shifted(64).length).toBe(3000 - 64);
  expect(shifted(-64).length).toBe(3000 - 64);
  expect(shifted(200)).toEqual([]);
});

test.each([
  [50, 1100, 55_000],
  [400, 500, 200_000],
  [3000, 2000, 129 * 3000],
  [4000, 4000, 129 * 4000],
  [8000, 200, 129 * 8000],
])(
  "[CMP-91] a gap of %i by %i unlike items asks %i likenesses, none twice, and each is a step",
  (before, after, most) => {
    const budget = new Budget(1e9);
    const asked = new Set<number>();
    let asks = 0;
    pair(
      before,
      after,
      (one, other) => {
        asks++;
        asked.add(one * after + other);
        return 0.1;
      },
      budget,
    );
    expect([asks, asked.size, budget.used]).toEqual([most, most, most]);
  },
);

test("[CMP-90] when the budget is spent the pairs found so far stay", () => {
  const pairs = pair(100, 100, (before, after) => (before === after ? 1 : 0), new Budget(5_000));
  expect(shown(pairs)).toBe(Array.from({ length: 50 }, (_, place) => `${place}-${place}`).join(" "));
});
