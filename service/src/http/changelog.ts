// Lists the changes of the API for its callers, newest version first, and serves them as Markdown.

import type { VersusApp } from "../contract/app.ts";

interface ApiVersion {
  readonly version: string;
  /** ISO 8601. */
  readonly date: string;
  readonly changes: readonly string[];
}

const versions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: "1.0.0",
    date: "2026-11-15",
    changes: [
      "Compare two documents, uploaded with the request or named as files: `POST /v1/compare`, `GET /v1/compare/{comparison_id}`. Formats: docx, md and json.",
      "Merge 2 to 50 revised copies of a document into one draft with marked conflicts: `POST /v1/merge`, `GET /v1/merge/{merge_id}`. Formats: docx, md and json.",
      "Accept and reject changes, and settle conflicts: `POST /v1/compare/{comparison_id}/decisions`, `POST /v1/merge/{merge_id}/decisions`. The result is a file of kind `decided`.",
      "Store documents with versions that may branch: `/v1/documents`. Each version has a redline against its parent; any two versions are compared, and versions are merged into a new one.",
      "Read the history of each passage over the versions: `GET /v1/documents/{document_id}/history`, as JSON and as a Word document.",
      "List comparisons, merges, creations, files, edits and documents in pages; `reference` on every creating POST names them; `GET /v1/usage?by=key|reference`.",
      "`wait` on `POST /v1/compare`, `/v1/merge` and `/v1/create` holds the call until the result is there, for at most 20 seconds.",
      "Webhooks, where the installation has them: `/v1/webhooks`.",
      "Compare a range of paragraphs with another, answered at once: `POST /v1/compare/selective`.",
      "Upload a document and read its content with the address of every paragraph: `POST /v1/files`, `GET /v1/files/{file_id}`, `GET /v1/files/{file_id}/content` (whole, or the part that `from`, `through`, `search` and `fields` select).",
      "Edit a document, with 34 types of edits or a plain-English instruction: `POST /v1/edit`, `GET /v1/edit/{edit_id}`, and the staging pair at `/v1/edit/initiate`. The record of an edit says what each edit did (`results`).",
      "Refused edits say what is allowed, what was probably meant and what the paragraph says: `allowed`, `did_you_mean` and `context`.",
      "Create a document from paragraphs: `POST /v1/create`, `GET /v1/create/{creation_id}`.",
      "Delete comparisons, merges, files, edits and creations, or acknowledge them (but not merges); under zero-day retention all but merges are deleted after an hour.",
      "Read what your organization used this month: `GET /v1/usage`. Read the reference: `GET /v1/reference/{topic}`.",
      "Results are signed downloads that last an hour. `Idempotency-Key` works on every creating POST; every reply has `X-Request-Id`.",
      "A format that nobody renders yet (pdf, pdf_changed_pages_only, viewer) answers 400 UNSUPPORTED_FORMAT.",
      "Guides, shapes and errors are at `/docs`, each page also as Markdown; `/llms.txt` lists them.",
    ],
  },
];

/** The version that the OpenAPI description declares. */
export const apiVersion: string = versions[0].version;

export function registerChangelog(app: VersusApp): void {
  app.get("/changelog", { config: { access: "open" } }, async (_, reply) => {
    reply.type("text/markdown; charset=utf-8");
    return changelogText;
  });
}

/** The list of changes as Markdown. */
export const changelogText: string = writeChangelog(versions);

function writeChangelog(entries: readonly ApiVersion[]): string {
  const sections = entries.map(
    ({ version, date, changes }) => `## ${version}, ${date}\n\n${changes.map((change) => `- ${change}`).join("\n")}\n`,
  );
  return `# Changes of the API\n\n${sections.join("\n")}`;
}
