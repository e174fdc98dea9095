import { openDocument, wordNames } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { countWords, wordsIn } from "./count-words.ts";
import { documentOf } from "./testing/documents.ts";

test.each([
  ["", 0],
  ["The seller, and the buyer.", 5],
  ["2.1 well-being is 3 numbers and 4 words", 10],
  ["naïve cafe\u0301 दिल्ली", 3],
  ["合同 甲方", 4],
  ["第3条 Clause", 4],
  ["계약서", 3],
  [" – … ", 0],
])("%j has %i words", (text, words) => {
  expect(wordsIn(text)).toBe(words);
});

test("words do not reach from one paragraph into the next", () => {
  const document = openDocument(documentOf("One", "two three", ""), { codec: nodeZlib, names: wordNames() });
  expect(countWords(document)).toBe(3);
});
