// Tests the suggestions in the problems of edits (EDT-81, EDT-82).

import { expect, test } from "vitest";
import { checkEdits } from "./check-edits.ts";
import { editTypes } from "./edit-types.ts";

const index = { index: 4 };

/** Returns the suggestions for an edit's problems as `field → suggestion`, the field without its leading `edits[0]`. */
function hints(edit: unknown): string[] {
  return checkEdits([edit]).map(
    ({ field, did_you_mean: meant }) => `${field.replace(/^edits\[0\]\.?/, "")} → ${meant}`,
  );
}

const insertParagraphs = (destination: unknown) => ({
  type: "insert_paragraphs",
  destination,
  new_paragraphs: [{ content: "x" }],
});
const after = '{"paragraph":{"index":4},"position":"after"}';

test.each([
  ["a type", { type: "replaceText" }, ["type → replace"]],
  [
    "a field",
    { type: "replace", paragraphs: index, find: { match: "a" }, content: "b" },
    ["find → text", "text → undefined"],
  ],
  ["a number for a locator", { type: "delete_paragraphs", paragraphs: 4 }, ['paragraphs → {"index":4}']],
  ["a number in a list", { type: "delete_paragraphs", paragraphs: [4] }, ['paragraphs[0] → {"index":4}']],
  ["a string for a selector", { type: "delete", paragraphs: index, text: "a" }, ['text → {"match":"a"}']],
  ["a destination by its side", insertParagraphs({ after: index }), [`destination → ${after}`]],
  ["a destination by index", insertParagraphs({ index: 4, position: "after" }), [`destination → ${after}`]],
  [
    "a destination by number",
    insertParagraphs({ paragraph: 4, position: "after" }),
    ['destination.paragraph → {"index":4}'],
  ],
  ["a section by number", { type: "remove_section_break", section: 2 }, ['section → {"number":2}']],
  ["a colour", { type: "format", paragraphs: index, format: { color: "f00" } }, ["format.color → #FF0000"]],
  ["a number as text", { type: "format", paragraphs: index, format: { size: "12" } }, ["format.size → 12"]],
  ["a switch as text", { type: "format", paragraphs: index, format: { bold: "True" } }, ["format.bold → true"]],
  ["a key", { type: "format", paragraphs: index, format: { colour: "auto" } }, ["format.colour → color"]],
  [
    "an object of a property",
    {
      type: "set_paragraph_format",
      paragraphs: index,
      paragraph_format: { line_spacing: { rule: "Exact", value: "12" } },
    },
    ['paragraph_format.line_spacing → {"rule":"exact","value":12}'],
  ],
  ["an address", { type: "add_hyperlink", paragraphs: index, url: "example.com/a" }, ["url → https://example.com/a"]],
  [
    "a mail address",
    { type: "add_hyperlink", paragraphs: index, url: "a@example.com" },
    ["url → mailto:a@example.com"],
  ],
  ["strings for runs", { type: "insert", paragraphs: index, at: "end", content: ["a"] }, ['content[0] → {"text":"a"}']],
  ["one run", { type: "insert", paragraphs: index, at: "end", content: { text: "a" } }, ['content → [{"text":"a"}]']],
  [
    "a type of a text run",
    { type: "insert", paragraphs: index, at: "end", content: [{ type: "text", text: "a" }] },
    ['content[0] → {"text":"a"}'],
  ],
  [
    "one paragraph",
    { ...insertParagraphs(JSON.parse(after)), new_paragraphs: ["a"] },
    ['new_paragraphs[0] → {"content":"a"}'],
  ],
])("[EDT-81] %s of another form is told with the right one", (_, edit, expected) => {
  expect(hints(edit)).toEqual(expected);
});

test("[EDT-81] a fault lists what is allowed", () => {
  const [unknown] = checkEdits([{ type: "delete_table", tabel: { number: 1 } }]);
  expect(unknown).toMatchObject({ allowed: ["type", "table"], did_you_mean: "table" });
  const [wrong] = checkEdits([
    { type: "set_paragraph_format", paragraphs: index, paragraph_format: { alignment: "justified" } },
  ]);
  expect(wrong).toMatchObject({ allowed: ["left", "center", "right", "justify"], did_you_mean: "justify" });
  const [type] = checkEdits([{ type: "x" }]);
  expect(type?.allowed).toEqual(Object.keys(editTypes));
});

test("[EDT-82] every field of every type has a meaning", () => {
  const blank = Object.entries(editTypes).flatMap(([type, { fields }]) =>
    Object.entries(fields).flatMap(([name, { meaning }]) => (meaning === "" ? [`${type}.${name}`] : [])),
  );
  expect(blank).toEqual([]);
});

test("[EDT-81] many faults take time in proportion to the request", () => {
  const faulty = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ [`spacing_after_and_before_${at}`]: at, contents: "x" }));
  const edit = (count: number) => ({ type: "insert", paragraphs: index, at: "end", content: faulty(count) });
  expect(checkEdits([edit(4_000)]).length).toBe(12_000);
});
