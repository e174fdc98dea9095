// The rules that define what the interface leaves open, as far as they concern comparisons and the service as a whole.
// Their numbers are those of the sections that define them.

import { forConversion, forLists, forMerges, forPdf, forViewer, type Rule, waiting } from "./rule.ts";

export const definitionRules = {
  // 1. Ids.
  "1.form": "after the prefix 26 characters of 0-9a-hjkmnp-tv-z, ordered by time",
  "1.malformed": "an id of another form is 400 INVALID_COMPARISON_ID",
  "1.unknown": "one that fits but is unknown or another's is 404",

  // 2. Health.
  "2.health": "needs no key, is not limited, touches no storage: status, version, region, time",
  "2.ready": "200 or 503 with the checks of the parts",

  // 3. Keys.
  "3.form": "<prefix>_<12>_<43>, shown once; a list shows no secret",
  "3.operator": "keys are made, listed, rotated and revoked by the command line, never with a key",
  "3.rotate": "rotate --overlap issues a successor and lets the old key run out",
  "3.five-seconds": "changes act within 5 seconds",
  "3.scopes": "read reads; a write with it is 403 INSUFFICIENT_SCOPE",
  "3.faults": "every other fault is 401 with WWW-Authenticate: Bearer, and never says which",
  "3.account": "detach-account and attach-account move the account out and back",
  "3.address": "<slug>@<domain>, and the default author begins with it",
  "3.region": "a key of one region in the other is 401",

  // 4. Limits.
  "4.per-key": "requests a minute of a key, fewer for POST; 0 is off",
  "4.headers": "RateLimit-Limit, -Remaining, -Reset of the tighter bucket; 429 RATE_LIMITED with Retry-After",
  "4.per-address": "by address, before the key is looked at",
  "4.runnable": "jobs beyond those runnable are accepted and wait",
  "4.unfinished": "too many unfinished jobs: 429 and a message saying so",
  "4.allowance": "documents a calendar month (UTC), unset is no limit",
  "4.compare": "a comparison counts two documents",
  "4.free": "reads, downloads, topics and acknowledging count nothing",
  "4.whole-cost": "the whole cost must fit before anything is created",
  "4.given-back": "what fails by our fault is given back",
  "4.usage": "GET /v1/usage gives the period, documents, words and limit",

  // 5. Errors.
  "5.details": "details name field, reason and message",
  "5.message": "one sentence; the caller's own words cut at 80 characters; never text of a document",
  "5.not-logged": "messages and documents are never logged",
  "5.INVALID_REQUEST": "not JSON, not multipart, unknown field, broken rule",
  "5.INVALID_CURSOR": forLists("a cursor that is not ours"),
  "5.INSUFFICIENT_SCOPE": "403",
  "5.NOT_FOUND": "no such path",
  "5.METHOD_NOT_ALLOWED": "405 with Allow",
  "5.IDEMPOTENCY_CONFLICT": "the key with another body, or the first call still runs",
  "5.REQUEST_TOO_LARGE": "a JSON body over its limit",
  "5.UNSUPPORTED_MEDIA_TYPE": "another content type",
  "5.VALIDATION_ERROR": forLists("a parameter of the wrong type or range"),
  "5.RATE_LIMITED": "429",
  "5.INTERNAL_ERROR": "a fault of ours, without inner text",
  "5.SERVICE_UNAVAILABLE": "stopping, or a part is away; Retry-After",
  "5.order":
    "request id, address limit, key, organization, key limit, id form, access, parameters, body, quota: in this order",
  "5.request-id": "1 to 128 visible ASCII characters, else a req_ id; on every reply, downloads too",

  // 6. Jobs and artifacts.
  "6.error": "code, upstream_code, message, source",
  "6.upstream.unreadable": "ENCRYPTED, PACKAGE_INVALID, XML_INVALID, TOO_MANY_PARTS, EXPANDS_TOO_LARGE",
  "6.upstream.conversion": forConversion("CONVERTER_TIMEOUT, CONVERTER_FAILED, PDF_NO_TEXT"),
  "6.upstream.upload": "CHECKSUM_MISMATCH, UPLOAD_INCOMPLETE",
  "6.upstream.pdf": forPdf("RENDER_TIMEOUT, RENDER_FAILED"),
  "6.upstream.engine": "ENGINE_TIMEOUT, ENGINE_TOO_COMPLEX",
  "6.upstream.gate": waiting("only a fault of the engine raises them; its own tests plant one")(
    "OUTPUT_INVALID, OUTPUT_NOT_REVERSIBLE",
  ),
  "6.pdf-fails-alone": forPdf("PDF_RENDER_FAILED fails reads of PDFs alone"),
  "6.viewer": forViewer("the viewer is served with the sandbox policy"),
  "6.names": "<modified stem>-redline.<ext>, unsafe characters _, 150 at most",
  "6.same-names": " (2) before the extension; the base keeps its name",
  "6.address": "{download_url}/<key>/<name>?expires&key&signature, HMAC-SHA256",
  "6.two-signing-keys": "two signing keys are good at once",
  "6.download": "GET and HEAD, Range, ETag, attachment, no-store, nosniff",
  "6.download-refused": "403 DOWNLOAD_EXPIRED or DOWNLOAD_INVALID; 410 once deleted",
  "6.idempotency": "the same Idempotency-Key, path and body give the first reply; nothing is counted again",
  "6.idempotency-day": "within 24 hours",
  "6.idempotency-body": "the same body: names, values, file names and contents in order",
  "6.idempotency-refusals": "refusals are not stored",
  "6.dates": "every change carries the job's creation, UTC, to the second",
  "6.post-checks": "POST checks the zip directory, content types, main part and OLE; the rest fails the job",
  "6.protected": "a document with documentProtection is read",
  "6.reader-limits": "10,000 entries; ratio 1,000 past 10 MB; XML depth 512",
  "6a.granularity": "word, or character: the size of the smallest mark; exact both ways",
  "6a.detect_moves": "false shows moves as deletion and insertion; exact both ways",
  "6a.ignore_formatting": "no property changes are written; formatting stays as in the modified document",
  "6a.ignore_case": "tokens that differ only so count as equal; the modified spelling is shown",
  "6a.ignore_whitespace": "the same for white space",
  "6a.comments": "keep or drop the comments of the modified side",
  "6a.booleans": "booleans are true, false, 1, 0",
  "6a.refused": "a wrong value is 400 INVALID_REQUEST",
  "6a.echoed": "the JSON tells the options",

  // 7 and 8. Data and Markdown.
  "7.top": "summary and documents at top level",
  "7.marks": "a block whose mark was inserted or deleted has a mark",
  "7.texts": "tabs, line and page breaks as characters; notes and images as objects with empty text",
  "7.headers": "headers and footers stand at top level",
  "7.ids": "t1, t1r1, t1r1c1; every id is safe and unique",
  "7.merges": forMerges("labels and conflicts of merges"),
  "8.markup": "ins, del, moved-from, moved-to with id, author, revision, date",
  "8.structure": "headings as #, numerals as text, tables as pipes, <p unid> before each paragraph",
  "8.marks": "an empty ins or del at the end of a paragraph or in a row's first cell",
  "8.escapes": "every tag in the text is markup: what looks like it is escaped",

  // 9. Acknowledge and retention.
  "9.body": "a body other than empty or {} is refused",
  "9.INVALID_COMPARISON_ID": "400",
  "9.keys": "401 and 403 as everywhere",
  "9.COMPARISON_NOT_FOUND": "404",
  "9.CONFLICT": "409 while processing, or made without zero-day retention; the message tells which",
  "9.CONTENT_DELETED": "410 once deleted",
  "9.repeat": "repeating while it is queued is 202 again",
  "9.failed": "a failed comparison may be acknowledged, and has the same deadline",
  "9.minute": "deletion within 60 seconds; reads and downloads are 410 at once",
  "9.remains": "id, organization, times and counts remain",
  "9.renderings": forPdf("finished is when the last rendering ended, at most 10 minutes after the redline"),
  "9.erase": "DELETE for everybody: 202 deletion_queued, then 410",
  "9.erase-tenant": "organizations delete erases a tenant and proves it",
  "9.retention-days": "--retention-days deletes what finished so many days ago",
  "9.setting": "organizations set --zero-day on|off",

  // 19. Reference topics.
  "19.errors": "every code with status, meaning, retry, what to do; the failed-job codes",
  "19.redline": "one example of each tag; how to rebuild both texts",
  "19.later": waiting("files and edits are not here yet")("listing, edits, local_copy"),
  "19.size": "at most 20 KB, the same each time",
  "19.unknown": "topic must be one of errors, redline, listing, edits, local_copy",

  // 20. Compatibility.
  "20.retiring": waiting("nothing is retiring yet")("Deprecation, Sunset and Link on what retires"),
  "20.changelog": "GET /changelog has a dated entry for the version",
  "20.engine": "X-Engine-Version on reads of jobs",

  // 21. Readings.
  "21.email": "workbooks, presentations and mails are UNSUPPORTED_FILE_TYPE",
  "21.revision": "revision is the modified file's name",
  "21.duplicates": "a format asked twice is given once; spellings may be mixed",
  "21.identical": "equal documents are ready without a change",
  "21.accepted": "sources with tracked changes are read with them accepted",
  "21.no-deadline": "while processing no deadline runs",
  "21.open": "no key for /health, /openapi.json, /docs, /changelog",
  "21.llms": waiting("the page is not here yet")("no key for /llms.txt"),
  "21.cors": "CORS headers on downloads alone",
  "21.megabytes": "MB are 1,024-based",
  "21.words": "words are runs of letters and digits, CJK by character",
} as const satisfies Record<string, Rule>;
