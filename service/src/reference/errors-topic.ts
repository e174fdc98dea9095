// Writes the `errors` topic from the tables of codes.

import { jobErrors, type Retry, refusals, upstreamErrors } from "../contract/errors.ts";
import { markdownTable } from "../contract/markdown-table.ts";
import { editReasons } from "../edits/reasons.ts";
import { instructionReasons } from "../instructions/problem.ts";

const retries: Readonly<Record<Retry, string>> = { no: "no", later: "later" };

export function errorsTopic(): string {
  return `# Errors

Every reply that is not 2xx has this body:

\`\`\`json
{ "error": { "code": "COMPARISON_NOT_FOUND", "message": "…", "request_id": "req_…", "details": [] } }
\`\`\`

Act on \`code\`; \`message\` is one sentence for a developer and may change. \`request_id\` is the X-Request-Id of the
request. \`details\`, if there are any, name each problem: \`field\`, \`reason\`, \`message\`, and often \`allowed\` (the allowed names
or values) and \`did_you_mean\`. Details of an edit also have its position \`edit\`, from 0, and the \`paragraphs\` concerned. New
codes and reasons may be added: handle a code that you do not know by its status.

Retry \`no\`: the same request will be refused again. Retry \`later\`: the same request may succeed later; if the reply has a
Retry-After header, wait that many seconds.

## Codes of replies

${markdownTable(["Code", "Status", "Meaning", "Retry", "Remedy"], refusalRows())}

## Codes of failed jobs

A failed job is not an error reply: reading it returns 200 with status \`failed\` and an \`error\`, whose \`code\` is one of these.
The failure is final; submit the documents again to try again. A job that failed through our fault is not counted.

${markdownTable(["Code", "Meaning", "Retry", "Remedy", "Counted"], jobRows())}

## Upstream codes

\`error.upstream_code\` is more specific than \`code\`, or equal to it. If a file is refused at once with DOCUMENT_UNREADABLE,
the detail that names the file has the same code as its \`reason\`.

${markdownTable(["Upstream code", "Used with", "Meaning"], upstreamRows())}

## Reasons of refused edits

Each detail under INVALID_EDIT has one of these as its \`reason\`, in a reply and in a failed edit. All refusals of a request are
reported together, up to 200, and nothing is changed.

${markdownTable(["Reason", "Meaning"], Object.entries(editReasons))}

INSTRUCTION_NOT_UNDERSTOOD has these reasons too; its \`edit\` counts the edits that were built:

${markdownTable(["Reason", "Meaning"], Object.entries(instructionReasons))}
`;
}

function refusalRows(): string[][] {
  const rows = Object.entries(refusals).sort(([, one], [, other]) => one.status - other.status);
  return rows.map(([code, { status, meaning, retry, mend }]) => [code, `${status}`, meaning, retries[retry], mend]);
}

function jobRows(): string[][] {
  return Object.entries(jobErrors).map(([code, { meaning, retry, mend, ours }]) => {
    return [code, meaning, retries[retry], mend, counted(ours)];
  });
}

function counted(ours: boolean | "by fault"): string {
  if (ours === "by fault") return "yes, unless it is our fault";
  return ours ? "no" : "yes";
}

function upstreamRows(): string[][] {
  return Object.entries(upstreamErrors).map(([code, { under, meaning }]) => [code, under.join(", "), meaning]);
}
