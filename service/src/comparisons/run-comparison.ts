// The worker's side of a comparison: a child process compares both sources, and its renderings are stored.

import { documentDate } from "../contract/dates.ts";
import { comparisonArtifactName } from "../contract/file-names.ts";
import type { Compared } from "../jobs/child-protocol.ts";
import type { DocumentJob, DocumentParts, Failed, Work } from "../jobs/document-job.ts";
import { documentFailure } from "../jobs/failures.ts";
import {
  failArtifacts,
  findObject,
  listArtifacts,
  putPendingArtifacts,
  putReadyArtifacts,
  type StoredArtifact,
} from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { recordWords } from "../storage/usage-entries.ts";
import { settleFinish } from "./finish.ts";
import { comparisonKind, renderingKind } from "./job-kinds.ts";
import { type ComparisonRow, comparisonRows, updateEnd } from "./queries.ts";
import { comparedFormats, isComparedFormat, type Renderer } from "./renderers.ts";
import { failedJobError, type SourceRole } from "./rules.ts";

export interface WorkParts extends DocumentParts {
  readonly engineVersion: string;
  readonly renderers: readonly Renderer[];
}

export const comparisonJob: DocumentJob<ComparisonRow, WorkParts> = {
  kind: comparisonKind,
  faultCode: "COMPARISON_FAILED",
  rows: comparisonRows,
  isDue: async (_, { ownerId }, { database }) => {
    const artifacts = await listArtifacts(database, ownerId);
    return artifacts.some(({ format, status }) => status === "pending" && isComparedFormat(format));
  },
  make: async (work) => {
    const { row, run, parts } = work;
    const { original, modified } = await readSources(work);
    const result = await run({
      kind: "compare",
      before: original,
      after: modified,
      names: { before: row.original_name, after: row.modified_name },
      author: row.author,
      date: documentDate(row.created_at),
      formats: comparedFormats,
      options: row.options ?? {},
    });
    if (result.kind === "failed") throw documentFailure(result);
    return {
      artifacts: result.artifacts,
      settle: (transaction, comparison, stored) =>
        settleCompared(transaction, comparison, { stored, words: result.words, parts }),
    };
  },
  fail: settleFailure,
};

async function readSources(work: Work<ComparisonRow, WorkParts>): Promise<Record<SourceRole, Uint8Array>> {
  const { job, read, parts } = work;
  const readRole = async (role: SourceRole) => read(await findObject(parts.database, job.ownerId, role), role);
  const reads = { original: readRole("original"), modified: readRole("modified") };
  // Of two that are broken the original is told, whichever was noticed first.
  await Promise.allSettled(Object.values(reads));
  return { original: await reads.original, modified: await reads.modified };
}

interface Outcome {
  readonly stored: readonly StoredArtifact[];
  readonly words: Compared["words"];
  readonly parts: WorkParts;
}

async function settleCompared(transaction: Transaction, comparison: ComparisonRow, outcome: Outcome): Promise<void> {
  const { stored, parts } = outcome;
  const now = parts.clock();
  const { comparison_id: ownerId, organization_id: organizationId } = comparison;
  const fileName = (format: string) => comparisonArtifactName(comparison.modified_name, format as ComparedName);
  await putReadyArtifacts(transaction, { ownerId, organizationId, fileName }, { artifacts: stored, now });
  await queueRenderings(transaction, comparison, parts);
  const words = outcome.words.before + outcome.words.after;
  await updateEnd(transaction, ownerId, { status: "ready", words, engineVersion: parts.engineVersion });
  await recordWords(transaction, ownerId, words);
  await settleFinish(transaction, comparison, { queue: parts.queue, now });
}

type ComparedName = (typeof comparedFormats)[number];

/** Renderings that are made from the redline are made from this one. */
async function queueRenderings(transaction: Transaction, comparison: ComparisonRow, parts: WorkParts): Promise<void> {
  const { comparison_id: ownerId, organization_id: organizationId, modified_name: name } = comparison;
  const formats = parts.renderers.map(({ format }) => format);
  const artifacts = formats.map((format) => ({ format, fileName: comparisonArtifactName(name, format) }));
  await putPendingArtifacts(transaction, ownerId, artifacts);
  for (const format of formats) {
    const job = { organizationId, kind: renderingKind, ownerId, payload: { format }, direct: true };
    await parts.queue.enqueue(transaction, job);
  }
}

/** A comparison that was ready before, and was made again, stays as it was. */
async function settleFailure(
  transaction: Transaction,
  comparison: ComparisonRow,
  { reason, now, parts: { queue } }: Failed<WorkParts>,
): Promise<void> {
  const { comparison_id: ownerId } = comparison;
  await failArtifacts(transaction, { ownerId, formats: comparedFormats }, { errorCode: reason.upstream, now });
  if (comparison.status === "processing") {
    await updateEnd(transaction, ownerId, { status: "failed", error: failedJobError(reason) });
  }
  await settleFinish(transaction, comparison, { queue, now });
}
