// Tests the check of content runs: fields, values and what each position allows (CRT-2, CRT-3).

import { expect, test } from "vitest";
import { checkContent, type RunPlace, type RunProblem } from "./check-runs.ts";

function problems(
  content: unknown,
  { place = "body", allowsRef = true }: { place?: RunPlace; allowsRef?: boolean } = {},
) {
  const checkTarget = (to: unknown, field: string): RunProblem[] =>
    to === "nowhere" ? [{ field, reason: "PARAGRAPH_NOT_FOUND", message: "" }] : [];
  return checkContent(content, "content", { place, allowsRef, checkTarget }).map(
    ({ field, reason }) => `${field} ${reason}`,
  );
}

test.each([
  ["a string", "Tab\tline\r\nend"],
  ["no runs", []],
  ["text", [{ text: "a\tb\nc" }, { text: "", format: { bold: true, color: null } }]],
  ["tabs and breaks", [{ type: "tab" }, ...["line", "page", "column"].map((kind) => ({ type: "break", kind }))]],
  ["fields", [{ type: "field", code: "PAGE", format: { italic: true } }]],
  ["references", [{ type: "cross_reference", to: { index: 1 }, show: "above_below" }]],
  [
    "notes",
    [
      { type: "footnote", content: "a", ref: "n" },
      { type: "endnote", new_paragraphs: [{ content: [{ text: "a" }] }] },
    ],
  ],
  ["links", [{ type: "hyperlink", url: "https://example.com/", content: [{ text: "a" }, { type: "tab" }] }]],
])("[CRT-2] %s may be written in the body", (_, content) => {
  expect(problems(content)).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ["no content", 5, ["content INVALID_VALUE"]],
  ["a bare string", ["a"], ["content[0] INVALID_VALUE"]],
  ["an unknown type", [{ type: "image" }], ["content[0].type INVALID_VALUE"]],
  ["a type for text", [{ type: "text", text: "a" }], ["content[0] INVALID_VALUE"]],
  ["a name every object has", [{ type: "constructor" }], ["content[0].type INVALID_VALUE"]],
  ["nothing in it", [{}], ["content[0].text MISSING_FIELD"]],
  [
    "fields nobody knows",
    [{ text: "a", bold: true, ö: 1 }],
    ["content[0].bold UNKNOWN_FIELD", "content[0].? UNKNOWN_FIELD"],
  ],
  ["text that is none", [{ text: null }], ["content[0].text INVALID_VALUE"]],
  ["a format that is none", [{ text: "a", format: "bold" }], ["content[0].format INVALID_VALUE"]],
  [
    "keys and values of a format",
    [{ type: "tab", format: { bolt: 1, size: 0, font: "A\ufffe", color: null } }],
    [
      "content[0].format.bolt UNKNOWN_FIELD",
      "content[0].format.size INVALID_VALUE",
      "content[0].format.font INVALID_VALUE",
    ],
  ],
  [
    "a break of no kind",
    [{ type: "break" }, { type: "break", kind: "wrap" }],
    ["content[0].kind MISSING_FIELD", "content[1].kind INVALID_VALUE"],
  ],
  ["a field that fetches", [{ type: "field", code: 'INCLUDETEXT "x"' }], ["content[0].code FIELD_NOT_ALLOWED"]],
  ["a code that is no string", [{ type: "field", code: 1 }], ["content[0].code INVALID_VALUE"]],
  [
    "a reference to nothing",
    [{ type: "cross_reference", to: "nowhere", show: "colour" }],
    ["content[0].to PARAGRAPH_NOT_FOUND", "content[0].show INVALID_VALUE"],
  ],
  [
    "a note twice or not at all",
    [{ type: "footnote" }, { type: "endnote", content: "", new_paragraphs: [] }],
    ["content[0] INVALID_VALUE", "content[1] INVALID_VALUE"],
  ],
  [
    "paragraphs of a note",
    [{ type: "footnote", new_paragraphs: [{ content: 1 }, { text: "a" }, "a"], ref: "" }],
    [
      "content[0].ref INVALID_VALUE",
      "content[0].new_paragraphs[0].content INVALID_VALUE",
      "content[0].new_paragraphs[1].text UNKNOWN_FIELD",
      "content[0].new_paragraphs[1].content MISSING_FIELD",
      "content[0].new_paragraphs[2] INVALID_VALUE",
    ],
  ],
  [
    "a link without text",
    [{ type: "hyperlink", url: "https://a.example", content: [] }],
    ["content[0].content INVALID_VALUE"],
  ],
])("[CRT-2] %s is told with its path", (_, content, expected) => {
  expect(problems(content)).toEqual(expected);
});

