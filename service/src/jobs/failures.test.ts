import { documentProblems } from "@versus/engine";
import { expect, test } from "vitest";
import { upstreamErrors } from "../contract/errors.ts";
import { failureOf, isOurFault } from "./failures.ts";

test.each([
  ["ENCRYPTED", "DOCUMENT_PROTECTED", false],
  ["PACKAGE_INVALID", "DOCUMENT_UNREADABLE", false],
  ["XML_INVALID", "DOCUMENT_UNREADABLE", false],
  ["TOO_MANY_PARTS", "DOCUMENT_UNREADABLE", false],
  ["EXPANDS_TOO_LARGE", "DOCUMENT_UNREADABLE", false],
  ["OUTPUT_INVALID", "COMPARISON_FAILED", true],
  ["OUTPUT_NOT_REVERSIBLE", "COMPARISON_FAILED", true],
] as const)("the engine's %s fails a comparison as %s", (upstream, code, isOurs) => {
  const failed = failureOf({ kind: "failed", code: upstream, rule: "", source: "before" });
  expect(failed).toEqual({ code, upstream, source: "original" });
  expect(isOurFault(code)).toBe(isOurs);
});

test("every code of the engine is among ours", () => {
  expect(Object.keys(upstreamErrors)).toEqual(expect.arrayContaining(Object.keys(documentProblems)));
});

test.each([
  [{ kind: "killed", reason: "time" }, "ENGINE_TIMEOUT"],
  [{ kind: "killed", reason: "memory" }, "ENGINE_TOO_COMPLEX"],
  [{ kind: "crashed", trace: "" }, "COMPARISON_FAILED"],
] as const)("the end %j fails a comparison by a fault of ours, as %s", (result, upstream) => {
  expect(failureOf(result)).toEqual({ code: "COMPARISON_FAILED", upstream });
  expect(isOurFault("COMPARISON_FAILED")).toBe(true);
});
