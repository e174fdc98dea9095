// Deletes the content of an owner: its objects from the store, then its rows except the record.
//
// An owner is, for example, a comparison or a file. Objects are deleted first, so that after a crash the rows still
// show what is due; a second run is harmless. Objects that a worker stored without a row are deleted too, because
// objects are also found by the owner's part of their keys.

import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { writeAudit } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ClockFenced } from "../storage/database-clock.ts";
import { type ObjectOwner, ownerPrefix } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { type Announce, type ContentKind, ownerKindOf } from "../storage/owner-kind.ts";
import { removeObjects } from "../storage/remove-objects.ts";
import { isGone } from "../storage/retention-facts.ts";
import { eraseRows, findOwner, knownKeys, listAlong, lockOwner, markAlong, objectKeysOf } from "./queries.ts";

export interface DeletionParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Throws ClockFenced while deletions by deadline are unsafe (CLK-3). */
  readonly requireTrusted: () => void;
  readonly owners: readonly ContentKind[];
  /** Set only if webhooks are enabled. */
  readonly announce?: Announce | undefined;
}

/**
 * Deletes the content of an owner. Returns false if the content is not due or is deleted already. Throws ClockFenced if
 * only a deadline requires the deletion and deadlines cannot be trusted.
 */
export async function deleteContent(ownerId: string, parts: DeletionParts): Promise<boolean> {
  const { database, store, clock } = parts;
  const kind = ownerKindOf(parts.owners, ownerId);
  const owner = kind && (await findOwner(database, kind, ownerId));
  if (kind === undefined || owner === undefined || owner.deleted_at !== null) return false;
  if (!isGone(owner, owner.retention_days, clock())) return false;
  if (owner.acknowledged_at === null) parts.requireTrusted();
  if (kind.takesAlong !== undefined) await deleteAlong(ownerId, kind, parts);
  const known = await objectKeysOf(database, ownerId);
  await removeObjects({ organizationId: owner.organization_id, ownerId }, { store, known });
  return database.transaction().execute(async (transaction) => {
    const locked = await lockOwner(transaction, kind, ownerId);
    if (locked === undefined || locked.deleted_at !== null) return false;
    const now = clock();
    await eraseRows(transaction, kind, { ownerId, now });
    const entry = { at: now, actor: "system:retention", organizationId: owner.organization_id, subject: ownerId };
    await writeAudit(transaction, { ...entry, action: "content.deleted" });
    await parts.announce?.(transaction, ownerId, "deleted");
    return true;
  });
}

/**
 * Deletes the owners that are deleted with this one. They are deleted first, because the owner's own row shows that the
 * deletion is not finished.
 */
async function deleteAlong(ownerId: string, kind: ContentKind, parts: DeletionParts): Promise<void> {
  const { database, clock } = parts;
  await database.transaction().execute(async (transaction) => {
    // A transaction that adds to the owner locks it, so wait for that lock.
    await lockOwner(transaction, kind, ownerId);
    await markAlong(transaction, kind, { ownerId, now: clock() });
  });
  for (const id of await listAlong(database, kind, ownerId)) await deleteContent(id, parts);
}

/** Deletes every object of the owner that has no row. Returns their number. */
export async function removeUnrecorded(
  owner: ObjectOwner,
  { database, store }: Pick<DeletionParts, "database" | "store">,
): Promise<number> {
  const keys: string[] = [];
  for await (const key of store.list(ownerPrefix(owner))) keys.push(key);
  if (keys.length === 0) return 0;
  const known = await knownKeys(database, keys);
  const unrecorded = keys.filter((key) => !known.has(key));
  if (unrecorded.length > 0) await store.delete(unrecorded);
  return unrecorded.length;
}

/** The kind of the deletion jobs. */
export const deletionKind = "delete-content";

/** Queues a deletion directly after the deadline. If it fails, the sweep deletes the content. */
export async function queueDeletion(
  transaction: Transaction,
  owner: ObjectOwner,
  { queue, at }: { readonly queue: JobQueue; readonly at: Date },
): Promise<void> {
  await queue.enqueue(transaction, { ...owner, kind: deletionKind, startAfter: at, direct: true });
}

/** Runs the jobs that `queueDeletion` enqueues. */
export async function workOnDeletions(
  queue: JobQueue,
  parts: DeletionParts,
  options: { readonly concurrency: number },
): Promise<void> {
  const run = async ({ ownerId }: { readonly ownerId: string }): Promise<void> => {
    try {
      await deleteContent(ownerId, parts);
    } catch (problem) {
      // The job ends; the sweep deletes the content when deadlines can be trusted again.
      if (!(problem instanceof ClockFenced)) throw problem;
    }
  };
  await queue.work(deletionKind, run, options);
}
