// Tests the check of the form of edits: types, fields, values and published schemas.

import { expect, test } from "vitest";
import { checkEdits, editSchema } from "./check-edits.ts";
import { editExamples, editTypes } from "./edit-types.ts";

const index = { index: 4 };
const match = { match: "Seller" };

/** Returns the problems of one edit as `field reason`, the field without the name of the edit. */
function faults(edit: unknown): string[] {
  return checkEdits([edit]).map(({ field, reason }) => `${field.replace(/^edits\[0\]\.?/, "")} ${reason}`);
}

test("[EDT-80] the example of every type of edit has the form of one", () => {
  expect(checkEdits(editExamples)).toEqual([]);
  const types = new Set(editExamples.map(({ type }) => type));
  expect(Object.keys(editTypes).filter((type) => !types.has(type))).toEqual([]);
});

test("[EDT-81] a fault is told with the place of its edit, its field and why", () => {
  const [first, second] = checkEdits([
    { type: "insert", paragraphs: index, at: "start", content: "x", extra: 1 },
    { type: "conjure" },
  ]);
  expect(first).toMatchObject({ edit: 0, field: "edits[0].extra", reason: "UNKNOWN_FIELD" });
  expect(second).toMatchObject({ edit: 1, field: "edits[1].type", reason: "UNKNOWN_TYPE" });
  expect(faults({ type: "replace", paragraphs: index })).toEqual(["text MISSING_FIELD", "content MISSING_FIELD"]);
  expect(faults(7)).toEqual([" INVALID_VALUE"]);
  expect(faults({})).toEqual(["type MISSING_FIELD"]);
});

test("[EDT-1] a bare number is no locator", () => {
  expect(faults({ type: "delete_paragraphs", paragraphs: 4 })).toEqual(["paragraphs INVALID_VALUE"]);
  expect(faults({ type: "delete_paragraphs", paragraphs: { index: -1 } })).toEqual(["paragraphs.index INVALID_VALUE"]);
});

test("[EDT-3] a part is named by the fields of its kind", () => {
  const inPart = (part: unknown) => faults({ type: "delete_paragraphs", paragraphs: { index: 0, part } });
  expect(inPart({ kind: "footnote" })).toEqual(["paragraphs.part.number MISSING_FIELD"]);
  expect(inPart({ kind: "footnote", number: 1, type: "first" })).toEqual(["paragraphs.part.type INVALID_VALUE"]);
  expect(inPart({ kind: "header" })).toEqual(["paragraphs.part.section MISSING_FIELD"]);
  expect(inPart({ kind: "header", section: { number: 1 } })).toEqual([]);
  expect(inPart({ kind: "comment" })).toEqual(["paragraphs.part.kind INVALID_VALUE"]);
  expect(faults({ type: "delete_paragraphs", paragraphs: { all: true, part: { kind: "header" } } })).toEqual([]);
  expect(faults({ type: "delete_paragraphs", paragraphs: { all: true } })).toEqual(["paragraphs.part MISSING_FIELD"]);
});

test("[EDT-20] operations on one paragraph take one locator, a join takes one range", () => {
  const range = { from: index, through: { index: 6 } };
  expect(faults({ type: "split_paragraph", paragraphs: range, at: { before: match } })).toContain(
    "paragraphs.from UNKNOWN_FIELD",
  );
  expect(faults({ type: "join_paragraphs", paragraphs: index })).toContain("paragraphs.from MISSING_FIELD");
  expect(faults({ type: "add_hyperlink", paragraphs: "all", url: "https://example.com/" })).toHaveLength(1);
  expect(faults({ type: "add_comment", paragraphs: [index], content: "?" })).toHaveLength(1);
});

test("[EDT-33] the run form of match is for delete alone, without prefix and suffix", () => {
  const runs = { match: [{ type: "break", kind: "page" }] };
  expect(faults({ type: "delete", paragraphs: index, text: runs })).toEqual([]);
  expect(faults({ type: "delete", paragraphs: index, text: { ...runs, prefix: "a" } })).toHaveLength(1);
  expect(faults({ type: "format", paragraphs: index, text: runs, format: { bold: true } })).toHaveLength(1);
  expect(faults({ type: "delete", paragraphs: index, text: { match: [{ type: "tab" }] } })).not.toEqual([]);
});

test("[EDT-46] replace needs content, a comment text alone, a split no start and no end", () => {
  expect(faults({ type: "replace", paragraphs: index, text: match, content: "" })).toEqual(["content INVALID_VALUE"]);
  expect(faults({ type: "replace", paragraphs: index, text: match, content: [{ text: "" }] })).toHaveLength(1);
  const field = [{ type: "field", code: "PAGE" }];
  expect(faults({ type: "add_comment", paragraphs: index, content: field })).toEqual(["content[0] NOT_ALLOWED_HERE"]);
  expect(faults({ type: "split_paragraph", paragraphs: index, at: "start" })).toHaveLength(1);
});

