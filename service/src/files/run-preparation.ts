// The worker's side of an upload, and of what came of an edit: it is read and proved intact, a child process reads it, and
// what can be asked of it (its content as JSON and Markdown, and as it is staged for editing) is stored beside it. What that
// means for the rows is written in the transaction that settles the job, which also wakes whoever waits.

import { failureOf, isOurFault, jobFailure } from "../jobs/failures.ts";
import { type Effect, type FailureReason, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { isGone } from "../retention/deadlines.ts";
import { removeObjects } from "../retention/delete-content.ts";
import { findArtifactObject, putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { giveBack, recordWords } from "../usage/allowance.ts";
import { preparationKind } from "./job-kinds.ts";
import { type FileRow, lockFile, selectFile, updateEnd } from "./queries.ts";
import { downloadFormats, fileError } from "./rules.ts";

export interface PreparationParts extends ArtifactStorage {
  readonly database: Database;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash?: (fileId: string, trace: string) => void;
}

/** Takes files from the queue. */
export async function workOnFiles(
  queue: JobQueue,
  parts: PreparationParts,
  { concurrency }: { readonly concurrency: number },
): Promise<void> {
  await queue.work(preparationKind, (job) => runPreparation(job, parts), {
    concurrency,
    faultCode: "SOURCE_UPLOAD_FAILED",
    onFailed: (transaction, { ownerId }, reason) => settleFailure(transaction, ownerId, { reason, now: parts.clock() }),
  });
}

/** Gives what settles the file; nothing when there is nothing to do. Throws a JobFailure. */
export async function runPreparation(job: Job, parts: PreparationParts): Promise<Effect | undefined> {
  const file = await findUnprepared(job.ownerId, parts);
  if (file === undefined) return undefined;
  const organization = organizationOf(file, parts.masterKeys);
  const document = await readDocument(file, organization, parts);
  const result = await parts.sandbox.run({ kind: "read", document }, job.signal);
  if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
  if (result.kind !== "read") throw jobFailure(failureOf(result));
  const owner = { ownerId: job.ownerId, organization };
  const stored = await storeArtifacts(owner, result.readings, { ...parts, signal: job.signal });
  return (transaction) => settlePrepared(transaction, job.ownerId, { stored, words: result.words, parts });
}

async function findUnprepared(
  fileId: string,
  { database, store, clock }: PreparationParts,
): Promise<FileRow | undefined> {
  const file = await selectFile(database, fileId);
  if (file === undefined) return undefined;
  if (!isGone(file, file.retention_days, clock())) return isRead(file) ? undefined : file;
  // An earlier try may have stored something after the deletion had looked. What is gone may go at any time.
  await removeObjects({ organizationId: file.organization_id, ownerId: fileId }, { store });
  return undefined;
}

function isRead({ status, words }: FileRow): boolean {
  return status === "failed" || (status === "ready" && words !== null);
}

async function readDocument(
  { file_id: fileId, kind }: FileRow,
  organization: OrganizationKey,
  { database, store }: PreparationParts,
): Promise<Uint8Array> {
  const row = await findArtifactObject(database, fileId, downloadFormats[kind]);
  if (row === undefined) throw new JobFailure("SOURCE_UPLOAD_FAILED", "UPLOAD_INCOMPLETE");
  return readVerified(store, row, organization).catch((problem: unknown) => {
    throw problem instanceof ChecksumMismatch ? new JobFailure(problem.code, problem.upstreamCode) : problem;
  });
}

interface Prepared {
  readonly stored: readonly StoredArtifact[];
  readonly words: number;
  readonly parts: PreparationParts;
}

async function settlePrepared(
  transaction: Transaction,
  fileId: string,
  { stored, words, parts }: Prepared,
): Promise<void> {
  const now = parts.clock();
  const file = await lockFile(transaction, fileId);
  if (file === undefined || isGone(file, file.retention_days, now)) {
    await parts.store.delete(stored.map(({ objectKey }) => objectKey));
    return;
  }
  const owner = { ownerId: fileId, organizationId: file.organization_id, fileName: () => file.file_name };
  await putReadyArtifacts(transaction, owner, { artifacts: stored, now });
  await updateEnd(transaction, { fileId, status: "ready", at: now, words });
  await recordWords(transaction, fileId, words);
  await notifySettled(transaction, fileId);
}

interface Failing {
  readonly reason: FailureReason;
  readonly now: Date;
}

async function settleFailure(transaction: Transaction, fileId: string, { reason, now }: Failing): Promise<void> {
  const file = await lockFile(transaction, fileId);
  if (file === undefined || isGone(file, file.retention_days, now)) return;
  await updateEnd(transaction, { fileId, status: "failed", at: now, error: fileError(reason) });
  if (isOurFault(reason.code)) await giveBack(transaction, fileId, now);
  await notifySettled(transaction, fileId);
}
