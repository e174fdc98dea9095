// The rules of edits that need no database: how refusals are told, and what the end of an edit means for its caller.

import type { Refusal } from "@versus/engine/tasks";
import { type ApiError, type ErrorDetail, messageOf, refusalFor, storedDetail } from "../contract/api-error.ts";
import { documentSentence, jobErrors, upstreamErrors } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import { meaningOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { EditError } from "../storage/schema.ts";

/** Edits that are refused at once. */
export function invalidEdit(details: readonly ErrorDetail[]): ApiError {
  return refusalFor("INVALID_EDIT", details);
}

/** Edits that were refused when they were to be carried out: the record stores the same without hints. */
export function refusedLater(refusals: readonly Refusal[]): EditError {
  return {
    code: "INVALID_EDIT",
    message: messageOf(refusals) ?? jobErrors.INVALID_EDIT.meaning,
    details: refusals.slice(0, limits.details).map(storedDetail),
  };
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
