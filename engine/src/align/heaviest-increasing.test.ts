// Tests the heaviest increasing subsequence against a search of all earlier ends.

import fc from "fast-check";
import { expect, test } from "vitest";
import { heaviestIncreasing } from "./heaviest-increasing.ts";

const places = (values: readonly number[], weights: readonly number[] = values.map(() => 1)): number[] => [
  ...heaviestIncreasing(Int32Array.from(values), Float64Array.from(weights)),
];

test.each([
  [[], []],
  [[4], [0]],
  [
    [1, 2, 3],
    [0, 1, 2],
  ],
  [
    [2, 0, 1],
    [1, 2],
  ],
  [
    [5, 0, 1, 2, 3, 4, 6],
    [1, 2, 3, 4, 5, 6],
  ],
  [[3, 2, 1], [0]],
])("of %j, all as heavy, the places %j make the heaviest increasing run", (values, expected) => {
  expect(places(values)).toEqual(expected);
});

test("one heavy value outweighs many light ones", () => {
  expect(places([9, 1, 2, 3], [5, 1, 1, 1])).toEqual([0]);
});

test("no heavier increasing run exists", () => {
  const value = fc.record({ value: fc.integer({ min: 0, max: 12 }), weight: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (items) => {
      const values = items.map((item) => item.value);
      const weights = items.map((item) => item.weight);
      const found = places(values, weights);
      const rises = (place: number, k: number): boolean =>
        k === 0 || (place > found[k - 1]! && values[place]! > values[found[k - 1]!]!);
      expect(found.every(rises)).toBe(true);
      expect(found.reduce((sum, place) => sum + weights[place]!, 0)).toBe(heaviest(values, weights));
    }),
    { seed: 1, numRuns: 1000 },
  );
});

/** Computes the heaviest weight by trying every earlier end. */
function heaviest(values: readonly number[], weights: readonly number[]): number {
  const sums: number[] = [];
  for (const [place, value] of values.entries()) {
    const earlier = sums.filter((_, at) => at < place && values[at]! < value);
    sums.push(weights[place]! + Math.max(0, ...earlier));
  }
  return Math.max(0, ...sums);
}
