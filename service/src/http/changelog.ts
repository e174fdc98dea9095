// What changed in the API, for its callers: one dated entry for every version, the newest first. Served as Markdown.

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
      "Compare two documents, sent or named as files: POST /v1/compare, GET /v1/compare/{comparison_id}, and its acknowledgement.",
      "Upload a document and read its content: POST /v1/files, GET /v1/files/{file_id}, its content, and the staging pair at /v1/edit/initiate.",
      "Make a document of paragraphs: POST /v1/create, GET /v1/create/{creation_id}.",
      "Renderings as signed downloads that last an hour.",
      "Idempotency-Key on every creating POST; X-Request-Id on every reply.",
    ],
  },
];

/** The version that the description declares. */
export const apiVersion: string = versions[0].version;

export function registerChangelog(app: VersusApp): void {
  const text = writeChangelog(versions);
  app.get("/changelog", { config: { access: "open" } }, async (_, reply) => {
    reply.type("text/markdown; charset=utf-8");
    return text;
  });
}

function writeChangelog(entries: readonly ApiVersion[]): string {
  const sections = entries.map(
    ({ version, date, changes }) => `## ${version}, ${date}\n\n${changes.map((change) => `- ${change}`).join("\n")}\n`,
  );
  return `# Changes of the API\n\n${sections.join("\n")}`;
}
