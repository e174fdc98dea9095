// Tests the words in which two texts differ.

import { expect, test } from "vitest";
import { wordDifference } from "./word-difference.ts";

test.each<[original: string, text: string, difference: string]>([
  ["within thirty (30) days", "within ten (10) days", "within |thirty (30)|ten (10)| days"],
  ["ten days", "ten days and more", "ten days|| and more|"],
  ["ten ten", "ten", "ten| ten||"],
  ["ten", "", "|ten||"],
  ["", "", "|||"],
])("%s, %s", (original, text, difference) => {
  const { start, old, present, end } = wordDifference(original, text);
  expect([start, old, present, end].join("|")).toBe(difference);
});
