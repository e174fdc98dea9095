// Tests the length and completeness of the reference topics.

import { checkEdits, checkParagraphs, contentSchema, editExamples, editTypes } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { jobErrors, refusals, upstreamErrors } from "../contract/errors.ts";
import { editReasons } from "../edits/reasons.ts";
import { fieldCodes, runExamples } from "./edits-topic.ts";
import type { FieldSchema } from "./schema-tables.ts";
import { readTopic, topicBytes, topicNames } from "./topics.ts";

test.each(topicNames)("the topic %s is a text of at most 20 KB, the same each time", (topic) => {
  expect(readTopic(topic)).toMatch(/^# /);
  expect(Buffer.byteLength(readTopic(topic))).toBeLessThanOrEqual(topicBytes);
  expect(readTopic(topic)).toBe(readTopic(topic));
});

test("the topic of errors has a row for every code of the tables", () => {
  const rows = readTopic("errors").split("\n");
  const codes = [...Object.keys(refusals), ...Object.keys(jobErrors), ...Object.keys(upstreamErrors)];
  expect(codes.filter((code) => !rows.some((row) => row.startsWith(`| ${code} |`)))).toEqual([]);
  expect(rows).toContain(
    `| USAGE_LIMIT_REACHED | 402 | ${refusals.USAGE_LIMIT_REACHED.meaning} | no | ${refusals.USAGE_LIMIT_REACHED.mend} |`,
  );
});

test("an unknown topic is refused with the list of topics", () => {
  expect(() => readTopic("error")).toThrow(
    expect.objectContaining({
      code: "INVALID_REQUEST",
      message: "topic must be one of errors, redline, listing, edits, local_copy",
    }),
  );
});

test("the listing has every field of the schema of the content, wherever it stands", () => {
  const text = readTopic("listing");
  const names = [contentSchema as FieldSchema, ...(Object.values(contentSchema.$defs) as FieldSchema[])].flatMap(
    fieldsOf,
  );
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

function fieldsOf({ properties = {}, items, anyOf = [] }: FieldSchema): string[] {
  const inner = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  return [...Object.keys(properties), ...inner.flatMap(fieldsOf)];
}

test("every run and every field code of the edits topic may be written, and every kind of run is there", () => {
  const runs = [...runExamples.map(({ run }) => run), ...fieldCodes.map(([code]) => ({ type: "field", code }))];
  expect(checkParagraphs([{ style_id: "Normal", runs }])).toEqual([]);
  const kinds = runExamples.map(({ run }) => ("type" in run ? run.type : "text"));
  expect(kinds).toEqual(["text", "tab", "break", "field", "cross_reference", "footnote", "endnote", "hyperlink"]);
});

test("the edits topic has every key of the property objects", () => {
  const { format, paragraph_format, page_setup } = contentSchema.$defs;
  const keys = [format, paragraph_format, page_setup].flatMap((schema) => fieldsOf(schema as FieldSchema));
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(readTopic("edits")))).toEqual([]);
});

test("the edits topic has every type with its fields and an example that passes", () => {
  const sections = readTopic("edits").split(/^### /m);
  for (const [type, { fields }] of Object.entries(editTypes)) {
    const section = sections.find((text) => text.startsWith(`${type}\n`)) ?? "";
    expect(Object.keys(fields).filter((field) => !section.includes(`\`${field}\``))).toEqual([]);
    const example = section.split("\n").find((line) => line.startsWith(`    {"type":"${type}"`)) ?? "{}";
    expect(checkEdits([JSON.parse(example)]), type).toEqual([]);
  }
  expect(checkEdits(editExamples)).toEqual([]);
});

test("the topic of errors has every reason of a refused edit", () => {
  const rows = readTopic("errors").split("\n");
  expect(Object.keys(editReasons).filter((reason) => !rows.some((row) => row.startsWith(`| ${reason} |`)))).toEqual([]);
});
