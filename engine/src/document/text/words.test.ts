import { expect, test } from "vitest";
import { open, p } from "../../../testing/documents.ts";
import { countWords, wordsIn } from "./words.ts";

test.each([
  ["", 0],
  ["The seller, and the buyer.", 5],
  ["2.1 well-being is 3 numbers and 4 words", 10],
  ["naïve cafe\u0301 दिल्ली", 3],
  ["合同 甲方", 4],
  ["第3条 Clause", 4],
  ["日本語 text", 4],
  ["계약서", 3],
  [" – … ", 0],
])("%j has %i words", (text, count) => {
  expect(wordsIn(text)).toBe(count);
});

test("words do not reach from one paragraph into the next", () => {
  expect(countWords(open(p("One") + p("two three") + p("")))).toBe(3);
});

test("the words of all stories count", () => {
  const footnotes = `<w:footnote w:id="1">${p("of a note")}</w:footnote>`;
  expect(countWords(open(p("Some text") + p(""), { footnotes, header1: p("top") }))).toBe(6);
});
