import { expect, test } from "vitest";
import { asSuggestion, nearestName, shownJson, wordList } from "./nearest-name.ts";

const FIELDS = ["type", "paragraphs", "text", "content"];
const KEYS = ["bold", "strikethrough", "double_strikethrough", "color", "indent_left", "indent_right", "space_after"];

test.each([
  ["other case", "Bold", KEYS, "bold"],
  ["camelCase", "spaceAfter", KEYS, "space_after"],
  ["an underscore too many", "strike_through", KEYS, "strikethrough"],
  ["words in another order", "left_indent", KEYS, "indent_left"],
  ["another form of a word", "spacing_after", KEYS, "space_after"],
  ["British spelling", "colour", KEYS, "color"],
  ["a plural", "contents", FIELDS, "content"],
  ["a singular", "paragraph", FIELDS, "paragraphs"],
  ["another word", "find", FIELDS, "text"],
  ["letters that changed places", "singel", ["single", "double"], "single"],
  ["a longer name", "replace_text", ["insert", "replace", "delete"], "replace"],
  ["a shorter name", "delete_row", ["delete", "delete_table", "delete_table_row"], "delete_table_row"],
])("%s leads to the name", (_, given, names, meant) => {
  expect(nearestName(given, names)).toBe(meant);
});

test("a name that is near to nothing, or to two, leads nowhere", () => {
  expect(nearestName("xyz", FIELDS)).toBeUndefined();
  expect(nearestName("", FIELDS)).toBeUndefined();
  expect(nearestName("abcd", ["abcx", "abcy"])).toBeUndefined();
});

test("long names cost no more than their first characters", () => {
  expect(nearestName(`${"x".repeat(1_000_000)}content`, FIELDS)).toBeUndefined();
});

test("values are shown as sentences and suggestions need them", () => {
  expect(wordList(["left", "center", "right"])).toBe("left, center or right");
  expect(shownJson({ paragraph: { index: 2 }, position: "after" })).toBe(
    '{"paragraph": {"index": 2}, "position": "after"}',
  );
  expect(asSuggestion({ match: "a" })).toBe('{"match":"a"}');
  expect(asSuggestion("#FF0000")).toBe("#FF0000");
  expect(asSuggestion(["x".repeat(2000)])).toBeUndefined();
});
