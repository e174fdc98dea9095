// Makes a document whose versions branch.
//
// Each version changes its own paragraph, so every version contains its own change and those of its ancestors.

import { wordDocument } from "./word.ts";

/** Maps the number of a version to the number of its parent. */
export const parents: Readonly<Record<number, number | undefined>> = {
  1: undefined,
  2: 1,
  3: 1,
  4: 2,
  5: 2,
  6: 3,
  7: 4,
  8: 5,
  9: 5,
  10: 6,
  11: 3,
  12: 11,
};

/** Returns the numbers of a version and of its ancestors. */
export function lineOf(number: number): number[] {
  const parent = parents[number];
  return parent === undefined ? [number] : [...lineOf(parent), number];
}

/** Returns a document with the changes of these versions. */
export function textWith(numbers: readonly number[]): Buffer {
  const clauses = Object.keys(parents).map((key) => {
    const days = numbers.includes(Number(key)) ? 100 + Number(key) : 10;
    return `Clause ${key}: payment ${key} is due in ${days} days after the notice of default number ${key}.`;
  });
  return wordDocument(...clauses);
}
