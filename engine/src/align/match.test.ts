// Tests gaps and maximal matches.

import { expect, test } from "vitest";
import { extendMatches, gapsBetween } from "./match.ts";

const gap = (...[beforeFrom, beforeTo, afterFrom, afterTo]: [number, number, number, number]): unknown => ({
  before: { from: beforeFrom, to: beforeTo },
  after: { from: afterFrom, to: afterTo },
});

test("gaps are what lies before, between and behind matches, on either side", () => {
  const matches = [
    { before: 1, after: 0, length: 2 },
    { before: 3, after: 5, length: 1 },
  ];
  expect(gapsBetween(matches, { before: 6, after: 6 })).toEqual([gap(0, 1, 0, 0), gap(3, 3, 2, 5), gap(4, 6, 6, 6)]);
});

test("there is no gap between matches that touch or beside one that covers all", () => {
  expect(gapsBetween([{ before: 0, after: 0, length: 3 }], { before: 3, after: 3 })).toEqual([]);
  expect(gapsBetween([], { before: 0, after: 0 })).toEqual([]);
  expect(gapsBetween([], { before: 2, after: 1 })).toEqual([gap(0, 2, 0, 1)]);
});

test("a match takes in what follows it before the next takes in what precedes that", () => {
  const before = Int32Array.of(1, 9, 2);
  const after = Int32Array.of(1, 9, 5, 9, 2);
  const ends = [
    { before: 0, after: 0, length: 1 },
    { before: 2, after: 4, length: 1 },
  ];
  expect(extendMatches(ends, { before, after })).toEqual([
    { before: 0, after: 0, length: 2 },
    { before: 2, after: 4, length: 1 },
  ]);
});

test("matches that come to touch become one", () => {
  const items = { before: Int32Array.of(1, 2, 3, 4), after: Int32Array.of(1, 2, 3, 4) };
  const matches = [
    { before: 1, after: 1, length: 1 },
    { before: 3, after: 3, length: 1 },
  ];
  expect(extendMatches(matches, items)).toEqual([{ before: 0, after: 0, length: 4 }]);
});
