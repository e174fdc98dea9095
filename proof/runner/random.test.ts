// Tests that seeds repeat their numbers, and the ranges and shares of random values.

import { expect, test } from "vitest";
import { caseSeed, Random, seedOfBytes } from "./random.ts";

test("the same seed gives the same numbers, another seed others", () => {
  const numbers = (seed: number) => new Random(seed).bytes(8).join(" ");
  expect(numbers(1)).toBe(numbers(1));
  expect(numbers(1)).not.toBe(numbers(2));
});

test("the numbers of a seed are these, on every machine", () => {
  const random = new Random(1);
  expect(random.list(4, () => random.next())).toMatchInlineSnapshot(`
    [
      711699459,
      1679400207,
      1692264768,
      2520730185,
    ]
  `);
});

test("whole numbers stay in their range and reach its ends", () => {
  const random = new Random(3);
  const drawn = new Set(random.list(500, () => random.between({ least: -2, most: 4 })));
  expect([...drawn].sort((one, other) => one - other)).toEqual([-2, -1, 0, 1, 2, 3, 4]);
  expect(random.below(0)).toBe(0);
});

test("a chance is taken about as often as it says", () => {
  const random = new Random(4);
  const taken = random.list(10_000, () => random.chance(0.2)).filter(Boolean).length;
  expect(taken).toBeGreaterThan(1800);
  expect(taken).toBeLessThan(2200);
});

test("neighbouring cases have seeds of their own", () => {
  const seeds = new Set(Array.from({ length: 10_000 }, (_, index) => caseSeed(1, index)));
  expect(seeds.size).toBeGreaterThan(9_990);
  expect(caseSeed(1, 5)).not.toBe(caseSeed(2, 5));
});

test("bytes have a seed that one byte changes", () => {
  expect(seedOfBytes(Uint8Array.of(1, 2))).toBe(seedOfBytes(Uint8Array.of(1, 2)));
  expect(seedOfBytes(Uint8Array.of(1, 2))).not.toBe(seedOfBytes(Uint8Array.of(1, 3)));
});
