// Lists every error code, with its meaning, whether a retry helps, and what the caller should do.
//
// There are three groups. A refusal is the code of a non-2xx reply. A job error is the reason why a caller's job
// failed; the reply that reports it is a 200. An upstream code is a more precise reason inside a failed job. Replies,
// the OpenAPI description and the `errors` reference topic are made from these rows. Codes are never renamed.

/**
 * Shows if sending the same request again can help.
 * - `no`: it is refused again.
 * - `later`: it may succeed after a while, or after Retry-After if that is set.
 */
export type Retry = "no" | "later";

interface ErrorRow {
  /** One sentence that describes what happened. It is the default message of a reply. */
  readonly meaning: string;
  readonly retry: Retry;
  /** One sentence that describes what to do. */
  readonly mend: string;
}

export interface RefusalRow extends ErrorRow {
  readonly status: number;
}

export const refusals = {
  INVALID_REQUEST: {
    status: 400,
    meaning: "The request is invalid.",
    retry: "no",
    mend: "Correct what `message` and `details` name, and send the request again.",
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 400,
    meaning: "This operation does not accept files of this type.",
    retry: "no",
    mend: "Send a file of a type that `message` lists, with that extension in its name.",
  },
  DOCUMENT_UNREADABLE: {
    status: 400,
    meaning: "The file is not a readable Word document: it is damaged, encrypted or in another format.",
    retry: "no",
    mend: "Save the document as .docx, without a password, and send that copy.",
  },
  INVALID_COMPARISON_ID: {
    status: 400,
    meaning: "The comparison_id in the path is malformed: it must start with cmp_.",
    retry: "no",
    mend: "Use the comparison_id exactly as POST /v1/compare returned it.",
  },
  INVALID_MERGE_ID: {
    status: 400,
    meaning: "The merge_id in the path is malformed: it must start with mrg_.",
    retry: "no",
    mend: "Use the merge_id exactly as POST /v1/merge returned it.",
  },
  INVALID_FILE_ID: {
    status: 400,
    meaning: "The file_id in the path is malformed: it must be a UUID in lower case.",
    retry: "no",
    mend: "Use the file_id exactly as it was returned.",
  },
  INVALID_CREATION_ID: {
    status: 400,
    meaning: "The creation_id in the path is malformed: it must start with crt_.",
    retry: "no",
    mend: "Use the creation_id exactly as POST /v1/create returned it.",
  },
  INVALID_EDIT_ID: {
    status: 400,
    meaning: "The edit_id in the path is malformed: it must start with edt_.",
    retry: "no",
    mend: "Use the edit_id exactly as POST /v1/edit returned it.",
  },
  INVALID_DOCUMENT_ID: {
    status: 400,
    meaning: "The document_id in the path is malformed: it must start with doc_.",
    retry: "no",
    mend: "Use the document_id exactly as POST /v1/documents returned it.",
  },
  INVALID_VERSION_ID: {
    status: 400,
    meaning: "The version_id in the path is malformed: it must start with ver_.",
    retry: "no",
    mend: "Use the version_id exactly as it was returned.",
  },
  INVALID_WEBHOOK_ID: {
    status: 400,
    meaning: "The webhook_id in the path is malformed: it must start with whk_.",
    retry: "no",
    mend: "Use the webhook_id exactly as POST /v1/webhooks returned it.",
  },
  INVALID_EDIT: {
    status: 400,
    meaning: "At least one edit was refused, so nothing was changed.",
    retry: "no",
    mend: "Correct the edits that `details` names, and send all edits again.",
  },
  CHANGE_NOT_FOUND: {
    status: 400,
    meaning: "The redline does not contain a change, conflict, author or revision that the request names.",
    retry: "no",
    mend: "Read the JSON rendering, and use ids and names from it.",
  },
  PARAGRAPH_NOT_FOUND: {
    status: 400,
    meaning: "The file does not contain a paragraph that the request names.",
    retry: "no",
    mend: "Read the content of the file as JSON, and use an index or id from it.",
  },
  RANGE_TOO_LARGE: {
    status: 400,
    meaning: "The two ranges are too large to compare at once.",
    retry: "no",
    mend: "Compare smaller ranges, or the whole documents with POST /v1/compare.",
  },
  INSTRUCTION_UNAVAILABLE: {
    status: 400,
    meaning:
      "Instructions are not available: no language model is configured, or they are switched off for the organization.",
    retry: "no",
    mend: "Send `edits`, or ask the operator to switch instructions on.",
  },
  INSTRUCTION_NOT_UNDERSTOOD: {
    status: 400,
    meaning: "The instruction could not be turned into valid edits, so nothing was changed.",
    retry: "no",
    mend: "Add what `message` says is missing to the instruction, or send `edits`.",
  },
  UNSUPPORTED_FORMAT: {
    status: 400,
    meaning: "A requested format is unknown.",
    retry: "no",
    mend: "Use a format that `message` lists.",
  },
  INVALID_CURSOR: {
    status: 400,
    meaning: "The cursor is invalid or has expired.",
    retry: "no",
    mend: "Start the list again without a cursor.",
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: "The API key is missing, invalid, expired or revoked.",
    retry: "no",
    mend: "Send an active key of this region in the header Authorization: Bearer <key>.",
  },
  USAGE_LIMIT_REACHED: {
    status: 402,
    meaning: "The request would exceed the monthly allowance of the organization, so nothing was created or counted.",
    retry: "no",
    mend: "Wait for the next calendar month (UTC), or ask the operator to raise the allowance.",
  },
  API_KEY_ORG_MISMATCH: {
    status: 403,
    meaning: "The service account of the key no longer belongs to the key's organization.",
    retry: "no",
    mend: "Ask the operator to attach the account again, or use another key.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: "The scopes of the key do not allow this operation.",
    retry: "no",
    mend: "Use a key with the scope that `message` names.",
  },
  DOWNLOAD_EXPIRED: {
    status: 403,
    meaning: "The download address has expired.",
    retry: "no",
    mend: "Read the job again for a fresh address.",
  },
  DOWNLOAD_INVALID: {
    status: 403,
    meaning: "The download address is invalid.",
    retry: "no",
    mend: "Use the address exactly as it was returned, or read the job again for a fresh one.",
  },
  NOT_FOUND: {
    status: 404,
    meaning: "Unknown path. /openapi.json lists all paths.",
    retry: "no",
    mend: "Correct the path.",
  },
  COMPARISON_NOT_FOUND: {
    status: 404,
    meaning: "The comparison does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the comparison_id, and use a key of the organization that made the comparison.",
  },
  MERGE_NOT_FOUND: {
    status: 404,
    meaning: "The merge does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the merge_id, and use a key of the organization that made the merge.",
  },
  DOCUMENT_NOT_FOUND: {
    status: 404,
    meaning: "The document or file does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the document_id or file_id, and use a key of the organization that owns it.",
  },
  VERSION_NOT_FOUND: {
    status: 404,
    meaning: "The document has no such version.",
    retry: "no",
    mend: "Read the document, and use a version_id that it lists.",
  },
  CREATION_NOT_FOUND: {
    status: 404,
    meaning: "The creation does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the creation_id, and use a key of the organization that made the creation.",
  },
  EDIT_NOT_FOUND: {
    status: 404,
    meaning: "The edit does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the edit_id, and use a key of the organization that made the edit.",
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    meaning: "The webhook does not exist, or this key has no access to it.",
    retry: "no",
    mend: "Check the webhook_id, and use a key of the organization that made the webhook.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: "The path does not accept this method.",
    retry: "no",
    mend: "Use a method that the Allow header lists.",
  },
  CONFLICT: {
    status: 409,
    meaning: "The current state of the object does not allow this.",
    retry: "later",
    mend: "Wait and try again only if `message` says so.",
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning: "The Idempotency-Key was used with a different body, or its first call is still running.",
    retry: "later",
    mend: "Use a new key for a different request. To repeat the same request, wait a moment and send it again.",
  },
  CONTENT_DELETED: {
    status: 410,
    meaning: "The content was deleted.",
    retry: "no",
    mend: "Submit the documents again if you still need the result.",
  },
  FILE_TOO_LARGE: {
    status: 413,
    meaning: "A file is larger than 100 MB.",
    retry: "no",
    mend: "Make the file smaller, for example by compressing its images.",
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    meaning: "The body is larger than this operation accepts.",
    retry: "no",
    mend: "Send less in one request.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: "This operation does not accept bodies of this Content-Type.",
    retry: "no",
    mend: "Use the Content-Type that /openapi.json lists for the operation.",
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: "The requested byte range lies outside the file.",
    retry: "no",
    mend: "Request bytes below the size that the Content-Range header shows.",
  },
  VALIDATION_ERROR: {
    status: 422,
    meaning: "A parameter has the wrong type or is out of range.",
    retry: "no",
    mend: "Correct the parameters that `details` names.",
  },
  RATE_LIMITED: {
    status: 429,
    meaning: "Too many requests.",
    retry: "later",
    mend: "Wait for the number of seconds in the Retry-After header, then try again.",
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "Internal error. Quote the request_id when you report it.",
    retry: "later",
    mend: "Try again. If it fails again, report it with the request_id.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: "The service is temporarily unavailable.",
    retry: "later",
    mend: "Wait for the number of seconds in the Retry-After header, then try again.",
  },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof refusals;

export interface JobErrorRow extends ErrorRow {
  /**
   * True if the error is our fault, so that the counted documents are given back. `by fault`: they are given back only
   * if an unexpected error of ours ended the job, not if the caller's input was refused.
   */
  readonly ours: boolean | "by fault";
}

export const jobErrors = {
  DOCUMENT_PROTECTED: {
    meaning: "A source is password-protected or rights-managed.",
    retry: "no",
    mend: "Save the document without a password, and send that copy.",
    ours: false,
  },
  DOCUMENT_UNREADABLE: {
    meaning: "A source could not be opened because it is damaged.",
    retry: "no",
    mend: "Save the document as .docx in a word processor, and send that copy.",
    ours: false,
  },
  DOCUMENT_CONVERSION_FAILED: {
    meaning: "A source could not be converted to .docx.",
    retry: "no",
    mend: "Save the document as .docx in a word processor, and send that copy.",
    ours: false,
  },
  SOURCE_UPLOAD_FAILED: {
    meaning: "A source was damaged on its way to storage.",
    retry: "later",
    mend: "Submit the documents again.",
    ours: true,
  },
  PDF_RENDER_FAILED: {
    meaning: "The redline is ready, but its PDF rendering failed.",
    retry: "later",
    mend: "Use another format, or submit the documents again.",
    // The counted documents are not given back, because their redline is ready.
    ours: false,
  },
  COMPARISON_FAILED: {
    meaning: "The comparison or merge failed.",
    retry: "later",
    mend: "Submit the documents again. If it fails again, report it with the upstream_code and the id of the job.",
    ours: true,
  },
  CREATION_FAILED: {
    meaning: "The document could not be created.",
    retry: "no",
    mend: "Correct the paragraphs or the template that `details` names, and create the document again. If there are no details, try again.",
    ours: "by fault",
  },
  INVALID_EDIT: {
    meaning: "At least one edit was refused, so nothing was changed.",
    retry: "no",
    mend: "Correct the edits that `details` names, and send all edits again.",
    ours: false,
  },
  EDIT_FAILED: {
    meaning: "The document could not be edited.",
    retry: "later",
    mend: "Send the edits again. If it fails again, report it with the edit_id.",
    ours: true,
  },
} as const satisfies Record<string, JobErrorRow>;

export type JobErrorCode = keyof typeof jobErrors;

interface UpstreamRow {
  readonly meaning: string;
  /** The job error codes that can occur together with this code. */
  readonly under: readonly JobErrorCode[];
}

export const upstreamErrors = {
  ENCRYPTED: {
    meaning: "The document is password-protected or rights-managed.",
    under: ["DOCUMENT_PROTECTED", "DOCUMENT_UNREADABLE"],
  },
  PACKAGE_INVALID: {
    meaning: "The document is not a .docx file: it is empty, truncated or in another format.",
    under: ["DOCUMENT_UNREADABLE"],
  },
  XML_INVALID: { meaning: "The document contains XML that is not well-formed.", under: ["DOCUMENT_UNREADABLE"] },
  TOO_MANY_PARTS: { meaning: "The document contains too many parts.", under: ["DOCUMENT_UNREADABLE"] },
  EXPANDS_TOO_LARGE: { meaning: "The document is too large when it is unpacked.", under: ["DOCUMENT_UNREADABLE"] },
  CONVERTER_TIMEOUT: { meaning: "The conversion took too long.", under: ["DOCUMENT_CONVERSION_FAILED"] },
  CONVERTER_FAILED: { meaning: "The converter could not read the file.", under: ["DOCUMENT_CONVERSION_FAILED"] },
  PDF_NO_TEXT: {
    meaning:
      "The PDF contains no text (a scan), and converting scans is switched off for the organization, or no words were found.",
    under: ["DOCUMENT_CONVERSION_FAILED"],
  },
  CHECKSUM_MISMATCH: {
    meaning: "The stored bytes differ from the bytes that were sent.",
    under: ["SOURCE_UPLOAD_FAILED"],
  },
  UPLOAD_INCOMPLETE: {
    meaning: "The upload ended before the whole file had arrived.",
    under: ["SOURCE_UPLOAD_FAILED"],
  },
  RENDER_TIMEOUT: { meaning: "Rendering the PDF took too long.", under: ["PDF_RENDER_FAILED"] },
  RENDER_FAILED: { meaning: "The PDF could not be rendered.", under: ["PDF_RENDER_FAILED"] },
  ENGINE_TIMEOUT: { meaning: "Processing the document took too long.", under: ["COMPARISON_FAILED", "EDIT_FAILED"] },
  ENGINE_TOO_COMPLEX: {
    meaning: "Processing the document needs more memory than one document may use.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
  DOCUMENT_TOO_COMPLEX: {
    meaning: "The result would be too large for documents of this size.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED", "SOURCE_UPLOAD_FAILED"],
  },
  OUTPUT_INVALID: {
    meaning: "The result was withheld because it would not be a valid Word document.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
  OUTPUT_NOT_REVERSIBLE: {
    meaning: "The result was withheld because accepting or rejecting all its changes would not restore the documents.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
} as const satisfies Record<string, UpstreamRow>;

/**
 * Returns the sentence that explains why a document is refused. `subject` is the form field that contained the
 * document.
 */
export function documentSentence(code: keyof typeof upstreamErrors, subject: string): string {
  return upstreamErrors[code].meaning.replace(/^The document/, subject);
}

/** `upstream_code` equals the code of the job if no more precise reason is known. */
export type UpstreamCode = keyof typeof upstreamErrors | JobErrorCode;
