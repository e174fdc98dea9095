// Runs every job that makes something from documents, in the same steps for all slices.
//
// 1. Find the owner. If it is deleted, do nothing, and remove what an earlier attempt stored for it.
// 2. Read the sources and check them against their SHA-256.
// 3. Run a child process, and store its artifacts.
// 4. Write the rows in the transaction that settles the job.
//
// A slice describes its own part in a DocumentJob: the rows, the work and the end. This module handles the rest:
// - A job may run twice, and its owner may be deleted while it runs. Settling locks the row and checks it again, and
//   deletes what was stored for a deleted owner.
// - The end of a child is not a result: time, memory and crashes fail the job with the code of its kind.
// - The settling transaction wakes the reads that wait for the owner.
// - If a job fails for good, the same transaction records this in its owner. If the owner was processing and the fault
//   was ours, its counted documents are given back.

import type { JobErrorCode } from "../contract/errors.ts";
import { findObject, type StoredArtifact } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import type { OwnedRow, OwnedRows } from "../storage/owned-rows.ts";
import type { Announce } from "../storage/owner-kind.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { ChecksumMismatch, type ObjectRow, readVerified } from "../storage/read-verified.ts";
import { removeObjects } from "../storage/remove-objects.ts";
import { isGone } from "../storage/retention-facts.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { giveBack } from "../storage/usage-entries.ts";
import type { ChildResult, ChildTask, Crashed, Killed } from "./child-protocol.ts";
import { childFault, isOurFault } from "./failures.ts";
import {
  type Effect,
  type FailureReason,
  type Hands,
  type Job,
  JobFailure,
  type JobQueue,
  type KindWork,
  type Later,
} from "./job-queue.ts";
import type { Account, Sandbox } from "./sandbox.ts";

/** The parts that all document jobs use. The jobs of a slice may need more. */
export interface DocumentParts extends ArtifactStorage {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  /** Set only if webhooks are enabled. */
  readonly announce?: Announce | undefined;
  /** Receives a crash in a child process: where it was thrown, without text of the document. */
  readonly onCrash?: (ownerId: string, trace: string) => void;
}

export interface DocumentJob<Row extends OwnedRow, Parts extends DocumentParts = DocumentParts> {
  /** The kind of the jobs in the queue. */
  readonly kind: string;
  /** The code of failures that are our fault: timeouts, crashes, too many attempts. */
  readonly faultCode: JobErrorCode;
  readonly rows: OwnedRows<Row>;
  /** True if the job still has something to make. A job may be assigned again after its end was written. */
  isDue(row: Row, job: JobFacts, parts: Parts): boolean | Promise<boolean>;
  /** Throws a JobFailure if the job can never succeed. */
  make(work: JobInput<Row, Parts>): Promise<JobOutput<Row> | Later>;
  /** Locks the row and the rows that are settled with it. Default: locks the row alone. */
  lock?(transaction: Transaction, ownerId: string, parts: Parts): Promise<Row | undefined>;
  /** Records that the job failed for good. The row is locked and not deleted. */
  fail(transaction: Transaction, row: Row, failed: Failed<Parts>): Promise<unknown>;
}

export type JobFacts = Pick<Job, "ownerId" | "payload">;

/** The input of `make`. */
export interface JobInput<Row extends OwnedRow, Parts extends DocumentParts> {
  readonly row: Row;
  readonly job: Job;
  readonly organization: OrganizationKey;
  readonly parts: Parts;
  /** Reads an object and checks it against its SHA-256. `source` names it to the caller if there are several. */
  readonly read: (object: ObjectRow | undefined, source?: string) => Promise<Uint8Array>;
  /** Reads the owner's object in this role. Returns undefined if no object has it. */
  readonly readOwn: (role: string) => Promise<Uint8Array | undefined>;
  /** Runs the task in a child. A crash or kill of the child fails the job. */
  readonly run: <Task extends ChildTask>(task: Task) => Promise<Exclude<ChildResult<Task>, Crashed | Killed>>;
}

