// The table of error codes: one row is the whole story of a code.
//
// Three groups. A refusal is the code of a non-2xx reply. A job error is why a job of a caller failed: the reply that
// tells of it is a 200. An upstream code says more finely what went wrong inside a failed job. Replies, the machine-
// readable description and the `errors` reference topic all come from these rows. Codes are never renamed.

/**
 * Whether sending the same again can help. `no`: it will be refused again. `later`: it may go through after a while,
 * by Retry-After where there is one.
 */
export type Retry = "no" | "later";

interface ErrorRow {
  /** One sentence: what happened. It is the message of a reply that has nothing finer to say. */
  readonly meaning: string;
  readonly retry: Retry;
  /** One sentence: what to do about it. */
  readonly mend: string;
}

export interface RefusalRow extends ErrorRow {
  readonly status: number;
}

export const refusals = {
  INVALID_REQUEST: {
    status: 400,
    meaning: "The request breaks a rule of its operation.",
    retry: "no",
    mend: "Read the message and the details, correct the request and send it again.",
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 400,
    meaning: "The file is of a kind that this operation does not take.",
    retry: "no",
    mend: "Send a file of a kind that the message names, with the extension in its name.",
  },
  DOCUMENT_UNREADABLE: {
    status: 400,
    meaning: "The file is not a readable Word document: it is corrupt, malformed or encrypted.",
    retry: "no",
    mend: "Open it in a word processor, save it again as .docx without a password, and send that copy.",
  },
  INVALID_COMPARISON_ID: {
    status: 400,
    meaning: "The id in the path is not one of a comparison: such an id begins with cmp_.",
    retry: "no",
    mend: "Use the comparison_id as the create call returned it, unaltered.",
  },
  INVALID_FILE_ID: {
    status: 400,
    meaning: "The id in the path is not one of a file: such an id is a UUID in lower case.",
    retry: "no",
    mend: "Use the file_id as it was returned, unaltered.",
  },
  INVALID_CREATION_ID: {
    status: 400,
    meaning: "The id in the path is not one of a creation: such an id begins with crt_.",
    retry: "no",
    mend: "Use the creation_id as the create call returned it, unaltered.",
  },
  INVALID_EDIT_ID: {
    status: 400,
    meaning: "The id in the path is not one of an edit: such an id begins with edt_.",
    retry: "no",
    mend: "Use the edit_id as the call that edits returned it, unaltered.",
  },
  INVALID_EDIT: {
    status: 400,
    meaning: "An edit of the request is refused, and so nothing was changed.",
    retry: "no",
    mend: "Read the details: each names an edit, a field and a reason. Correct those edits and send all of them again.",
  },
  PARAGRAPH_NOT_FOUND: {
    status: 400,
    meaning: "A paragraph that the request names is not in its file.",
    retry: "no",
    mend: "Read the file's content as JSON and use an index or id from it.",
  },
  RANGE_TOO_LARGE: {
    status: 400,
    meaning: "The two ranges are more than is compared at once.",
    retry: "no",
    mend: "Compare smaller ranges, or the whole documents with POST /v1/compare.",
  },
  INSTRUCTION_UNAVAILABLE: {
    status: 400,
    meaning:
      "Edits are not built from an instruction here: no language model is configured, or the organization's switch is off.",
    retry: "no",
    mend: "Send written edits, or have instructions switched on.",
  },
  INSTRUCTION_NOT_UNDERSTOOD: {
    status: 400,
    meaning: "The instruction could not be turned into valid edits; nothing was changed.",
    retry: "no",
    mend: "Read the message: say in the instruction what is missing, or send written edits.",
  },
  UNSUPPORTED_FORMAT: {
    status: 400,
    meaning: "A requested format is unknown here.",
    retry: "no",
    mend: "Ask for formats that the operation lists.",
  },
  INVALID_CURSOR: {
    status: 400,
    meaning: "The cursor is not one that we gave out, or it is stale.",
    retry: "no",
    mend: "Start the list again without a cursor.",
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: "The API key is missing or cannot be used.",
    retry: "no",
    mend: "Send an active key of this region as Authorization: Bearer <key>.",
  },
  USAGE_LIMIT_REACHED: {
    status: 402,
    meaning: "The monthly allowance of the organization does not cover this request; nothing was created or counted.",
    retry: "no",
    mend: "Wait for the next calendar month (UTC) or have the allowance raised.",
  },
  API_KEY_ORG_MISMATCH: {
    status: 403,
    meaning: "The service account of the key no longer belongs to the key's organization.",
    retry: "no",
    mend: "Have the account attached again, or use another key.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: "The key may not do this: its scopes do not cover the operation.",
    retry: "no",
    mend: "Use a key with the scope that the operation needs.",
  },
  DOWNLOAD_EXPIRED: {
    status: 403,
    meaning: "The download address is past its time.",
    retry: "no",
    mend: "Read the job again for a fresh address.",
  },
  DOWNLOAD_INVALID: {
    status: 403,
    meaning: "The download address is not one that we gave out.",
    retry: "no",
    mend: "Use the address unaltered, or read the job again for a fresh one.",
  },
  NOT_FOUND: {
    status: 404,
    meaning: "There is nothing at this path; /openapi.json lists the paths there are.",
    retry: "no",
    mend: "Correct the path; ids and topics stand where the description has them.",
  },
  COMPARISON_NOT_FOUND: {
    status: 404,
    meaning: "There is no such comparison, or the key may not use it.",
    retry: "no",
    mend: "Use the key of the organization that made the comparison, and its comparison_id.",
  },
  DOCUMENT_NOT_FOUND: {
    status: 404,
    meaning: "There is no such file, or the key may not use it.",
    retry: "no",
    mend: "Use the key of the organization that has the file, and its file_id.",
  },
  CREATION_NOT_FOUND: {
    status: 404,
    meaning: "There is no such creation, or the key may not use it.",
    retry: "no",
    mend: "Use the key of the organization that made the creation, and its creation_id.",
  },
  EDIT_NOT_FOUND: {
    status: 404,
    meaning: "There is no such edit, or the key may not use it.",
    retry: "no",
    mend: "Use the key of the organization that made the edit, and its edit_id.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: "The path does not take this method.",
    retry: "no",
    mend: "Use a method that the Allow header lists.",
  },
  CONFLICT: {
    status: 409,
    meaning: "The object is not in a state that allows this.",
    retry: "later",
    mend: "Read the message: wait and try again where it says so, otherwise do not.",
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning: "The Idempotency-Key was used with another body, or its first call is still running.",
    retry: "later",
    mend: "Use a new key for a new request; for the same request wait a moment and repeat it.",
  },
  CONTENT_DELETED: {
    status: 410,
    meaning: "The content was deleted.",
    retry: "no",
    mend: "Submit the documents again if the result is still needed.",
  },
  FILE_TOO_LARGE: {
    status: 413,
    meaning: "A file is larger than 100 MB.",
    retry: "no",
    mend: "Reduce the file, for example by compressing its images.",
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    meaning: "The body is larger than this operation takes.",
    retry: "no",
    mend: "Send less at once.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: "The body has a content type that this operation does not take.",
    retry: "no",
    mend: "Send the content type that the operation describes.",
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: "The requested range lies outside the file.",
    retry: "no",
    mend: "Ask for bytes below the size that Content-Range gives.",
  },
  VALIDATION_ERROR: {
    status: 422,
    meaning: "A parameter has the wrong type or lies outside its range.",
    retry: "no",
    mend: "Correct the parameters that the details name.",
  },
  RATE_LIMITED: {
    status: 429,
    meaning: "Too many requests.",
    retry: "later",
    mend: "Wait as long as Retry-After says.",
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "A fault of ours.",
    retry: "later",
    mend: "Try again; if it stays, report it with the request_id.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: "The service is stopping, or a part that it needs is away.",
    retry: "later",
    mend: "Wait as long as Retry-After says.",
  },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof refusals;

export interface JobErrorRow extends ErrorRow {
  /** The reason lies with us, always or when a fault of ours raised it: then the documents counted are given back. */
  readonly ours: boolean | "by fault";
}

export const jobErrors = {
  DOCUMENT_PROTECTED: {
    meaning: "A source is protected by a password or restricted by its permissions.",
    retry: "no",
    mend: "Open it with its password, save it without one, and send that copy.",
    ours: false,
  },
  DOCUMENT_UNREADABLE: {
    meaning: "A source could not be opened: it is corrupt or malformed.",
    retry: "no",
    mend: "Open it in a word processor, save it again as .docx, and send that copy.",
    ours: false,
  },
  DOCUMENT_CONVERSION_FAILED: {
    meaning: "A source could not be converted to .docx.",
    retry: "no",
    mend: "Save it as .docx in a word processor and send that copy.",
    ours: false,
  },
  SOURCE_UPLOAD_FAILED: {
    meaning: "A source did not reach storage intact.",
    retry: "later",
    mend: "Submit the documents again.",
    ours: true,
  },
  PDF_RENDER_FAILED: {
    meaning: "The redline was made, but not its PDF rendering.",
    retry: "later",
    mend: "Use another format, or submit the documents again.",
    // The redline is there, and it is what was counted.
    ours: false,
  },
  COMPARISON_FAILED: {
    meaning: "The comparison could not be made.",
    retry: "later",
    mend: "Submit the documents again; if it stays, report it with the upstream_code and the id.",
    ours: true,
  },
  CREATION_FAILED: {
    meaning: "The document could not be made.",
    retry: "no",
    mend: "Read the details, correct the paragraphs or the template and create again; without details, create again.",
    ours: "by fault",
  },
  INVALID_EDIT: {
    meaning: "An edit was refused when it was to be carried out, and so nothing was changed.",
    retry: "no",
    mend: "Read the details: each names an edit, a field and a reason. Correct those edits and send all of them again.",
    ours: false,
  },
  EDIT_FAILED: {
    meaning: "The document could not be edited.",
    retry: "later",
    mend: "Send the edits again; if it stays, report it with the id.",
    ours: true,
  },
} as const satisfies Record<string, JobErrorRow>;

export type JobErrorCode = keyof typeof jobErrors;

interface UpstreamRow {
  readonly meaning: string;
  /** The job error codes that it stands beside. */
  readonly under: readonly JobErrorCode[];
}

export const upstreamErrors = {
  ENCRYPTED: {
    meaning: "The document is encrypted, or its rights are managed.",
    under: ["DOCUMENT_PROTECTED", "DOCUMENT_UNREADABLE"],
  },
  PACKAGE_INVALID: { meaning: "The file is not a well-formed Word package.", under: ["DOCUMENT_UNREADABLE"] },
  XML_INVALID: { meaning: "A part of the package is not well-formed XML.", under: ["DOCUMENT_UNREADABLE"] },
  TOO_MANY_PARTS: { meaning: "The package holds more parts than we read.", under: ["DOCUMENT_UNREADABLE"] },
  EXPANDS_TOO_LARGE: { meaning: "The document, unpacked, is larger than we read.", under: ["DOCUMENT_UNREADABLE"] },
  CONVERTER_TIMEOUT: { meaning: "The conversion took too long.", under: ["DOCUMENT_CONVERSION_FAILED"] },
  CONVERTER_FAILED: { meaning: "The converter could not read the file.", under: ["DOCUMENT_CONVERSION_FAILED"] },
  PDF_NO_TEXT: {
    meaning: "The PDF holds no text (a scan), and conversion of scans is off for the organization.",
    under: ["DOCUMENT_CONVERSION_FAILED"],
  },
  CHECKSUM_MISMATCH: { meaning: "The stored bytes are not those that arrived.", under: ["SOURCE_UPLOAD_FAILED"] },
  UPLOAD_INCOMPLETE: { meaning: "The upload ended early.", under: ["SOURCE_UPLOAD_FAILED"] },
  RENDER_TIMEOUT: { meaning: "Rendering the PDF took too long.", under: ["PDF_RENDER_FAILED"] },
  RENDER_FAILED: { meaning: "The renderer could not make the PDF.", under: ["PDF_RENDER_FAILED"] },
  ENGINE_TIMEOUT: { meaning: "The work on the document took too long.", under: ["COMPARISON_FAILED", "EDIT_FAILED"] },
  ENGINE_TOO_COMPLEX: {
    meaning: "The work on the document needs more memory than we give it.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
  OUTPUT_INVALID: {
    meaning: "The redline would not be a well-formed Word document, so it is not served.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
  OUTPUT_NOT_REVERSIBLE: {
    meaning: "Accepting or rejecting all changes would not give the documents back, so the redline is not served.",
    under: ["COMPARISON_FAILED", "EDIT_FAILED"],
  },
} as const satisfies Record<string, UpstreamRow>;

/** `upstream_code` equals the job's code when nothing finer is known. */
export type UpstreamCode = keyof typeof upstreamErrors | JobErrorCode;
