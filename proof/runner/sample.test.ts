// Tests that samples have every group, the requested size, and stable draws.

import { expect, test } from "vitest";
import { sampleGroups } from "./sample.ts";

const items = [
  ...Array.from({ length: 100 }, (_, index) => `many/${index}`),
  ...Array.from({ length: 5 }, (_, index) => `few/${index}`),
  "one/0",
];
const groupOf = (item: string): string => item.split("/")[0]!;
const sample = (size: number, seed: number): string[] => sampleGroups(items, { size, seed, groupOf });

test("every group is in a sample, even in one that is smaller than the number of groups", () => {
  for (const size of [1, 3, 10]) expect(new Set(sample(size, 1).map(groupOf))).toEqual(new Set(["many", "few", "one"]));
});

test("a sample has the size asked for, and a group that is used up leaves its turns to the others", () => {
  expect(sample(20, 1)).toHaveLength(20);
  expect(sample(20, 1).filter((item) => groupOf(item) === "many")).toHaveLength(14);
  expect(sample(1_000, 1)).toEqual(items);
});

test("the same seed gives the same sample, another seed another one", () => {
  expect(sample(12, 7)).toEqual(sample(12, 7));
  expect(sample(12, 7)).not.toEqual(sample(12, 8));
});

test("a larger sample holds a smaller one, and both keep the order of the items", () => {
  const small = sample(10, 3);
  const large = sample(30, 3);
  expect(large.filter((item) => small.includes(item))).toEqual(small);
  expect(items.filter((item) => large.includes(item))).toEqual(large);
});

test("more files in one group leave the draws of the others alone", () => {
  const grown = sampleGroups([...items, "many/new"], { size: 6, seed: 4, groupOf });
  const few = (drawn: readonly string[]): string[] => drawn.filter((item) => groupOf(item) === "few");
  expect(few(grown)).toEqual(few(sample(6, 4)));
});
