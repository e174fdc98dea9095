import { documentProblems, Failure } from "@versus/engine";
import { expect, test } from "vitest";
import { upstreamErrors } from "../contract/errors.ts";
import {
  type ArtifactState,
  changeDate,
  comparisonForm,
  failedJobError,
  failureOf,
  isOurFault,
  isRefusedAtOnce,
  readinessOf,
  unreadable,
} from "./rules.ts";

function artifact(format: string, status: ArtifactState["status"], code: string | null = null): ArtifactState {
  return { format, status, error_code: code };
}

const made = ["docx", "json", "md"].map((format) => artifact(format, "ready"));

test("a comparison is ready when every format asked for is finished, in the order asked", () => {
  const ready = { status: "ready", error: null } as const;
  expect(readinessOf(ready, made, ["md", "docx"])).toEqual({ status: "ready", finished: ["md", "docx"], pending: [] });
});

test("it is processing while one asked for is not, and tells which; what was not asked for does not matter", () => {
  const ready = { status: "ready", error: null } as const;
  const artifacts = [...made, artifact("pdf", "pending")];
  expect(readinessOf(ready, artifacts, ["pdf", "docx", "viewer"])).toEqual({
    status: "processing",
    finished: ["docx"],
    pending: ["pdf", "viewer"],
  });
  expect(readinessOf(ready, artifacts, ["docx"]).status).toBe("ready");
});

test("a rendering that failed fails only the reads that ask for it", () => {
  const ready = { status: "ready", error: null } as const;
  const artifacts = [...made, artifact("pdf", "failed", "RENDER_TIMEOUT")];
  expect(readinessOf(ready, artifacts, ["docx", "pdf", "viewer"])).toEqual({
    status: "failed",
    finished: ["docx"],
    pending: [],
    error: {
      code: "PDF_RENDER_FAILED",
      upstream_code: "RENDER_TIMEOUT",
      message: upstreamErrors.RENDER_TIMEOUT.meaning,
    },
  });
  expect(readinessOf(ready, artifacts, ["docx", "md"]).status).toBe("ready");
});

test("a failed comparison is failed for every format", () => {
  const error = failedJobError({ code: "DOCUMENT_UNREADABLE", upstream: "XML_INVALID", source: "modified" });
  expect(readinessOf({ status: "failed", error }, made, ["docx"])).toEqual({
    status: "failed",
    finished: [],
    pending: [],
    error: {
      code: "DOCUMENT_UNREADABLE",
      upstream_code: "XML_INVALID",
      message: upstreamErrors.XML_INVALID.meaning,
      source: "modified",
    },
  });
});

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
    { role: "original", code: "ENCRYPTED" },
    { role: "modified", code: "PACKAGE_INVALID" },
  ]);
  expect(refusal).toMatchObject({ status: 400, code: "DOCUMENT_UNREADABLE" });
  expect(refusal.details.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    "original ENCRYPTED",
    "modified PACKAGE_INVALID",
  ]);
});

test("older files are taken only where they are converted", () => {
  const taken = (conversion: boolean) => comparisonForm({ conversion }).files.original?.extensions;
  expect(taken(false)).toEqual([".docx"]);
  expect(taken(true)).toEqual([".docx", ".doc", ".pdf"]);
});

test("changes are dated when the comparison was asked for, to the second", () => {
  expect(changeDate(new Date("2026-03-04T05:06:07.999Z"))).toBe("2026-03-04T05:06:07Z");
});
