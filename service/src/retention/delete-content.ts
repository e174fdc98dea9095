// Deletes the content of an owner (a comparison, a file): its objects out of the store, then its rows down to the record that it existed.
//
// Objects go first, so that a crash in between leaves rows that say what is still due; doing it twice does no harm. What
// a worker stored without a row goes too, because objects are found by the owner's part of their keys as well.

import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { writeAudit } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";
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
  readonly owners: readonly ContentKind[];
  /** There where webhooks are switched on. */
  readonly announce?: Announce | undefined;
}

/** Does nothing when the deadline has not passed, or all is deleted already; tells whether it deleted. */
export async function deleteContent(ownerId: string, parts: DeletionParts): Promise<boolean> {
  const { database, store, clock } = parts;
  const kind = ownerKindOf(parts.owners, ownerId);
  const owner = kind && (await findOwner(database, kind, ownerId));
  if (kind === undefined || owner === undefined || owner.deleted_at !== null) return false;
  if (!isGone(owner, owner.retention_days, clock())) return false;
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

/** An owner takes others along, and they go before it: while its own row is there, the deletion is not done. */
async function deleteAlong(ownerId: string, kind: ContentKind, parts: DeletionParts): Promise<void> {
  const { database, clock } = parts;
  await database.transaction().execute(async (transaction) => {
    // Whoever adds to it has it locked.
    await lockOwner(transaction, kind, ownerId);
    await markAlong(transaction, kind, { ownerId, now: clock() });
  });
  for (const id of await listAlong(database, kind, ownerId)) await deleteContent(id, parts);
}

/** Every object of the owner that no row names; gives how many. */
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

/** The kind of the jobs that delete. */
export const deletionKind = "delete-content";

/** The fast path: deletes right after the deadline. Should it fail, the sweep does it. */
export async function queueDeletion(
  transaction: Transaction,
  owner: ObjectOwner,
  { queue, at }: { readonly queue: JobQueue; readonly at: Date },
): Promise<void> {
  await queue.enqueue(transaction, { ...owner, kind: deletionKind, startAfter: at, direct: true });
}

/** Carries out what `queueDeletion` hands in. */
export async function workOnDeletions(
  queue: JobQueue,
  parts: DeletionParts,
  options: { readonly concurrency: number },
): Promise<void> {
  await queue.work(deletionKind, async ({ ownerId }) => void (await deleteContent(ownerId, parts)), options);
}
