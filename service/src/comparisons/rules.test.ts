// Tests the status of a read relative to the requested formats.

import { expect, test } from "vitest";
import { upstreamErrors } from "../contract/errors.ts";
import { type ArtifactState, failedJobError, readinessOf } from "../redlines/readiness.ts";

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
