// Defines the rules of files that need no database: accepted types, refusals and uses of each kind.

import type { Failure } from "@versus/engine/tasks";
import { ApiError, type ErrorDetail, refusalFor } from "../contract/api-error.ts";
import { documentSentence } from "../contract/errors.ts";
import type { FileRule, FormRules } from "../contract/forms.ts";
import { referenceRule } from "../contract/references.ts";
import { convertedExtensions } from "../convert/source-converters.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import { meaningOf, toldAsOurs } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { FileError, FileKind } from "../storage/schema.ts";

/** The extensions of files that are accepted: .docx, and those that have a converter. */
export const documentExtensions: FileRule["extensions"] = [".docx", ...convertedExtensions];

export function uploadForm(): FormRules {
  const extensions = documentExtensions;
  const document = { description: "The document to upload.", least: 1, most: 1, extensions };
  return { files: { document }, texts: { reference: referenceRule } };
}

/** The parts that identify the type of a package. */
const directoryParts: ReadonlySet<string> = new Set(["[Content_Types].xml", "_rels/.rels"]);

/**
 * True if a source is refused at once: it is not a package, does not declare itself a Word document, or is encrypted.
 * Errors inside its other parts fail the job.
 */
export function isRefusedAtOnce({ code, place }: Failure): boolean {
  return code !== "XML_INVALID" || directoryParts.has(place.part ?? "");
}

/** Returns the refusal of sources that are not readable Word documents. */
export function unreadable(sources: readonly { readonly field: string; readonly code: Refused["code"] }[]): ApiError {
  const details = sources.map(({ field, code }): ErrorDetail => {
    return { field, reason: code, message: documentSentence(code, `\`${field}\``) };
  });
  return refusalFor("DOCUMENT_UNREADABLE", details);
}

/** Maps a kind of file to the format of its download. */
export const downloadFormats = {
  upload: "docx",
  edit: "docx",
  redline: "docx",
  selective: "pdf",
  created: "docx",
  decided: "docx",
} as const satisfies Record<FileKind, string>;

/** Kinds that are read when they are made. A selective comparison takes no others. */
export const preparedKinds: ReadonlySet<FileKind> = new Set(["upload", "edit", "decided"]);

/** Kinds that are read when a caller first asks for their content. */
export const readOnDemand: ReadonlySet<FileKind> = new Set(["created", "redline"]);

/** Kinds whose paragraphs can be read. */
const readableKinds: ReadonlySet<FileKind> = new Set([...preparedKinds, ...readOnDemand]);

const kindNames: Readonly<Record<FileKind, string>> = {
  upload: "an upload",
  edit: "an edited document",
  redline: "a redline",
  selective: "the PDF of a selective comparison",
  created: "a created document",
  decided: "a decided document",
};

/** Kinds that can become a version of a stored document, which reads the file again. */
export const storedKinds: ReadonlySet<FileKind> = new Set([...preparedKinds, "created"]);

/**
 * Throws INVALID_REQUEST if `kinds` (default: the kinds with readable content) does not contain the kind. `field` is
 * the field that names the file, if any.
 */
export function requireReadable(kind: FileKind, field?: string, kinds = readableKinds): void {
  if (kinds.has(kind)) return;
  const subject = field === undefined ? "This file" : `\`${field}\``;
  const message = `${subject} is ${kindNames[kind]}, whose content cannot be read here. Download it and upload that copy.`;
  const details = field === undefined ? [] : [{ field, reason: "INVALID_VALUE", message }];
  throw new ApiError("INVALID_REQUEST", message, { details });
}

/** Returns the reason why a file could not be prepared, in the form that callers see. */
export function fileError(reason: FailureReason): FileError {
  const { code, upstream } = reason;
  // The only code of a file that is our fault. Its standard meaning, damage on the way to storage, does not apply here.
  const isOwnFault = upstream === "SOURCE_UPLOAD_FAILED";
  return { code, message: isOwnFault ? toldAsOurs("The file could not be prepared.") : meaningOf(reason) };
}
