// Tests that reads of the same moment share one query.

import { expect, test } from "vitest";
import { readTogether } from "./read-together.ts";

test("reads of the same moment are one question, and each gets its own answer", async () => {
  const questions: (readonly number[])[] = [];
  const double = readTogether(async (all: readonly number[]) => {
    questions.push(all);
    return all.map((number) => number * 2);
  });
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2]);
  expect(await double(5)).toBe(10);
  expect(questions).toEqual([[1, 2, 1], [5]]);
});

test("a question is about a hundred at the most", async () => {
  const sizes: number[] = [];
  const read = readTogether(async (all: readonly number[]) => {
    sizes.push(all.length);
    return all;
  });
  const numbers = Array.from({ length: 250 }, (_, number) => number);
  expect(await Promise.all(numbers.map(read))).toEqual(numbers);
  expect(sizes.sort()).toEqual([100, 100, 50]);
});

test("a question that fails fails for those who asked it, and for nobody after them", async () => {
  let isAway = true;
  const read = readTogether(async (all: readonly string[]) => {
    if (isAway) throw new Error("away");
    return all;
  });
  const results = await Promise.allSettled([read("a"), read("b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await read("c")).toBe("c");
});
