// Tests the words for values of formatting.

import { expect, test } from "vitest";
import { formatValueWords } from "./format-words.ts";

test.each<[key: string, value: unknown, words: string]>([
  ["bold", true, "bold"],
  ["bold", false, "not bold"],
  ["underline", false, "no underline"],
  ["underline", "double", "underline: double"],
  ["size", 12, "size: 12 pt"],
  ["indent_left", 36, "indent left: 36 pt"],
  ["outline_level", 2, "outline level: 2"],
  ["line_spacing", { rule: "multiple", value: 1 }, "line spacing: single"],
  ["line_spacing", { rule: "multiple", value: 1.15 }, "line spacing: 1.15 lines"],
  ["line_spacing", { rule: "exact", value: 12 }, "line spacing: exactly 12 pt"],
  ["line_spacing", { rule: "at_least", value: 12 }, "line spacing: at least 12 pt"],
  ["tab_stops", [], "tab stops: none"],
  [
    "tab_stops",
    [{ position: 36 }, { position: 450, alignment: "right", leader: "dots" }],
    "tab stops: 36 pt left and 450 pt right with dots",
  ],
  [
    "borders",
    { top: { style: "single", width: 0.5, color: "auto" }, left: false },
    "borders: top single 0.5 pt auto and left none",
  ],
  ["margins", { top: 72 }, "margins: top 72 pt"],
  ["paper", "a4", "paper: a4"],
  ["paper", { width: 300, height: 400.5 }, "paper: 300 pt by 400.5 pt"],
  ["page_numbering", { start: 3, number_format: "lower_roman" }, "page numbering: from 3 lower roman"],
  ["page_numbering", { start: null }, "page numbering: not restarted"],
])("%s %j: %s", (key, value, words) => {
  expect(formatValueWords(key, value)).toBe(words);
});
