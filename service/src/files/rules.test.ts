// Tests which files are refused and what a file of each kind can be used for.

import { type documentProblems, Failure } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { convertedExtensions } from "../convert/source-converters.ts";
import { fileError, isRefusedAtOnce, preparedKinds, requireReadable, unreadable, uploadForm } from "./rules.ts";

test("a source is refused at once when it is no Word package; what is wrong inside of it fails the job", () => {
  const refused = (code: keyof typeof documentProblems, part = "word/document.xml") =>
    isRefusedAtOnce(new Failure(code, "", { part }));
  expect(refused("PACKAGE_INVALID")).toBe(true);
  expect(refused("ENCRYPTED")).toBe(true);
  expect(refused("XML_INVALID", "[Content_Types].xml")).toBe(true);
  expect(refused("XML_INVALID")).toBe(false);
});

test("the refusal of unreadable sources names each of them", () => {
  const refusal = unreadable([
    { field: "original", code: "ENCRYPTED" },
    { field: "modified", code: "PACKAGE_INVALID" },
  ]);
  expect(refusal).toMatchObject({ status: 400, code: "DOCUMENT_UNREADABLE" });
  expect(refusal.details.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    "original ENCRYPTED",
    "modified PACKAGE_INVALID",
  ]);
});

test("[CNV-8] files are taken that a converter is there for", () => {
  expect(uploadForm().files.document?.extensions).toEqual([".docx", ...convertedExtensions]);
  expect(convertedExtensions).toContain(".doc");
});

test("Word documents can be read; a selective comparison takes neither redlines nor created documents", () => {
  for (const kind of ["upload", "edit", "decided", "redline", "created"] as const) requireReadable(kind);
  const refused = expect.objectContaining({
    code: "INVALID_REQUEST",
    details: [expect.objectContaining({ field: "original_file_id" })],
  });
  expect(() => requireReadable("selective", "original_file_id")).toThrow(refused);
  for (const kind of ["redline", "created"] as const) {
    expect(() => requireReadable(kind, "original_file_id", preparedKinds)).toThrow(refused);
  }
});

test.each([
  [{ code: "DOCUMENT_UNREADABLE", upstream: "XML_INVALID" }, "DOCUMENT_UNREADABLE", /XML/],
  [{ code: "SOURCE_UPLOAD_FAILED", upstream: "CHECKSUM_MISMATCH" }, "SOURCE_UPLOAD_FAILED", /stored bytes/],
  [{ code: "SOURCE_UPLOAD_FAILED", upstream: "ENGINE_TIMEOUT" }, "SOURCE_UPLOAD_FAILED", /too long; this is our fault/],
  [
    { code: "SOURCE_UPLOAD_FAILED", upstream: "SOURCE_UPLOAD_FAILED" },
    "SOURCE_UPLOAD_FAILED",
    /^The file could not be prepared; this is our fault/,
  ],
])("a preparation that failed with %j is told as %s", (reason, code, message) => {
  expect(fileError(reason)).toEqual({ code, message: expect.stringMatching(message) });
});