export interface JobOutput<Row extends OwnedRow> {
  /**
   * Artifacts to store under the owner's keys, by format. The owner's deletion also removes what a failed attempt
   * stored.
   */
  readonly artifacts?: ReadonlyMap<string, Uint8Array>;
  /** Writes the result. The row is locked and not deleted; `stored` has the order of the artifacts. */
  settle(transaction: Transaction, row: Row, stored: readonly StoredArtifact[]): Promise<unknown>;
}

export interface Failed<Parts> {
  readonly job: JobFacts;
  readonly reason: FailureReason;
  readonly now: Date;
  readonly parts: Parts;
}

/** A document job whose type of row is hidden. */
// biome-ignore lint/suspicious/noExplicitAny: jobs of different rows stand in one list, and nobody hands a row from one to another.
export type AnyDocumentJob<Parts extends DocumentParts = DocumentParts> = DocumentJob<any, Parts>;

/** Claims jobs of all these kinds with the same slots. Kinds alternate. */
export async function workOnDocuments<Parts extends DocumentParts>(
  descriptors: readonly AnyDocumentJob<Parts>[],
  parts: Parts,
  hands: Hands,
): Promise<void> {
  const works = descriptors.map((descriptor): KindWork => {
    return {
      kind: descriptor.kind,
      handler: (job) => runDocumentJob(descriptor, job, parts),
      faultCode: descriptor.faultCode,
      onFailed: (transaction, job, reason) => settleFailed(descriptor, transaction, { job, reason, parts }),
    };
  });
  await parts.queue.workOn(works, hands);
}

/**
 * Returns the effect that settles the job, a later time, or undefined if there is nothing to do. Throws a JobFailure if
 * the job can never succeed.
 */
export async function runDocumentJob<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  job: Job,
  parts: Parts,
): Promise<Effect | Later | undefined> {
  const row = await findDue(descriptor, job, parts);
  if (row === undefined) return undefined;
  const organization = organizationOf(row, parts.masterKeys);
  const made = await makeWhileWanted(descriptor, job, { row, organization, parts });
  if (made === undefined || "startAfter" in made) return made;
  const owner = { ownerId: job.ownerId, organization };
  const artifacts = made.artifacts ?? new Map<string, Uint8Array>();
  const stored = await storeArtifacts(owner, artifacts, { ...parts, signal: job.signal });
  return async (transaction) => {
    const locked = await lockKept(descriptor, transaction, { ownerId: job.ownerId, parts });
    if (locked === undefined) {
      await parts.store.delete(stored.map(({ objectKey }) => objectKey));
      return;
    }
    await made.settle(transaction, locked, stored);
    await announceEnd(transaction, locked, { ownerId: job.ownerId, parts });
    await notifySettled(transaction, job.ownerId);
  };
}

/** The interval at which a running job checks whether its owner was deleted. Most jobs end before the first check. */
const lookMilliseconds = 2_000;

/** Runs `make`. Stops it and returns undefined if the owner is deleted meanwhile. Throws what `make` throws. */
async function makeWhileWanted<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  job: Job,
  given: Pick<JobInput<Row, Parts>, "row" | "organization" | "parts">,
): Promise<JobOutput<Row> | Later | undefined> {
  const deleted = new AbortController();
  const look = async (): Promise<void> => {
    const row = await descriptor.rows.find(given.parts.database, job.ownerId);
    if (row === undefined || isDeleted(row)) deleted.abort(new Error("the owner of the job was deleted"));
  };
  // A failed look says nothing about the owner; the next look or the settling transaction does.
  const timer = setInterval(() => void look().catch(() => {}), lookMilliseconds);
  const signal = AbortSignal.any([job.signal, deleted.signal]);
  try {
    return await descriptor.make(workOf(descriptor, { ...given, job: { ...job, signal } }));
  } catch (problem) {
    if (deleted.signal.aborted && !job.signal.aborted) return undefined;
    throw problem;
  } finally {
    clearInterval(timer);
  }
}

