// Tests the similarity of bags.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bag, bagOf, similarityOf } from "./bags.ts";

/** Each character is a token. Commas and full stops weigh a tenth, `_` nothing, all others 1. */
const weightOf = (token: number): number => (token === 95 ? 0 : token === 44 || token === 46 ? 0.1 : 1);
const bag = (text: string): Bag =>
  bagOf(
    Int32Array.from(text, (letter) => letter.codePointAt(0)!),
    weightOf,
  );
const similarity = (before: string, after: string, least?: number): number =>
  similarityOf(bag(before), bag(after), weightOf, least);

test("a bag holds its tokens sorted, with repeats, and their weight", () => {
  expect([...bag("ba_b").tokens]).toEqual([95, 97, 98, 98]);
  expect(bag("ba_b").weight).toBe(3);
  expect([...bagOf(Int32Array.of(10, 9, -1), weightOf).tokens]).toEqual([-1, 9, 10]);
});

test.each([
  ["abcd", "dcba", 1],
  ["abcd", "abxy", 0.5],
  ["aab", "abb", 2 / 3],
  ["ab", "xy", 0],
  ["a___", "a", 1],
  ["ab,.", "xy,.", 0.2 / 2.2],
  ["", "", 1],
  ["__", "__", 1],
  ["__", "_", 0],
  ["", "a", 0],
])("%j and %j are alike by %f", (before, after, expected) => {
  expect(similarity(before, after)).toBeCloseTo(expected, 9);
});

test("likeness below the least is told as 0, and otherwise as it is", () => {
  expect(similarity("abcd", "abxy", 0.5)).toBe(0.5);
  expect(similarity("abcd", "abxy", 0.51)).toBe(0);
  expect(similarity("abcdefgh", "a", 0.5)).toBe(0);
  const letters = fc.string({ unit: fc.constantFrom(..."abcd,._"), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, fc.double({ min: 0, max: 1, noNaN: true }), (before, after, least) => {
      const exact = similarity(before, after);
      expect(similarity(before, after, least)).toBe(exact < least ? 0 : exact);
      expect(exact).toBe(similarity(after, before));
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test("few tokens among many are as alike as if all were gone through", () => {
  const [few, many] = ["ab,b_.", "abcdefgh,.".repeat(20)];
  const padding = "_".repeat(20);
  expect(similarity(few, many)).toBeCloseTo((2 * 3.2) / (3.2 + 8.2 * 20), 9);
  expect(similarity(many, few)).toBe(similarity(few, many));
  expect(similarity(few, many)).toBe(similarity(few + padding, many));
  expect(similarity(few, "xyz".repeat(50))).toBe(0);
});
