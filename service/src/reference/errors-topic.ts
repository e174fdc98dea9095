// The `errors` topic, written from the tables of codes.

import { jobErrors, type Retry, refusals, upstreamErrors } from "../contract/errors.ts";
import { editReasons } from "../edits/reasons.ts";
import { instructionReasons } from "../instructions/problem.ts";
import { markdownTable } from "./schema-tables.ts";

const retries: Readonly<Record<Retry, string>> = { no: "no", later: "later" };

export function errorsTopic(): string {
  return `# Errors

Every reply that is not 2xx has this body:

\`\`\`json
{ "error": { "code": "COMPARISON_NOT_FOUND", "message": "…", "request_id": "req_…", "details": [] } }
\`\`\`

Act on \`code\`; \`message\` is one sentence for a developer and may change. \`request_id\` is the X-Request-Id of the
request. \`details\`, where there is any, names each fault: \`field\`, \`reason\`, \`message\`; of an edit also its position
\`edit\`, from 0, and \`paragraphs\` that it is about or that were meant. New codes and reasons may be added: treat a code that
you do not know by its status.

Retry \`no\`: the same request is refused again. Retry \`later\`: it may go through after a while; where the reply has a
Retry-After header, after that many seconds.

## Codes of replies

${markdownTable(["Code", "Status", "Meaning", "Retry", "What to do"], refusalRows())}

## Codes of failed jobs

A job that failed is no error reply: reading it answers 200 with status \`failed\` and \`error\`, which holds one of these
as \`code\`. It is final; to try again, submit the documents again. What failed through a fault of ours is not counted.

${markdownTable(["Code", "Meaning", "Retry", "What to do", "Counted"], jobRows())}

## Upstream codes

\`error.upstream_code\` says more finely what went wrong; it equals \`code\` when nothing finer is known. Where a file is
refused at once with DOCUMENT_UNREADABLE, the same words are the \`reason\` of the detail that names it.

${markdownTable(["Upstream code", "Stands beside", "Meaning"], upstreamRows())}

## Reasons of refused edits

\`reason\` of each detail under INVALID_EDIT, of a reply and of a failed edit alike. All refusals of a request are told together,
up to 200, and then nothing is changed.

${markdownTable(["Reason", "Meaning"], Object.entries(editReasons))}

Under INSTRUCTION_NOT_UNDERSTOOD, where \`edit\` counts the edits that were built, there are these too:

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
  if (ours === "by fault") return "yes, but not a fault of ours";
  return ours ? "no" : "yes";
}

function upstreamRows(): string[][] {
  return Object.entries(upstreamErrors).map(([code, { under, meaning }]) => [code, under.join(", "), meaning]);
}
