// Tests how the faults of reading are counted.

import { expect, test } from "vitest";
import { countStranded, countTorn, sameReplacements } from "./count-faults.ts";
import type { MarkedParagraph, Stretch } from "./read-edits.ts";

const kept = (text: string): Stretch => ({ kind: "kept", deleted: text, inserted: text });
const edit = (deleted: string, inserted: string): Stretch => ({ kind: "edit", deleted, inserted });
const marked = (...stretches: readonly Stretch[]): MarkedParagraph => ({ stretches, mark: "kept" });

test("stop words between two large edits are stranded, others and ends of sentences are not", () => {
  const [left, right] = [edit("a long struck passage", ""), edit("", "a long written passage")];
  expect(countStranded(marked(left, kept(" of the "), right))).toBe(1);
  expect(countStranded(marked(left, kept(" Seller "), right))).toBe(0);
  expect(countStranded(marked(left, kept(". The "), right))).toBe(0);
  expect(countStranded(marked(edit("short", ""), kept(" of the "), right))).toBe(0);
});

test("a pair that sliding or a sign mends is told from one that nothing mends", () => {
  expect(countTorn(marked(kept("(Content"), edit("", ") and (Learning"), kept("), all")))).toEqual({
    mendable: 2,
    others: 0,
  });
  expect(countTorn(marked(kept("(one"), edit(")", ""), kept(" two"), edit("", ")")))).toEqual({
    mendable: 0,
    others: 2,
  });
});

test("text that is struck and written again is found, an object among it apart", () => {
  expect(sameReplacements(marked(kept("Section "), edit("14.3", "14.3"), kept(" and "), edit("a", "b")))).toEqual([
    "14.3",
  ]);
  expect(sameReplacements(marked(edit("a\ufffc", "a\ufffc"), kept("b"), edit("", "c")))).toEqual([]);
});