test.each<[string, RunPlace, unknown, string]>([
  [
    "a page break in a note",
    "body",
    [{ type: "footnote", content: [{ type: "break", kind: "page" }] }],
    "content[0].content[0].kind",
  ],
  [
    "a note in a note",
    "body",
    [{ type: "footnote", content: [{ type: "endnote", content: "a" }] }],
    "content[0].content[0]",
  ],
  [
    "a note in a link",
    "body",
    [{ type: "hyperlink", url: "https://a.example", content: [{ type: "footnote", content: "a" }] }],
    "content[0].content[0]",
  ],
  [
    "a link in a link",
    "body",
    [{ type: "hyperlink", url: "https://a.example", content: [{ type: "hyperlink", url: "", content: "" }] }],
    "content[0].content[0]",
  ],
  ["a column break in a header", "header or footer", [{ type: "break", kind: "column" }], "content[0].kind"],
  ["a note in a header", "header or footer", [{ type: "footnote", content: "a" }], "content[0]"],
  ["a page break in a comment", "comment", [{ type: "break", kind: "page" }], "content[0].kind"],
  ["a field in a comment", "comment", [{ type: "field", code: "PAGE" }], "content[0]"],
])("[CRT-8] %s has no place there", (_, place, content, field) => {
  expect(problems(content, { place })).toEqual([`${field} NOT_ALLOWED_HERE`]);
});

test("[CRT-2] a note has no ref where nothing can refer to it", () => {
  expect(problems([{ type: "footnote", content: "a", ref: "n" }], { allowsRef: false })).toEqual([
    "content[0].ref UNKNOWN_FIELD",
  ]);
});

test.each(["\u0000", "\u0007", "\u000b", "\u001f", "\u007f", "\u0085", "\ufffe", "\uffff", "\ud800"])(
  "[CRT-3] text with %j is refused, wherever it stands",
  (char) => {
    expect(problems(`a${char}`)).toEqual(["content INVALID_VALUE"]);
    expect(problems([{ text: char }])).toEqual(["content[0].text INVALID_VALUE"]);
    expect(problems([{ type: "hyperlink", url: "https://a.example", content: char }])).toHaveLength(1);
  },
);

test("[CRT-3] tabs, line ends and characters beyond the first plane are text", () => {
  expect(problems("\t\r\n\u{1f600}\u{1fffe}")).toEqual([]);
});

/**
 * Characters of every class that an address may contain: unreserved ones, delimiters of and within parts, encoded ones.
 */
const ADDRESS_CHARACTERS = "AZaz09-._~:/?#[]@!$&'()*+,;=%27";

test.each([
  "http://a.example",
  "HTTPS://a.example/b?c=%20#d",
  "https://ü.example/",
  "mailto:a@example.com",
  `https://a.example/${ADDRESS_CHARACTERS}`,
  "mailto:o'brien@example.com",
])("[CRT-4] %s is an address of a link", (url) =>
  expect(problems([{ type: "hyperlink", url, content: "a" }])).toEqual([]),
);

test.each([
  "javascript:alert(1)",
  "vbscript:x",
  "file:///etc/passwd",
  "data:text/html,x",
  "ftp://a.example",
  "//a.example/b",
  "/relative",
  "a.example",
  "\\\\server\\share",
  "https:a.example",
  "https://",
  "https:///path",
  "https://?q",
  "mailto:",
  "mailto:?subject=x",
  " https://a.example",
  "https://a.example/b c",
  'https://a.example/"b',
  "https://a.example/\u2019b",
  "https://a.example/b\\c",
  "https://a.example/<b>",
  "https://a.example/\u00a0",
  "https://a.example/\n",
  "https://a.example/\u0000",
  "",
])("[CRT-4] %j is no address of a link", (url) => {
  expect(problems([{ type: "hyperlink", url, content: "a" }])).toEqual(["content[0].url URL_NOT_ALLOWED"]);
});
