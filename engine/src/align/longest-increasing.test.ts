import fc from "fast-check";
import { expect, test } from "vitest";
import { longestIncreasing } from "./longest-increasing.ts";

const places = (...values: number[]): number[] => [...longestIncreasing(Int32Array.from(values))];

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
  [[3, 2, 1], [2]],
  [[1, 1, 1], [2]],
  [
    [1, 0, 3, 2],
    [1, 3],
  ],
])("of %j the places %j make the longest increasing run", (values, expected) => {
  expect(places(...values)).toEqual(expected);
});

test("no longer increasing run exists", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }), (values) => {
      const found = places(...values);
      expect(
        found.every((place, k) => k === 0 || (place > found[k - 1]! && values[place]! > values[found[k - 1]!]!)),
      ).toBe(true);
      expect(found.length).toBe(longestLength(values));
    }),
    { seed: 1, numRuns: 1000 },
  );
});

/** By trying every earlier end. */
function longestLength(values: readonly number[]): number {
  const lengths: number[] = [];
  for (const [place, value] of values.entries()) {
    lengths.push(1 + Math.max(0, ...lengths.filter((_, earlier) => earlier < place && values[earlier]! < value)));
  }
  return Math.max(0, ...lengths);
}
