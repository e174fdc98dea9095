// Tests how the paragraphs of two readings are paired.

import { expect, test } from "vitest";
import { alignParagraphs, comparableText } from "./align-paragraphs.ts";

/** Returns the pairs as characters: for each of our paragraphs the index of theirs, or a dash. */
function align(ours: string, theirs: string): string {
  return alignParagraphs([...ours], [...theirs])
    .map((index) => (index < 0 ? "-" : String(index)))
    .join("");
}

test.each([
  ["equal texts pair in order", "abc", "abc", "012"],
  ["one that they lack has no partner", "abc", "ac", "0-1"],
  ["one that we lack is passed over", "ac", "abc", "02"],
  ["as many others between pairs are pairs by position", "axyb", "auvb", "0123"],
  ["unequally many are not", "axyb", "aub", "0--2"],
  ["others at the end pair too", "ax", "au", "01"],
  ["the same text again and again", "aaaab", "aaab", expect.stringMatching(/^[-\d]{4}3$/)],
  ["nothing", "", "ab", ""],
  ["and nothing of theirs", "ab", "", "--"],
])("%s", (_, ours, theirs, expected) => {
  expect(align(ours, theirs)).toEqual(expected);
});

test("documents that have nothing in common are given up", () => {
  const texts = (prefix: string, length: number): string[] => Array.from({ length }, (_, index) => prefix + index);
  expect(alignParagraphs(texts("a", 900), texts("b", 901))).toEqual(new Array(900).fill(-1));
});

test("texts compare without spaces, control characters and marks, as far as all programs show them", () => {
  expect(comparableText("a\tb\u00a0c\u200b\ufffc d")).toBe("abcd");
  expect(comparableText("x".repeat(50))).toBe("x".repeat(40));
});
