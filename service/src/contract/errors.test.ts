// Tests that the error tables are complete, consistent and written in whole sentences.

import { expect, test } from "vitest";
import { ApiError, quote } from "./api-error.ts";
import { jobErrors, refusals, upstreamErrors } from "./errors.ts";

test("every row of the tables says what happened and what to do, in whole sentences", () => {
  for (const [code, { meaning, mend }] of Object.entries({ ...refusals, ...jobErrors })) {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    for (const sentence of [meaning, mend]) expect(sentence).toMatch(/^[A-Z.].*[.]$/);
  }
});

test("every code of the comparison's tables has the status given there", () => {
  const statuses = Object.entries(refusals).map(([code, { status }]) => `${status} ${code}`);
  const given = `400 INVALID_REQUEST, 400 UNSUPPORTED_FILE_TYPE, 400 DOCUMENT_UNREADABLE, 401 INVALID_API_KEY,
    402 USAGE_LIMIT_REACHED, 403 API_KEY_ORG_MISMATCH, 413 FILE_TOO_LARGE, 400 INVALID_COMPARISON_ID,
    400 UNSUPPORTED_FORMAT, 404 COMPARISON_NOT_FOUND, 410 CONTENT_DELETED, 409 CONFLICT, 400 INVALID_CURSOR,
    403 INSUFFICIENT_SCOPE, 404 NOT_FOUND, 405 METHOD_NOT_ALLOWED, 409 IDEMPOTENCY_CONFLICT, 413 REQUEST_TOO_LARGE,
    415 UNSUPPORTED_MEDIA_TYPE, 422 VALIDATION_ERROR, 429 RATE_LIMITED, 500 INTERNAL_ERROR, 503 SERVICE_UNAVAILABLE,
    403 DOWNLOAD_EXPIRED, 403 DOWNLOAD_INVALID`;
  expect(statuses).toEqual(expect.arrayContaining(given.split(/,\s+/)));
});

test("every finer code stands under a job error", () => {
  for (const { under, meaning } of Object.values(upstreamErrors)) {
    expect(meaning).toMatch(/[.]$/);
    for (const code of under) expect(Object.keys(jobErrors)).toContain(code);
  }
  const covered = new Set(Object.values(upstreamErrors).flatMap(({ under }) => under as readonly string[]));
  // These job errors describe the problem in their details instead.
  expect([...covered, "CREATION_FAILED", "INVALID_EDIT"].sort()).toEqual(Object.keys(jobErrors).sort());
});

test("an error without a message of its own tells the meaning of its code", () => {
  const error = new ApiError("CONTENT_DELETED");
  expect(error).toMatchObject({ status: 410, message: refusals.CONTENT_DELETED.meaning, details: [], headers: {} });
});

test("a caller's word is repeated on one line and cut at 80 characters", () => {
  expect(quote("docx")).toBe('"docx"');
  expect(quote("a\nb\u202e")).toBe('"a?b?"');
  expect([...quote("𝒳".repeat(500))]).toHaveLength(82);
});
