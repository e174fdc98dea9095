// Tests the made contracts: stable bytes, structure, and known edits.

import { expect, test } from "vitest";
import { chanceFrom } from "./contract-parts.ts";
import { makeBlocks, makePair } from "./make-pair.ts";
import { countMarked } from "./marked-text.ts";
import { readViews } from "./read-views.ts";
import { wordDifference } from "./word-difference.ts";

test("a contract is always the same bytes, and has about as many paragraphs as asked for", () => {
  const [one, other] = [makePair(300), makePair(300)];
  expect(Buffer.compare(one.before, other.before)).toBe(0);
  expect(Buffer.compare(one.after, other.after)).toBe(0);
  const { accepted, rejected } = readViews(one.before);
  expect(accepted).toEqual(rejected);
  expect(accepted.length).toBeGreaterThan(290);
  expect(accepted.length).toBeLessThan(340);
  expect(countMarked(one.after).characters).toBe(0);
});

test("it has headings, lists, notes and tables", () => {
  const blocks = makeBlocks({ paragraphs: 500, words: 20 }, chanceFrom(1));
  const looks = new Set(blocks.map((block) => (block.kind === "table" ? "table" : block.look)));
  expect(looks).toEqual(new Set(["heading", "body", "list", "table"]));
  expect(blocks.some((block) => block.kind === "paragraph" && block.note !== undefined)).toBe(true);
});

test("a word diff of its texts marks what was edited, and what moved twice", () => {
  const { before, after, edited } = makePair(1_000);
  const marked = wordDifference(readViews(before).accepted, readViews(after).accepted);
  expect(marked).toBeGreaterThan(0.9 * edited);
  expect(marked).toBeLessThan(2 * edited);
});

test.each([
  [["within thirty days"], ["within sixty days"], 11],
  [["one", "two"], ["one", "two"], 0],
  [["one", "two", "three"], ["one", "three"], 3],
  [["a b", "same", "c"], ["a x", "same", "c d"], 4],
  [[], ["new words"], 9],
  [["双方签订"], ["双方签署"], 2],
])("the words that differ between %j and %j have %i characters", (before, after, length) => {
  expect(wordDifference(before, after)).toBe(length);
});
