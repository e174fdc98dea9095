// Defines the rules of edits that need no database: refusals, and the errors of failed edits.

import type { Refusal } from "@versus/engine/tasks";
import { type ApiError, type ErrorDetail, messageOf, refusalFor, storedDetail } from "../contract/api-error.ts";
import { documentSentence, jobErrors, upstreamErrors } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import { meaningOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { EditError } from "../storage/schema.ts";

/** Returns the refusal of edits at the time of the call. */
export function invalidEdit(details: readonly ErrorDetail[]): ApiError {
  return refusalFor("INVALID_EDIT", details);
}

/** Returns the error of edits that were refused by a job. The stored record has the same details without hints. */
export function refusedLater(refusals: readonly Refusal[]): EditError {
  return {
    code: "INVALID_EDIT",
    message: messageOf(refusals) ?? jobErrors.INVALID_EDIT.meaning,
    details: refusals.slice(0, limits.details).map(storedDetail),
  };
}

/** Returns the error of an edit that failed by a fault of ours. */
export function editFault({ upstream }: FailureReason): EditError {
  const code = "EDIT_FAILED";
  return { code, message: meaningOf({ code, upstream }) };
}

const outputCodes: ReadonlySet<string> = new Set(["DOCUMENT_TOO_COMPLEX", "OUTPUT_INVALID", "OUTPUT_NOT_REVERSIBLE"]);

/** Returns the error of an edit whose result must not be delivered, or whose file or template cannot be read. */
export function editFailure({ code, source }: Refused): EditError {
  const { meaning } = upstreamErrors[code];
  if (outputCodes.has(code)) return { code: "EDIT_FAILED", message: meaning };
  if (source !== "style_template") return { code: "DOCUMENT_UNREADABLE", message: meaning };
  const message = documentSentence(code, "`style_template`");
  return { code: "DOCUMENT_UNREADABLE", message, details: [{ field: "style_template", reason: code, message }] };
}

export const sourceDeleted: EditError = {
  code: "EDIT_FAILED",
  message: "The file was deleted before the edits were applied.",
};

export const sourceFailed: EditError = {
  code: "DOCUMENT_UNREADABLE",
  message: "The file could not be prepared for editing. Read the file for the reason, then upload it again.",
};
