// Tests the codes and sentences of failed jobs.

import { documentProblems } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { type JobErrorCode, jobErrors, upstreamErrors } from "../contract/errors.ts";
import { childFault, documentFailure, isOurFault, meaningOf } from "./failures.ts";

test.each([
  ["ENCRYPTED", "DOCUMENT_PROTECTED", false],
  ["PACKAGE_INVALID", "DOCUMENT_UNREADABLE", false],
  ["XML_INVALID", "DOCUMENT_UNREADABLE", false],
  ["TOO_MANY_PARTS", "DOCUMENT_UNREADABLE", false],
  ["EXPANDS_TOO_LARGE", "DOCUMENT_UNREADABLE", false],
  ["DOCUMENT_TOO_COMPLEX", "COMPARISON_FAILED", true],
  ["OUTPUT_INVALID", "COMPARISON_FAILED", true],
  ["OUTPUT_NOT_REVERSIBLE", "COMPARISON_FAILED", true],
] as const)("the engine's %s fails a comparison as %s", (upstream, code, isOurs) => {
  const failed = documentFailure({ kind: "failed", code: upstream, rule: "", source: "before" });
  expect(failed).toMatchObject({ code, upstream, source: "original" });
  expect(isOurFault(code)).toBe(isOurs);
});

test("a file whose content would be too large fails with the code of its own kind", () => {
  const refused = { kind: "failed", code: "DOCUMENT_TOO_COMPLEX", rule: "" } as const;
  const failed = documentFailure(refused, "SOURCE_UPLOAD_FAILED");
  expect(failed).toMatchObject({ code: "SOURCE_UPLOAD_FAILED", upstream: "DOCUMENT_TOO_COMPLEX" });
});

test("every code of the engine is among ours", () => {
  expect(Object.keys(upstreamErrors)).toEqual(expect.arrayContaining(Object.keys(documentProblems)));
});

const ownCodes: readonly JobErrorCode[] = [
  "COMPARISON_FAILED",
  "CREATION_FAILED",
  "EDIT_FAILED",
  "SOURCE_UPLOAD_FAILED",
];

test.each([
  [{ kind: "killed", reason: "time" }, "ENGINE_TIMEOUT"],
  [{ kind: "killed", reason: "memory" }, "ENGINE_TOO_COMPLEX"],
  [{ kind: "crashed", trace: "" }, undefined],
] as const)(
  "the end %j of a child fails each kind of job with its own code, as a fault of ours",
  (trouble, upstream) => {
    for (const code of ownCodes) {
      const failed = childFault(trouble, code);
      expect(failed).toMatchObject({ code, upstream: upstream ?? code });
      expect(isOurFault(code)).toBe(true);
      expect(meaningOf(failed)).toContain("our fault");
    }
  },
);

test("what is not our fault does not say so", () => {
  for (const code of Object.keys(jobErrors).filter((each) => !isOurFault(each))) {
    expect(meaningOf({ code, upstream: code })).not.toContain("our fault");
  }
});
