// Tests how the faults of reading are counted.

import { expect, test } from "vitest";
import { countCrumbs, countSameLeads, countStranded, countTorn, sameReplacements } from "./count-faults.ts";
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

test("a crumb is a word or two between two replacements of one clause", () => {
  const [left, right] = [edit("a struck phrase", "some new words"), edit("more struck words", "other text")];
  const crumbs = (...stretches: readonly Stretch[]): number => countCrumbs([marked(...stretches)]);
  expect(crumbs(left, kept(" by "), right)).toBe(1);
  expect(crumbs(left, kept(" by the Seller "), right)).toBe(0);
  expect(crumbs(left, kept("; it "), right)).toBe(0);
  expect(crumbs(left, kept(", "), right)).toBe(0);
  expect(crumbs(edit("Client", "Provider"), kept(" now "), edit("shall", "must"))).toBe(0);
  expect(crumbs(edit("", "inserted"), kept(" by "), right)).toBe(0);
  expect(crumbs(left, kept(" by "), right, kept(" and then a long way on "), left)).toBe(0);
});

test("a replacement with the same first or last word has a same lead", () => {
  expect(countSameLeads(marked(edit("the Seller", "the Buyer")))).toBe(1);
  expect(countSameLeads(marked(edit("old terms", "new terms")))).toBe(1);
  expect(countSameLeads(marked(edit("the Seller", "a Buyer")))).toBe(0);
  expect(countSameLeads(marked(edit("", "the Buyer")))).toBe(0);
});