test("[EDT-47] text holds no control characters, addresses lead to the web or to mail, fields fetch nothing", () => {
  const insert = (content: unknown) => faults({ type: "insert", paragraphs: index, at: "end", content });
  expect(insert("a\u0007")).toEqual(["content INVALID_VALUE"]);
  expect(insert("a\tb\nc")).toEqual([]);
  expect(insert([{ type: "hyperlink", url: "file:///a", content: "x" }])).toEqual(["content[0].url URL_NOT_ALLOWED"]);
  expect(insert([{ type: "field", code: "INCLUDETEXT a" }])).toEqual(["content[0].code FIELD_NOT_ALLOWED"]);
  expect(insert([{ type: "cross_reference", to: 3, show: "page" }])).toEqual(["content[0].to INVALID_VALUE"]);
});

test("[EDT-60] property objects set at least one key, each with a value of its own", () => {
  const set = (paragraph_format: unknown) =>
    faults({ type: "set_paragraph_format", paragraphs: index, paragraph_format });
  expect(set({})).toEqual(["paragraph_format INVALID_VALUE"]);
  expect(set({ alignment: "middle", wide: 1 })).toEqual([
    "paragraph_format.wide UNKNOWN_FIELD",
    "paragraph_format.alignment INVALID_VALUE",
  ]);
  expect(set({ alignment: null })).toEqual([]);
});

test("[EDT-76] numbering is one action with its own fields", () => {
  const set = (numbering: unknown) => faults({ type: "set_numbering", paragraphs: index, numbering });
  expect(set({ action: "apply", preset: "decimal", list_style: "x" })).toEqual(["numbering INVALID_VALUE"]);
  expect(set({ action: "dance" })).toEqual(["numbering.action INVALID_VALUE"]);
  expect(set({ action: "reformat", levels: [{ level: 2, pattern: "%3" }] })).toEqual([
    "numbering.levels[0].pattern INVALID_VALUE",
  ]);
});

test("[EDT-88] [EDT-89] a filter that says nothing is refused, as are settings that contradict each other", () => {
  expect(faults({ type: "accept_revision", revision: {} })).toEqual(["revision EMPTY_FILTER"]);
  const settings = { track_changes: false, protection: { edit: "tracked_changes" } };
  expect(faults({ type: "set_document_settings", settings })).toEqual(["settings UNDEFINED_COMBINATION"]);
});

test("[EDT-55] rows of a new table are of one length", () => {
  const destination = { paragraph: index, position: "after" };
  expect(faults({ type: "insert_table", destination, rows: [["a", "b"], ["c"]] })).toEqual(["rows INVALID_VALUE"]);
});

test("[EDT-107] type, text and at mean the same in every type of edit that has them", () => {
  const { oneOf } = editSchema() as unknown as { oneOf: { properties: Record<string, Record<string, unknown>> }[] };
  const schemas = (name: string) => {
    const all = oneOf.flatMap(({ properties }) => (name in properties ? [properties[name]!] : []));
    return new Set(all.map(({ description: _, ...schema }) => JSON.stringify(schema)));
  };
  expect(oneOf.every(({ properties }) => typeof properties.type?.const === "string")).toBe(true);
  // A delete may also select breaks, and a split cannot be at an end of its paragraph.
  expect(schemas("text").size).toBe(2);
  expect(schemas("at").size).toBe(2);
});

test("[EDT-80] delete and replace need text; every edit on paragraphs says which", () => {
  expect(faults({ type: "delete", paragraphs: index })).toEqual(["text MISSING_FIELD"]);
  expect(faults({ type: "replace", paragraphs: index, content: "x" })).toEqual(["text MISSING_FIELD"]);
  const onParagraphs = Object.entries(editTypes).filter(([, { fields }]) => "paragraphs" in fields);
  expect(onParagraphs).toHaveLength(16);
  for (const [type] of onParagraphs) expect(faults({ type })).toContain("paragraphs MISSING_FIELD");
});

test("[EDT-82] every type has a schema that names its fields and no others", () => {
  const { oneOf } = editSchema() as { oneOf: { title: string; required: string[]; additionalProperties: boolean }[] };
  expect(oneOf.map(({ title }) => title)).toEqual(Object.keys(editTypes));
  expect(oneOf.every(({ required, additionalProperties }) => required.includes("type") && !additionalProperties)).toBe(
    true,
  );
});
