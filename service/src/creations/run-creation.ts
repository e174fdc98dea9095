// Runs the job of a creation.
//
// A child process makes the document from its paragraphs and its template. The document becomes a file in the
// transaction that settles the job. Unusable paragraphs or an unusable template fail the creation, not the job.

import { documentDate } from "../contract/dates.ts";
import { documentSentence } from "../contract/errors.ts";
import { newFileId } from "../contract/ids.ts";
import { recordResult } from "../files/record-file.ts";
import type { Refused } from "../jobs/child-protocol.ts";
import type { DocumentJob, DocumentParts } from "../jobs/document-job.ts";
import type { StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { creationKind } from "./job-kinds.ts";
import { type CreationRow, creationRows, updateEnd } from "./queries.ts";
import { creationFault, creationRefusal } from "./rules.ts";

export interface CreationParts extends DocumentParts {
  readonly engineVersion: string;
}

export const creationJob: DocumentJob<CreationRow, CreationParts> = {
  kind: creationKind,
  faultCode: "CREATION_FAILED",
  rows: creationRows,
  isDue: ({ status }) => status === "processing",
  make: async ({ row, readOwn, run, parts }) => {
    const [given, template] = await Promise.all([readOwn("paragraphs"), readOwn("style_template")]);
    const paragraphs = JSON.parse(Buffer.from(given ?? []).toString());
    const task = { kind: "create" as const, paragraphs, date: documentDate(row.created_at) };
    const result = await run(template === undefined ? task : { ...task, template });
    if (result.kind !== "created") {
      const error = creationRefusal(result.kind === "refused" ? result.problems : [templateProblem(result)]);
      return {
        settle: (transaction, { creation_id: creationId }) =>
          updateEnd(transaction, { creationId, at: parts.clock(), error }),
      };
    }
    return {
      artifacts: new Map([["docx", result.docx]]),
      settle: (transaction, creation, [document]) =>
        settleCreated(transaction, creation, { document: document!, words: result.words, parts }),
    };
  },
  fail: (transaction, { creation_id: creationId }, { reason, now }) =>
    updateEnd(transaction, { creationId, at: now, error: creationFault(reason) }),
};

function templateProblem({ code }: Refused) {
  return { field: "style_template", reason: code, message: documentSentence(code, "`style_template`") };
}

interface MadeDocument {
  readonly document: StoredArtifact;
  readonly words: number;
  readonly parts: CreationParts;
}

async function settleCreated(
  transaction: Transaction,
  creation: CreationRow,
  { document, words, parts }: MadeDocument,
): Promise<void> {
  const { creation_id: creationId } = creation;
  const now = parts.clock();
  const fileId = newFileId(parts.random);
  const { engineVersion } = parts;
  const file = {
    ...document,
    fileId,
    fileName: creation.file_name,
    organizationId: creation.organization_id,
    accountId: creation.account_id,
    zeroDay: creation.zero_day,
    kind: "created" as const,
    sourceId: creationId,
    words,
    now,
    keptFrom: creation.created_at,
    reference: creation.reference,
    engineVersion,
  };
  await recordResult(transaction, file, parts.queue);
  await updateEnd(transaction, { creationId, at: now, made: { fileId, engineVersion } });
  await recordWords(transaction, creationId, words);
}
