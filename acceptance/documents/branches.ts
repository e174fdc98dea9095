// A document whose versions branch: each changes a paragraph of its own, so that every version holds its own change and those
// of the versions before it.

import { wordDocument } from "./word.ts";

/** By number: the number of the parent. */
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

/** The numbers of a version and of those before it. */
export function lineOf(number: number): number[] {
  const parent = parents[number];
  return parent === undefined ? [number] : [...lineOf(parent), number];
}

/** A document with the changes of these versions. */
export function textWith(numbers: readonly number[]): Buffer {
  const clauses = Object.keys(parents).map((key) => {
    const days = numbers.includes(Number(key)) ? 100 + Number(key) : 10;
    return `Clause ${key}: payment ${key} is due in ${days} days after the notice of default number ${key}.`;
  });
  return wordDocument(...clauses);
}
