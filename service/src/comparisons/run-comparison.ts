// The worker's side of a comparison: both sources are read and proved intact, a child process compares them, and the
// renderings are stored. What that means for the rows is written in the transaction that settles the job.
//
// A job may run twice: one whose comparison has nothing pending, or is gone, has nothing to do. Whatever fails the job,
// here or in the queue, fails the comparison in the same transaction, and what was our fault is not counted.

import { documentDate } from "../contract/dates.ts";
import { comparisonArtifactName } from "../contract/file-names.ts";
import type { Compared } from "../jobs/child-protocol.ts";
import { failureOf, isOurFault, jobFailure } from "../jobs/failures.ts";
import { type Effect, type FailureReason, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { isGone } from "../retention/deadlines.ts";
import { removeObjects } from "../retention/delete-content.ts";
import {
  failArtifacts,
  listArtifacts,
  putPendingArtifacts,
  putReadyArtifacts,
  type StoredArtifact,
} from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { giveBack, recordWords } from "../usage/allowance.ts";
import { settleFinish } from "./finish.ts";
import { comparisonKind, renderingKind } from "./job-kinds.ts";
import { type ComparisonRow, findJobComparison, findSources, lockComparison, updateEnd } from "./queries.ts";
import { comparedFormats, isComparedFormat, type Renderer } from "./renderers.ts";
import { failedJobError, type SourceRole } from "./rules.ts";

export interface WorkParts extends ArtifactStorage {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  readonly engineVersion: string;
  readonly renderers: readonly Renderer[];
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash?: (comparisonId: string, trace: string) => void;
}

/** Takes comparisons from the queue. */
export async function workOnComparisons(
  queue: JobQueue,
  parts: WorkParts,
  { concurrency }: { readonly concurrency: number },
): Promise<void> {
  await queue.work(comparisonKind, (job) => runComparison(job, parts), {
    concurrency,
    faultCode: "COMPARISON_FAILED",
    onFailed: (transaction, { ownerId }, reason) => settleFailure(transaction, ownerId, { reason, parts }),
  });
}

/** Gives what settles the comparison; nothing when there is nothing to do. Throws a JobFailure. */
export async function runComparison(job: Job, parts: WorkParts): Promise<Effect | undefined> {
  const comparison = await findPending(job.ownerId, parts);
  if (comparison === undefined) return undefined;
  const organization = organizationOf(comparison, parts.masterKeys);
  const { original, modified } = await readSources(comparison, organization, parts);
  const result = await parts.sandbox.run(
    {
      kind: "compare",
      before: original,
      after: modified,
      names: { before: comparison.original_name, after: comparison.modified_name },
      author: comparison.author,
      date: documentDate(comparison.created_at),
      formats: comparedFormats,
      options: comparison.options ?? {},
    },
    job.signal,
  );
  if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
  if (result.kind !== "compared") throw jobFailure(failureOf(result));
  const owner = { ownerId: job.ownerId, organization };
  const stored = await storeArtifacts(owner, result.artifacts, { ...parts, signal: job.signal });
  return (transaction) => settleCompared(transaction, job.ownerId, { stored, words: result.words, parts });
}

/** The comparison, if something of it is to be made. */
async function findPending(comparisonId: string, { database, store, clock }: WorkParts) {
  const comparison = await findJobComparison(database, comparisonId);
  if (comparison === undefined) return undefined;
  if (isGone(comparison, comparison.retention_days, clock())) {
    // An earlier try may have stored something after the deletion had looked. What is gone may go at any time.
    await removeObjects({ organizationId: comparison.organization_id, ownerId: comparisonId }, { store });
    return undefined;
  }
  const artifacts = await listArtifacts(database, comparisonId);
  return artifacts.some(({ format, status }) => status === "pending" && isComparedFormat(format))
    ? comparison
    : undefined;
}

async function readSources(
  { comparison_id: comparisonId }: ComparisonRow,
  organization: OrganizationKey,
  { database, store }: WorkParts,
): Promise<Record<SourceRole, Uint8Array>> {
  const rows = await findSources(database, comparisonId);
  const read = async (role: SourceRole): Promise<Uint8Array> => {
    const row = rows.find((source) => source.role === role);
    if (row === undefined) throw new JobFailure("SOURCE_UPLOAD_FAILED", "UPLOAD_INCOMPLETE", role);
    try {
      return await readVerified(store, row, organization);
    } catch (problem) {
      if (!(problem instanceof ChecksumMismatch)) throw problem;
      throw new JobFailure(problem.code, problem.upstreamCode, role);
    }
  };
  const reads = { original: read("original"), modified: read("modified") };
  // Of two that are broken the original is told, whichever was noticed first.
  await Promise.allSettled(Object.values(reads));
  return { original: await reads.original, modified: await reads.modified };
}

interface Outcome {
  readonly stored: readonly StoredArtifact[];
  readonly words: Compared["words"];
  readonly parts: WorkParts;
}

async function settleCompared(transaction: Transaction, comparisonId: string, outcome: Outcome): Promise<void> {
  const { stored, parts } = outcome;
  const now = parts.clock();
  const comparison = await lockComparison(transaction, comparisonId);
  if (comparison === undefined || isGone(comparison, comparison.retention_days, now)) {
    await parts.store.delete(stored.map(({ objectKey }) => objectKey));
    return;
  }
  const organizationId = comparison.organization_id;
  const fileName = (format: string) => comparisonArtifactName(comparison.modified_name, format as ComparedName);
  await putReadyArtifacts(transaction, { ownerId: comparisonId, organizationId, fileName }, { artifacts: stored, now });
  await queueRenderings(transaction, comparison, parts);
  const words = outcome.words.before + outcome.words.after;
  await updateEnd(transaction, comparisonId, { status: "ready", words, engineVersion: parts.engineVersion });
  await recordWords(transaction, comparisonId, words);
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
    await parts.queue.enqueue(transaction, { organizationId, kind: renderingKind, ownerId, payload: { format } });
  }
}

interface Failing {
  readonly reason: FailureReason;
  readonly parts: Pick<WorkParts, "clock" | "queue">;
}

/** A comparison that was ready before, and was made again, stays as it was. */
async function settleFailure(
  transaction: Transaction,
  comparisonId: string,
  { reason, parts: { clock, queue } }: Failing,
): Promise<void> {
  const now = clock();
  const comparison = await lockComparison(transaction, comparisonId);
  if (comparison === undefined || isGone(comparison, comparison.retention_days, now)) return;
  const pending = { ownerId: comparisonId, formats: comparedFormats };
  await failArtifacts(transaction, pending, { errorCode: reason.upstream, now });
  if (comparison.status === "processing") {
    await updateEnd(transaction, comparisonId, { status: "failed", error: failedJobError(reason) });
    if (isOurFault(reason.code)) await giveBack(transaction, comparisonId, now);
  }
  await settleFinish(transaction, comparison, { queue, now });
}
