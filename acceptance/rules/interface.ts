// The rules of the interface that concern comparisons and the service as a whole, row by row and rule by rule.

import { forConversion, forMerges, forPdf, forViewer, type Rule, waiting } from "./rule.ts";

export const interfaceRules = {
  // What the service does: general behaviour.
  "general.1": "a submission answers 202 with an id at once; a read never blocks and can be repeated",
  "general.2": "downloads are signed addresses, good for an hour, without a key; a read issues fresh ones",
  "general.3": "the same two versions always give the same redline",
  "general.4": waiting("a promise on how the service is run, which no reply shows")(
    "content trains nothing, is not read",
  ),
  "general.5": "an organization belongs to a region; its keys are nothing in the other",
  "general.6.kept": "by default documents and redlines are kept",
  "general.6.hour": "under zero-day retention all is deleted an hour after the comparison finished",
  "general.6.acknowledge": "or from the moment it is acknowledged",
  "general.6.expires": "and expires_at of its downloads is that deadline",
  "general.6.record": "sources, redline and every rendering go; a record that it existed remains",
  "general.6.stamped": "the setting is stamped on a comparison at its creation",
  "general.6.merges": forMerges("it does not apply to merges"),
  "general.7": "the description is at /openapi.json, the docs at /docs",

  // Conventions.
  "conventions.base": "the description names the address of each region",
  "conventions.bodies": "a comparison is sent as multipart/form-data",
  "conventions.ids": "ids are opaque, a comparison's begins with cmp_, and an id of another kind is refused",
  "conventions.request-id": "X-Request-Id is echoed or made up, and is the request_id of an error",
  "conventions.times": "times are ISO 8601 with an offset or Z",

  // Download entry.
  "download.format": "format is one of those asked for",
  "download.url": "url is fetched without Authorization",
  "download.file_name": "file_name is the suggested name",
  "download.expires_at": "expires_at is when the address stops working",

  // Comparison job.
  "job.comparison_id": "comparison_id is stable",
  "job.status": "status is processing, ready or failed",
  "job.downloads": "one download for each format in the order asked; while processing those finished",
  "job.pending_formats": "pending_formats is there while processing",
  "job.error": "error has code and upstream_code, when failed",
  "job.DOCUMENT_PROTECTED": forConversion("a source is protected by a password"),
  "job.DOCUMENT_UNREADABLE": "a source could not be opened",
  "job.DOCUMENT_CONVERSION_FAILED": forConversion("a source could not be converted"),
  "job.SOURCE_UPLOAD_FAILED": "a source did not reach storage intact",
  "job.PDF_RENDER_FAILED": forPdf("the redline is there, its PDF is not"),
  "job.COMPARISON_FAILED": "the catch-all, with an upstream_code",

  // Artifacts by format.
  "artifact.docx": "Word document with real tracked changes, the default",
  "artifact.pdf": forPdf("PDF of the redline"),
  "artifact.pdf_changed_pages_only": forPdf("PDF of the changed pages"),
  "artifact.md": "Markdown of the redline",
  "artifact.json": "the redline as data",
  "artifact.viewer": forViewer("the view as one file"),

  // Redline JSON.
  "json.top": "schema_version 1, kind comparison, blocks",
  "json.blocks": "a paragraph or heading has an id and content; a heading has a level",
  "json.numbers": "a numbered paragraph has its numeral as text and a level",
  "json.segments": "text without a type is unchanged; insertion, deletion, moved_from and moved_to are changes",
  "json.moves": "the two halves of a move share an integer move_id",
  "json.changes": "a change has id, author, revision and a date in UTC; its id is the one in the Markdown",
  "json.conflicts": forMerges("conflicts hold a deletion and the competing insertions"),
  "json.tables": "a table has an id and rows of cells with blocks; a whole row's change stands on the row",
  "json.rebuild": "without insertions it reads as the base, without deletions as the revision",
  "json.left-out": "bold, text boxes and footnotes are not carried",

  // States and transitions.
  "states.created": "a valid request within the quota is processing: 202 with an id",
  "states.ready": "a read finds it ready when every format asked for is there",
  "states.pending": "with formats pending a read is 200, processing, Retry-After 1",
  "states.failed": "a failure is final: 200, failed, with its error; a new job is another one",
  "states.deleted": "ready goes to deleted by the deadline or acknowledge: 410 CONTENT_DELETED",
  "states.relative": "ready is relative to the formats of that read",
  "states.failed-is-200": "a failed job is never told by another status than 200",

  // Endpoints.
  health: "GET /health is 200 with an object",
  "compare.original": "original is required: the base document",
  "compare.modified": "modified is required: the revised document",
  "compare.author": "author is optional and is given to every insertion and deletion",
  "compare.rule-1": "the redline goes from original to modified; swapping them swaps its changes",
  "compare.rule-2": ".docx up to 100 MB is taken",
  "compare.rule-2.converted": forConversion(".doc and .pdf are taken and converted first"),
  "compare.rule-3": "two files of one name are told apart on the revised side",
  "compare.rule-4.default": "without an author: the account's address, a dash, the revised file's name",
  "compare.rule-4.verbatim": "author is written verbatim, 100 characters, without control characters",
  "compare.rule-4.blank": "an empty or blank author equals none",
  "compare.rule-5": "the quota is checked before anything is created: a 402 costs nothing",
  "compare.202": "202 has comparison_id and status processing",
  "read.comparison_id": "comparison_id is in the path",
  "read.format": "format is repeatable or comma-separated; docx without one",
  "read.other-kinds": "pptx and xlsx are not formats of a document's comparison",
  "read.200": "200 is a comparison job; reading has no side effects and may be repeated",
  "acknowledge.202": "acknowledge takes no body and answers 202",
  "reference.topics": "GET /v1/reference/{topic} gives topic and text",
  "reference.free": "it creates nothing, costs nothing, and shows that a key works",
  "reference.unknown": "an unknown topic is 400 INVALID_REQUEST and its message lists the topics",

  // Authentication.
  "auth.1": "Authorization: Bearer <key>",
  "auth.2": "the description marks it optional; any fault of a key is 401 INVALID_API_KEY",
  "auth.3": "jobs belong to the organization's service account; once detached: 403 API_KEY_ORG_MISMATCH",
  "auth.4": "what does not exist and what is another's are answered identically",
  "auth.5": "signed addresses need no Authorization",
  "auth.6": forViewer("the key is used by the integrator's server alone"),

  // Errors.
  "errors.envelope": "every refusal is { error: { code, message, request_id } }",
  "errors.failed-job": "a failed comparison is no error reply",
  "errors.422": "the description lists 422 where there are parameters or bodies",
  "errors.compare.INVALID_REQUEST": "a file is missing, empty or has no name",
  "errors.compare.UNSUPPORTED_FILE_TYPE": "another extension",
  "errors.compare.DOCUMENT_UNREADABLE": "a .docx that is corrupt or encrypted",
  "errors.compare.INVALID_API_KEY": "401",
  "errors.compare.USAGE_LIMIT_REACHED": "402",
  "errors.compare.API_KEY_ORG_MISMATCH": "403",
  "errors.compare.FILE_TOO_LARGE": "413",
  "errors.read.INVALID_COMPARISON_ID": "a malformed id",
  "errors.read.UNSUPPORTED_FORMAT": "an unknown format",
  "errors.read.COMPARISON_NOT_FOUND": "404",
  "errors.read.CONTENT_DELETED": "410",
  "errors.reference": "GET /v1/reference/{topic}: 400 INVALID_REQUEST",

  // Limits.
  "limits.source": "100 MB a source",
  "limits.author": "100 characters of an author",
  "limits.download": "an hour for a download address",
  "limits.retry-after": "Retry-After of 1 second while processing",
  "limits.allowance": "402 when the monthly allowance is used up",
  "limits.rate": "requests are limited",
  "limits.zero-day": "deletion at an hour or on acknowledge",

  // Versioning.
  "versioning.prefix": "every path has the prefix /v1",
  "versioning.description": "the description declares 1.0.0 and is served live, as are the topics",
  "versioning.schema": "the redline's data has schema_version 1",
} as const satisfies Record<string, Rule>;
