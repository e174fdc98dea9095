// Deletes an organization with all its data, and proves that nothing is left.
//
// 1. Close it: its keys stop working and its content key is erased, so every remaining copy of its objects is
//   unreadable.
// 2. Remove the jobs that are not running, and wait for the running ones, which may still write.
// 3. Delete the objects, by our rows and by the store's own listing.
// 4. Delete the rows in one transaction, the organization's own row last, and empty its audit entries (AUD-5).
//   Afterwards the references of the other tables refuse any row that a late request would add.
// 5. Prove it: ask the database which tables have an organization's id, so that no table is forgotten. Only
//   `audit_entries` is exempt.
//
// Every step may be repeated, so an interrupted deletion can be run again.

import { writeAudit } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { AccessParts } from "./access-parts.ts";
import { countTraces, deleteRows, eraseAudit, removeQueued, type Traces } from "./organization-rows.ts";
import { lockAnyOrganization } from "./queries.ts";
import { AccessRefused, isUuid } from "./rules.ts";

export interface DeletionParts extends AccessParts {
  readonly store: ObjectStore;
  /** Waits for this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface Deletion {
  readonly organizationId: string;
  /** The number of deleted rows by table, and of deleted objects. */
  readonly deleted: Traces;
  /** The number of rows and objects found afterwards: every number is 0, because otherwise the function throws. */
  readonly left: Traces;
}

/** Servers keep a key for less time than this, and accept no request with it afterwards. */
const keyMemoryMilliseconds = 5000;
const pollMilliseconds = 1000;
/** Maximum wait for the running jobs. If they take longer, the command fails and can be run again. */
const patienceMilliseconds = 15 * 60 * 1000;
const deletedAtOnce = 1000;

/** Throws AccessRefused if there is no such organization, if its jobs do not end in time, or if something is left. */
export async function deleteOrganization(parts: DeletionParts, slugOrId: string): Promise<Deletion> {
  const organizationId = (await findRemains(parts, slugOrId)) ?? (await close(parts, slugOrId));
  await parts.pause(keyMemoryMilliseconds);
  await untilNothingRuns(parts, organizationId);
  const objects = await deleteObjects(parts, organizationId);
  const rows = await parts.database.transaction().execute(async (transaction) => {
    const counts = await deleteRows(transaction, organizationId);
    const erasure = await eraseAudit(transaction, organizationId);
    const details = { ...counts, objects, erasure };
    const entry = { at: parts.clock(), actor: parts.actor, organizationId, details };
    await writeAudit(transaction, { ...entry, action: "organization.deleted" });
    return counts;
  });
  const left = await prove(parts, organizationId);
  return { organizationId, deleted: { ...rows, objects_in_store: objects }, left };
}

/** Counts what remains of an organization: rows by table, jobs in the queue, objects in the store. */
export async function tracesOf(
  { database, store }: { readonly database: Database; readonly store: ObjectStore },
  organizationId: string,
): Promise<Traces> {
  const rows = await countTraces(database, organizationId);
  let objects = 0;
  for await (const _ of store.list(`${organizationId}/`)) objects++;
  return { ...rows, objects_in_store: objects };
}

/** Returns the id of an organization whose own row is deleted, if something else of it remains. */
async function findRemains(parts: DeletionParts, slugOrId: string): Promise<string | undefined> {
  if (!isUuid(slugOrId)) return undefined;
  const { organizations: own = 0, ...others } = await tracesOf(parts, slugOrId);
  return own === 0 && Object.values(others).some((count) => count > 0) ? slugOrId : undefined;
}

function close(parts: DeletionParts, slugOrId: string): Promise<string> {
  return parts.database.transaction().execute(async (transaction) => {
    const { organization_id: organizationId, deleted_at: closedAt } = await lockAnyOrganization(transaction, slugOrId);
    if (closedAt !== null) return organizationId;
    const now = parts.clock();
    await transaction
      .updateTable("organizations")
      .set({ deleted_at: now, data_key: new Uint8Array() })
      .where("organization_id", "=", organizationId)
      .execute();
    await revokeAll(transaction, organizationId, now);
    await writeAudit(transaction, { at: now, actor: parts.actor, action: "organization.closed", organizationId });
    await parts.journal.append(transaction, [{ act: "organization", id: organizationId }]);
    return organizationId;
  });
}

async function revokeAll(transaction: Transaction, organizationId: string, now: Date): Promise<void> {
  await transaction
    .updateTable("keys")
    .set({ revoked_at: now })
    .where("organization_id", "=", organizationId)
    .where("revoked_at", "is", null)
    .execute();
}

async function untilNothingRuns({ database, pause }: DeletionParts, organizationId: string): Promise<void> {
  for (let waited = 0; ; waited += pollMilliseconds) {
    const running = await database.transaction().execute((transaction) => removeQueued(transaction, organizationId));
    if (running === 0) return;
    if (waited >= patienceMilliseconds) {
      throw new AccessRefused(
        `${running} of its jobs are still running. The organization is closed; run the command again later.`,
      );
    }
    await pause(pollMilliseconds);
  }
}

/** Deletes the objects that our rows name, wherever they are, and those that the store lists for the organization. */
async function deleteObjects({ database, store }: DeletionParts, organizationId: string): Promise<number> {
  const recorded = await database
    .selectFrom("objects")
    .select("object_key")
    .where("organization_id", "=", organizationId)
    .execute();
  const keys = new Set(recorded.map((row) => row.object_key));
  for await (const key of store.list(`${organizationId}/`)) keys.add(key);
  const all = [...keys];
  for (let first = 0; first < all.length; first += deletedAtOnce) {
    await store.delete(all.slice(first, first + deletedAtOnce));
  }
  return all.length;
}

async function prove(parts: DeletionParts, organizationId: string): Promise<Traces> {
  const left = await tracesOf(parts, organizationId);
  const found = Object.entries(left).filter(([, count]) => count > 0);
  if (found.length === 0) return left;
  const list = found.map(([place, count]) => `${place}: ${count}`).join(", ");
  throw new AccessRefused(`Something is left of ${organizationId} (${list}). Run the command again with this id.`);
}
