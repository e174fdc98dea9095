// Tests that JSON with U+0000 or half of a surrogate pair is refused by the name of its field.

import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { parseWritable } from "./writable-json.ts";

function refusedField(json: string, field?: string): unknown {
  try {
    parseWritable(json, field);
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.details[0]?.field : error;
  }
}

test.each([
  ['{"a": "\\u0000"}', "a"],
  ['{"a": [{"b": "x\\ud800y"}]}', "a[0].b"],
  ['{"a": {"b\\udc00": 1}}', "a"],
  ['["\\u0000"]', "[0]"],
  ['"\\u0000"', "body"],
])("%s is refused by the name of its field", (json, field) => {
  expect(refusedField(json)).toBe(field);
});

test("a text of a form is named before its own fields", () => {
  expect(refusedField('[{"style_id": "\\u0000"}]', "paragraphs")).toBe("paragraphs[0].style_id");
});

test("whole pairs, escapes of a backslash and other characters pass", () => {
  for (const json of ['"\\ud83d\\ude00"', '"\\\\u0000"', '"\\u0001"', '"é"'])
    expect(refusedField(json)).toBeUndefined();
});

test("depth is no problem", () => {
  expect(refusedField(`${"[".repeat(50_000)}"\\u0000"${"]".repeat(50_000)}`)).toMatch(/^\[0\]/);
});
