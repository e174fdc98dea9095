// Tests how replacement_text replaces its token in edits.

import { checkEdits } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import { fillIn, makeReplacement } from "./replacement.ts";

const random = (size: number) => Buffer.alloc(size, 7);
const awkward = `"Curly" ‘quotes’ – $& $1 \\n {"json":[1]} <b>&amp;</b> \t tab ｆｕｌｌ é é 𝒳 עברית ☃ end `;

function filled(text: string, edits: (token: string) => unknown[]) {
  const replacement = makeReplacement(text, random);
  return fillIn(edits(replacement.token), replacement);
}

const at = { paragraph: { index: 0 }, position: "after" };

test("[INS-20] one line stands where its token stood, character by character", () => {
  const { edits, problems } = filled(awkward, (token) => [
    { type: "replace", paragraphs: { index: 0 }, text: { match: "x" }, content: token },
    {
      type: "insert",
      paragraphs: { index: 0 },
      at: "end",
      content: [{ text: `a ${token} b`, format: { bold: true } }],
    },
    {
      type: "insert_table",
      destination: at,
      rows: [
        ["Head", token],
        ["", { new_paragraphs: [{ content: token }] }],
      ],
    },
    { type: "insert", paragraphs: { index: 1 }, at: "end", content: [{ type: "footnote", content: token }] },
  ]);
  expect(problems).toEqual([]);
  expect(edits).toEqual([
    { type: "replace", paragraphs: { index: 0 }, text: { match: "x" }, content: awkward },
    {
      type: "insert",
      paragraphs: { index: 0 },
      at: "end",
      content: [{ text: `a ${awkward} b`, format: { bold: true } }],
    },
    {
      type: "insert_table",
      destination: at,
      rows: [
        ["Head", awkward],
        ["", { new_paragraphs: [{ content: awkward }] }],
      ],
    },
    { type: "insert", paragraphs: { index: 1 }, at: "end", content: [{ type: "footnote", content: awkward }] },
  ]);
  expect(checkEdits(edits)).toEqual([]);
});

test.each(["\n", "\r\n", "\r"])(
  "[INS-21] lines between %j become new paragraphs, empty ones too, the last one closed",
  (end) => {
    const { edits } = filled(`One. ${end}${end} Two${end}`, (token) => [
      {
        type: "insert_paragraphs",
        destination: at,
        new_paragraphs: [{ content: "Head" }, { content: token, ref: "r", style_id: "S" }],
      },
    ]);
    expect(edits).toEqual([
      {
        type: "insert_paragraphs",
        destination: at,
        new_paragraphs: [
          { content: "Head" },
          { content: "One. ", ref: "r", style_id: "S" },
          { content: "", style_id: "S" },
          { content: " Two", style_id: "S" },
        ],
      },
    ]);
  },
);

test("a run that is the token alone keeps its format for every line", () => {
  const { edits } = filled("a\nb", (token) => [
    {
      type: "insert_paragraphs",
      destination: at,
      new_paragraphs: [{ content: [{ text: token, format: { italic: true } }] }],
    },
  ]);
  expect(edits).toMatchObject([
    { new_paragraphs: ["a", "b"].map((text) => ({ content: [{ text, format: { italic: true } }] })) },
  ]);
});

test("[INS-21] in a comment lines are line breaks", () => {
  const { edits, problems } = filled("a\nb\n", (token) => [
    { type: "add_comment", paragraphs: { index: 0 }, content: token },
  ]);
  expect(problems).toEqual([]);
  expect(edits).toMatchObject([{ content: "a\nb" }]);
});

test("[INS-21] lines in the middle of a paragraph go back to the model", () => {
  const { problems } = filled("a\nb", (token) => [
    { type: "replace", paragraphs: { index: 0 }, text: { match: "x" }, content: token },
  ]);
  expect(problems).toMatchObject([{ edit: 0, reason: "INVALID_VALUE" }]);
});

test("[INS-20] an answer without the token goes back, and one that selects by it", () => {
  expect(filled("a", () => [{ type: "refresh_fields" }]).problems).toMatchObject([{ reason: "REPLACEMENT_MISSING" }]);
  const selected = filled("a", (token) => [
    { type: "replace", paragraphs: { index: 0 }, text: { match: token }, content: token },
  ]);
  expect(selected.problems).toMatchObject([{ edit: 0, reason: "INVALID_VALUE" }]);
});

test("without a text, edits are left alone", () => {
  const edits = [{ type: "refresh_fields" }];
  expect(fillIn(edits, undefined)).toEqual({ edits, problems: [] });
});

test.each(["", "\n", "a\u0000b", "a\u000bb", "a\ufffeb", "a\ud800b", "a\u0085b", "x\n".repeat(201)])(
  "[INS-22] a text that no document could hold is refused at once (%#)",
  (text) => {
    const problem = (() => {
      try {
        return makeReplacement(text, random);
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(ApiError);
    expect(problem).toMatchObject({ code: "INVALID_REQUEST", details: [{ field: "replacement_text" }] });
  },
);
