// The rules of edits that need no database: how refusals are told, and what the end of an edit means for its caller.

import type { Refusal } from "@versus/engine";
import { ApiError, type ErrorDetail, storedDetail } from "../contract/api-error.ts";
import { jobErrors, upstreamErrors } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import { meaningOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { EditError } from "../storage/schema.ts";

/** Edits that are refused at once. */
export function invalidEdit(details: readonly ErrorDetail[]): ApiError {
  return new ApiError("INVALID_EDIT", summaryOf(details), { details });
}

/** Edits that were refused when they were to be carried out: the record stores the same without hints. */
export function refusedLater(refusals: readonly Refusal[]): EditError {
  return {
    code: "INVALID_EDIT",
    message: summaryOf(refusals),
    details: refusals.slice(0, limits.details).map(storedDetail),
  };
}

function summaryOf([first, ...more]: readonly ErrorDetail[]): string {
  if (first === undefined) return jobErrors.INVALID_EDIT.meaning;
  const others = more.length === 0 ? "" : ` There ${more.length === 1 ? "is 1 more" : `are ${more.length} more`}.`;
  return `${first.field}: ${first.message}${others}`;
}

/** A fault of ours. */
export function editFault({ upstream }: FailureReason): EditError {
  const code = "EDIT_FAILED";
  return { code, message: meaningOf({ code, upstream }) };
}

const outputCodes: ReadonlySet<string> = new Set(["OUTPUT_INVALID", "OUTPUT_NOT_REVERSIBLE"]);

/** A result that may not be served, or a file that cannot be read. */
export function editFailure({ code, source }: Refused): EditError {
  const { meaning } = upstreamErrors[code];
  if (outputCodes.has(code)) return { code: "EDIT_FAILED", message: meaning };
  if (source !== "style_template") return { code: "DOCUMENT_UNREADABLE", message: meaning };
  const message = `The style_template cannot be read. ${meaning}`;
  return { code: "DOCUMENT_UNREADABLE", message, details: [{ field: "style_template", reason: code, message }] };
}

export const sourceDeleted: EditError = {
  code: "EDIT_FAILED",
  message: "The file was deleted before it was edited.",
};

export const sourceFailed: EditError = {
  code: "DOCUMENT_UNREADABLE",
  message: "The file could not be prepared: read it to learn why, and upload it again.",
};