/** True if the owner was deleted or acknowledged. A deadline that has passed does not count. */
function isDeleted({ deleted_at, acknowledged_at }: OwnedRow): boolean {
  return deleted_at !== null || acknowledged_at !== null;
}

async function findDue<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  job: Job,
  parts: Parts,
): Promise<Row | undefined> {
  const { ownerId } = job;
  const row = await descriptor.rows.find(parts.database, ownerId);
  if (row === undefined) return undefined;
  if (!isGone(row, row.retention_days, parts.clock())) {
    return (await descriptor.isDue(row, job, parts)) ? row : undefined;
  }
  // An earlier attempt may have stored objects after the deletion looked for them. If only a deadline ended the owner,
  // the deletion is still to come and waits for a trusted clock (CLK-3).
  if (isDeleted(row)) {
    await removeObjects({ organizationId: row.organization_id, ownerId }, parts);
  }
  return undefined;
}

function workOf<Row extends OwnedRow, Parts extends DocumentParts>(
  { faultCode }: DocumentJob<Row, Parts>,
  given: Pick<JobInput<Row, Parts>, "row" | "job" | "organization" | "parts">,
): JobInput<Row, Parts> {
  const { job, organization, parts } = given;
  const read: JobInput<Row, Parts>["read"] = async (object, source) => {
    if (object === undefined) throw new JobFailure("SOURCE_UPLOAD_FAILED", "UPLOAD_INCOMPLETE", source);
    try {
      return await readVerified(parts.store, object, organization);
    } catch (problem) {
      if (!(problem instanceof ChecksumMismatch)) throw problem;
      throw new JobFailure(problem.code, problem.upstreamCode, source);
    }
  };
  return {
    ...given,
    read,
    readOwn: async (role) => {
      const object = await findObject(parts.database, job.ownerId, role);
      return object && read(object, role);
    },
    run: async (task) => {
      const result = await parts.sandbox.run(task, job.signal, accountOf(job));
      if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
      if (result.kind === "crashed" || result.kind === "killed") throw childFault(result, faultCode);
      return result as Exclude<typeof result, Crashed | Killed>;
    },
  };
}

/** Returns the account that the processor time of the job's children is counted for. */
export function accountOf({ lane = "fast", organizationId }: Job): Account {
  return { lane, organizationId };
}

interface Ending<Parts> {
  readonly ownerId: string;
  readonly parts: Parts;
}

/** Locks the row. Returns undefined if the owner is deleted or expired. */
async function lockKept<Row extends OwnedRow, Parts extends DocumentParts>(
  { rows, lock }: DocumentJob<Row, Parts>,
  transaction: Transaction,
  { ownerId, parts }: Ending<Parts>,
): Promise<Row | undefined> {
  const row = await (lock === undefined ? rows.lock(transaction, ownerId) : lock(transaction, ownerId, parts));
  return row === undefined || isGone(row, row.retention_days, parts.clock()) ? undefined : row;
}

/** Announces the end of the owner, unless the owner had ended before. */
async function announceEnd<Parts extends DocumentParts>(
  transaction: Transaction,
  before: OwnedRow,
  { ownerId, parts }: Ending<Parts>,
): Promise<void> {
  if (before.status === "processing") await parts.announce?.(transaction, ownerId);
}

async function settleFailed<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  transaction: Transaction,
  { job, reason, parts }: Omit<Failed<Parts>, "now">,
): Promise<void> {
  const { ownerId } = job;
  const row = await lockKept(descriptor, transaction, { ownerId, parts });
  if (row === undefined) return;
  const now = parts.clock();
  await descriptor.fail(transaction, row, { job, reason, now, parts });
  await announceEnd(transaction, row, { ownerId, parts });
  if (row.status === "processing" && isOurFault(reason.code)) await giveBack(transaction, ownerId, now);
  await notifySettled(transaction, ownerId);
}
