// The rules of files that need no database: what may be sent, what is refused at once, and what a file can be used for.

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

/** Other files than .docx are taken where there is a converter for them. */
export const documentExtensions: FileRule["extensions"] = [".docx", ...convertedExtensions];

export function uploadForm(): FormRules {
  const extensions = documentExtensions;
  const document = { description: "The document to upload.", least: 1, most: 1, extensions };
  return { files: { document }, texts: { reference: referenceRule } };
}

/** The parts that say what a package is. */
const directoryParts: ReadonlySet<string> = new Set(["[Content_Types].xml", "_rels/.rels"]);

/**
 * Whether a source is refused at once: it is no package, it does not say of itself that it is a Word document, or it is
 * encrypted. What is wrong inside of its other parts fails the job.
 */
export function isRefusedAtOnce({ code, place }: Failure): boolean {
  return code !== "XML_INVALID" || directoryParts.has(place.part ?? "");
}

/** The refusal of sources that are no readable Word documents. */
export function unreadable(sources: readonly { readonly field: string; readonly code: Refused["code"] }[]): ApiError {
  const details = sources.map(({ field, code }): ErrorDetail => {
    return { field, reason: code, message: documentSentence(code, `\`${field}\``) };
  });
  return refusalFor("DOCUMENT_UNREADABLE", details);
}

/** What is given out of a file, by its kind. */
export const downloadFormats = {
  upload: "docx",
  edit: "docx",
  redline: "docx",
  selective: "pdf",
  created: "docx",
  decided: "docx",
} as const satisfies Record<FileKind, string>;

/** Kinds whose paragraphs can be read; the others are given out and no more. */
const readableKinds: ReadonlySet<FileKind> = new Set(["upload", "edit", "decided"]);

const kindNames: Readonly<Record<FileKind, string>> = {
  upload: "an upload",
  edit: "an edited document",
  redline: "a redline",
  selective: "the PDF of a selective comparison",
  created: "a created document",
  decided: "a decided document",
};

/** Kinds that become a version of a stored document, which is read anew. */
export const storedKinds: ReadonlySet<FileKind> = new Set([...readableKinds, "created"]);

/** Throws INVALID_REQUEST for a file without paragraphs to read; `field` names it, where a field does. */
export function requireReadable(kind: FileKind, field?: string, kinds = readableKinds): void {
  if (kinds.has(kind)) return;
  const subject = field === undefined ? "This file" : `\`${field}\``;
  const message = `${subject} is ${kindNames[kind]}, whose content cannot be read here. Download it and upload that copy.`;
  const details = field === undefined ? [] : [{ field, reason: "INVALID_VALUE", message }];
  throw new ApiError("INVALID_REQUEST", message, { details });
}

/** Why a file could not be prepared, as the caller sees it. */
export function fileError(reason: FailureReason): FileError {
  const { code, upstream } = reason;
  // Of the codes that a file may have, the only one that is ours; here nothing is wrong with what was stored.
  const isOwnFault = upstream === "SOURCE_UPLOAD_FAILED";
  return { code, message: isOwnFault ? toldAsOurs("The file could not be prepared.") : meaningOf(reason) };
}
