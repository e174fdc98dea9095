// Every job that makes something of documents goes one way, and this is it: the owner is found, one that is gone is left
// alone (and what an earlier try stored for it is removed), sources are read and proved intact, a child process works, what
// comes of it is stored, and the rows are written in the transaction that settles the job.
//
// A slice says in a DocumentJob what is its own: whose rows, what there is to do, what is made, and what its end writes. It
// never has to think of these:
// - A job may run twice, and its owner may go while it runs: at settling the row is locked and looked at again, and what was
//   stored for one that is gone is deleted.
// - What happens to a child is no result: time, memory and crashes fail the job with the code of its kind.
// - Whoever waits for its owner is woken by that transaction.
// - However a job fails for good, its owner is told in that transaction. What was still processing and failed through a
//   fault of ours is given back.

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
import type { Sandbox } from "./sandbox.ts";

/** The parts that all document jobs use; the jobs of a slice may ask for more. */
export interface DocumentParts extends ArtifactStorage {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  /** There where webhooks are switched on. */
  readonly announce?: Announce | undefined;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash?: (ownerId: string, trace: string) => void;
}

export interface DocumentJob<Row extends OwnedRow, Parts extends DocumentParts = DocumentParts> {
  /** Of the jobs in the queue. */
  readonly kind: string;
  /** The code of what fails through a fault of ours: time-outs, crashes, too many tries. */
  readonly faultCode: JobErrorCode;
  readonly rows: OwnedRows<Row>;
  /** True if the job still has something to make: it may be handed out again after its end was written. */
  isDue(row: Row, job: JobFacts, parts: Parts): boolean | Promise<boolean>;
  /** Throws a JobFailure where nothing can ever be made. */
  make(work: Work<Row, Parts>): Promise<Made<Row> | Later>;
  /** Locks the row, and with it what is settled together with it. Without it: the row alone. */
  lock?(transaction: Transaction, ownerId: string, parts: Parts): Promise<Row | undefined>;
  /** Writes that the job failed for good. The row is locked, and not gone. */
  fail(transaction: Transaction, row: Row, failed: Failed<Parts>): Promise<unknown>;
}

export type JobFacts = Pick<Job, "ownerId" | "payload">;

/** The input of `make`. */
export interface Work<Row extends OwnedRow, Parts extends DocumentParts> {
  readonly row: Row;
  readonly job: Job;
  readonly organization: OrganizationKey;
  readonly parts: Parts;
  /** An object, proved to be what was stored. `source` names it to the caller, where there are several. */
  readonly read: (object: ObjectRow | undefined, source?: string) => Promise<Uint8Array>;
  /** The same, of the object that the owner has in this role; undefined where it has none. */
  readonly readOwn: (role: string) => Promise<Uint8Array | undefined>;
  /** Has a child do it. What happens to the child itself fails the job. */
  readonly run: <Task extends ChildTask>(task: Task) => Promise<Exclude<ChildResult<Task>, Crashed | Killed>>;
}

export interface Made<Row extends OwnedRow> {
  /** To be stored under the owner's keys, by format; what a try leaves behind goes with the owner. */
  readonly artifacts?: ReadonlyMap<string, Uint8Array>;
  /** Writes what it means. The row is locked, and not gone; what was stored comes in the order of the artifacts. */
  settle(transaction: Transaction, row: Row, stored: readonly StoredArtifact[]): Promise<unknown>;
}

export interface Failed<Parts> {
  readonly job: JobFacts;
  readonly reason: FailureReason;
  readonly now: Date;
  readonly parts: Parts;
}

/** A document job whose rows are its own business. */
// biome-ignore lint/suspicious/noExplicitAny: jobs of different rows stand in one list, and nobody hands a row from one to another.
export type AnyDocumentJob<Parts extends DocumentParts = DocumentParts> = DocumentJob<any, Parts>;

/** Takes jobs of all these from the queue, with the same hands: kinds alternate. */
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

/** Gives what settles the job; nothing when there is nothing to do. Throws a JobFailure. */
export async function runDocumentJob<Row extends OwnedRow, Parts extends DocumentParts>(
  descriptor: DocumentJob<Row, Parts>,
  job: Job,
  parts: Parts,
): Promise<Effect | Later | undefined> {
  const row = await findDue(descriptor, job, parts);
  if (row === undefined) return undefined;
  const organization = organizationOf(row, parts.masterKeys);
  const made = await descriptor.make(workOf(descriptor, { row, job, organization, parts }));
  if ("startAfter" in made) return made;
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
  // An earlier try may have stored something after the deletion had looked. What is gone may go at any time.
  await removeObjects({ organizationId: row.organization_id, ownerId }, parts);
  return undefined;
}

function workOf<Row extends OwnedRow, Parts extends DocumentParts>(
  { faultCode }: DocumentJob<Row, Parts>,
  given: Pick<Work<Row, Parts>, "row" | "job" | "organization" | "parts">,
): Work<Row, Parts> {
  const { job, organization, parts } = given;
  const read: Work<Row, Parts>["read"] = async (object, source) => {
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
      const result = await parts.sandbox.run(task, job.signal);
      if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
      if (result.kind === "crashed" || result.kind === "killed") throw childFault(result, faultCode);
      return result as Exclude<typeof result, Crashed | Killed>;
    },
  };
}

interface Ending<Parts> {
  readonly ownerId: string;
  readonly parts: Parts;
}

/** Undefined when it is gone. */
async function lockKept<Row extends OwnedRow, Parts extends DocumentParts>(
  { rows, lock }: DocumentJob<Row, Parts>,
  transaction: Transaction,
  { ownerId, parts }: Ending<Parts>,
): Promise<Row | undefined> {
  const row = await (lock === undefined ? rows.lock(transaction, ownerId) : lock(transaction, ownerId, parts));
  return row === undefined || isGone(row, row.retention_days, parts.clock()) ? undefined : row;
}

/** An owner that had come to its end before is not told again. */
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
