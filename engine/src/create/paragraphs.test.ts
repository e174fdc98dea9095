import { expect, test } from "vitest";
import { checkParagraphs } from "./paragraphs.ts";

function problems(value: unknown): string[] {
  return checkParagraphs(value).map(({ field, reason }) => `${field} ${reason}`);
}

test.each<[string, unknown]>([
  ["text", [{ style_id: "Normal", text: "a\tb" }]],
  ["a blank paragraph", [{ style_id: "Normal", text: "" }]],
  ["runs", [{ style_id: "Normal", runs: [{ text: "a\nb" }] }]],
  ["no runs", [{ style_id: "Normal", runs: [] }]],
  [
    "a reference to any paragraph",
    [
      { style_id: "a", text: "" },
      { style_id: "b", runs: [{ type: "cross_reference", to: { index: 0 }, show: "page" }] },
    ],
  ],
])("[CRT-20] %s is a list of paragraphs", (_, value) => {
  expect(problems(value)).toEqual([]);
});

const reference = (to: unknown): unknown => [{ style_id: "a", runs: [{ type: "cross_reference", to, show: "page" }] }];

test.each<[string, unknown, string[]]>([
  ["no list", { style_id: "Normal", text: "a" }, ["paragraphs INVALID_VALUE"]],
  ["an empty list", [], ["paragraphs INVALID_VALUE"]],
  ["a bare string", ["a"], ["paragraphs[0] INVALID_VALUE"]],
  ["no style", [{ text: "a" }], ["paragraphs[0].style_id MISSING_FIELD"]],
  [
    "a style that is no id",
    [
      { style_id: 1, text: "a" },
      { style_id: "", text: "a" },
      { style_id: "a".repeat(256), text: "a" },
    ],
    [0, 1, 2].map((index) => `paragraphs[${index}].style_id INVALID_VALUE`),
  ],
  ["text and runs", [{ style_id: "a", text: "a", runs: [] }], ["paragraphs[0] INVALID_VALUE"]],
  ["neither", [{ style_id: "a" }], ["paragraphs[0] INVALID_VALUE"]],
  ["other keys", [{ style_id: "a", text: "a", content: "b" }], ["paragraphs[0].content UNKNOWN_FIELD"]],
  [
    "line ends in text",
    [
      { style_id: "a", text: "a\nb" },
      { style_id: "a", text: "a\rb" },
    ],
    ["paragraphs[0].text INVALID_VALUE", "paragraphs[1].text INVALID_VALUE"],
  ],
  ["text that is none", [{ style_id: "a", text: null }], ["paragraphs[0].text INVALID_VALUE"]],
  ["control characters", [{ style_id: "a", text: "\u0001" }], ["paragraphs[0].text INVALID_VALUE"]],
  [
    "what runs have wrong",
    [{ style_id: "a", runs: [{ type: "footnote", content: "a", ref: "n" }] }],
    ["paragraphs[0].runs[0].ref UNKNOWN_FIELD"],
  ],
  [
    "a target by ref",
    reference({ ref: "a" }),
    ["paragraphs[0].runs[0].to.ref UNKNOWN_FIELD", "paragraphs[0].runs[0].to.index MISSING_FIELD"],
  ],
  ["a target that is no object", reference(0), ["paragraphs[0].runs[0].to INVALID_VALUE"]],
  ["a target between two", reference({ index: 0.5 }), ["paragraphs[0].runs[0].to.index INVALID_VALUE"]],
  ["a target behind the last", reference({ index: 1 }), ["paragraphs[0].runs[0].to.index PARAGRAPH_NOT_FOUND"]],
  ["a target before the first", reference({ index: -1 }), ["paragraphs[0].runs[0].to.index PARAGRAPH_NOT_FOUND"]],
])("[CRT-20] %s is told with its path", (_, value, expected) => {
  expect(problems(value)).toEqual(expected);
});
