// Tests where planted words are found, and where they may be.

import { expect, test } from "vitest";
import { allMarkers, markers, unusedMarkers } from "../documents/markers.ts";
import { wordDocument } from "../documents/word.ts";
import { Finds, lookAtError, lookAtObject, lookAtRow } from "./leaks.ts";

const wordOf = (kind: string) => markers.find((one) => one.kind === kind)?.word ?? "";
const [document, name, author, selector] = ["document", "name", "author", "selector"].map(wordOf) as [
  string,
  string,
  string,
  string,
];

function found(look: (finds: Finds) => void): readonly string[] {
  const finds = new Finds();
  look(finds);
  return finds.told;
}

test("there are 200 words of 12 letters, none twice, and all of a kind can be planted at once", () => {
  expect(new Set(markers.map(({ word }) => word)).size).toBe(200);
  expect(markers.every(({ word }) => /^[a-z]{12}$/.test(word))).toBe(true);
  expect(allMarkers("selector")).toHaveLength(50);
  expect(unusedMarkers().some(({ kind }) => kind === "selector")).toBe(false);
});

test("a word in a row is found, and told by table and column alone", () => {
  const row = { job_id: "1", payload: `{"a":"x${selector}y"}`, other: null };
  expect(found((finds) => lookAtRow(finds, "public.jobs", row, new Set()))).toEqual([
    "public.jobs.payload (selector): 1",
  ]);
  const bytes = { data: `\\x${Buffer.from(`..${document.toUpperCase()}`).toString("hex")}` };
  expect(found((finds) => lookAtRow(finds, "pgboss.job", bytes, new Set()))).toEqual(["pgboss.job.data (document): 1"]);
});

test("a row may hold the names of what is alive, and nothing of what is deleted", () => {
  const row = { file_id: "f1", file_name: `${name}.docx`, deleted_at: null };
  const deleted = { ...row, deleted_at: "2026-03-04T05:06:07Z" };
  expect(found((finds) => lookAtRow(finds, "public.files", row, new Set()))).toEqual([]);
  expect(found((finds) => lookAtRow(finds, "public.files", deleted, new Set()))).toEqual([
    "public.files.file_name of what is deleted (name): 1",
  ]);
  const artifact = { owner_id: "f1", file_name: `${name}.docx` };
  expect(found((finds) => lookAtRow(finds, "public.artifacts", artifact, new Set(["f2"])))).toEqual([]);
  expect(found((finds) => lookAtRow(finds, "public.artifacts", artifact, new Set(["f1"])))).toHaveLength(1);
  const wrong = { file_id: "f1", file_name: author };
  expect(found((finds) => lookAtRow(finds, "public.files", wrong, new Set()))).toHaveLength(1);
});

test("a word in a log is found", () => {
  const lines = ['{"msg":"fine"}', `{"msg":"it was ${document}"}`, `${author} ${author}`];
  const told = found((finds) => lines.forEach((line) => void finds.look("log of the worker", line)));
  expect(told).toEqual(["log of the worker (author): 2", "log of the worker (document): 1"]);
});

test("a refusal may hold the caller's selector in its message, and the record of a failed job may not", () => {
  const error = { message: `No ${selector}.`, details: [{ context: selector, field: "edits[0]" }] };
  expect(found((finds) => lookAtError(finds, error, true))).toEqual([]);
  expect(found((finds) => lookAtError(finds, error, false))).toEqual([
    "failed jobs: details.context (selector): 1",
    "failed jobs: message (selector): 1",
  ]);
  const wrong = { message: document, details: [{ field: selector }, { paragraphs: [{ text: name }] }] };
  expect(found((finds) => lookAtError(finds, wrong, true))).toEqual([
    "refusals: details.field (selector): 1",
    "refusals: details.paragraphs.text (name): 1",
    "refusals: message (document): 1",
  ]);
});

test("a document that lies in the store as it is is found by its signs, and words are", () => {
  expect(found((finds) => lookAtObject(finds, wordDocument("Plain.")))).toContain(
    "objects (an entry of an archive): 1",
  );
  const text = Buffer.from(`<w:t>${document}</w:t>`);
  expect(found((finds) => lookAtObject(finds, text))).toEqual([
    "objects (document): 1",
    "objects (the text of a document): 1",
  ]);
  expect(found((finds) => lookAtObject(finds, Buffer.alloc(1000, 7)))).toEqual([]);
});
