// What retention asks of the tables of owners and writes into them.

import { sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import type { ObjectOwner } from "../storage/object-keys.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import type { JobStatus } from "../storage/schema.ts";
import { keptSince } from "./deadlines.ts";

/** What decides on the retention of an owner. */
export interface OwnerRow {
  readonly organization_id: string;
  readonly status: JobStatus;
  readonly zero_day: boolean;
  readonly finished_at: Date | null;
  readonly delete_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly deleted_at: Date | null;
  readonly retention_days: number | null;
}

/** Undefined when there is none of that id. */
export function findOwner(database: Database, kind: ContentKind, ownerId: string): Promise<OwnerRow | undefined> {
  return selectOwner(database, kind, { ownerId, locking: sql`` });
}

/** The same, and nobody changes it until the transaction ends. */
export function lockOwner(transaction: Transaction, kind: ContentKind, ownerId: string): Promise<OwnerRow | undefined> {
  return selectOwner(transaction, kind, { ownerId, locking: sql`for update of owner` });
}

async function selectOwner(
  database: Database,
  kind: ContentKind,
  { ownerId, locking }: { readonly ownerId: string; readonly locking: ReturnType<typeof sql> },
): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    select owner.organization_id, owner.status, owner.zero_day, owner.finished_at, owner.delete_at,
      owner.acknowledged_at, owner.deleted_at, organizations.retention_days
    from ${sql.table(kind.table)} as owner
    join organizations on organizations.organization_id = owner.organization_id
    where owner.${sql.ref(kind.id)} = ${ownerId} ${locking}`.execute(database);
  return rows[0];
}

interface Marked extends NowPart {
  readonly ownerId: string;
}

/** Its organization wants it gone: from now on it is. */
export async function markForDeletion(
  transaction: Transaction,
  { table, id }: ContentKind,
  { ownerId, now }: Marked,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set acknowledged_at = ${now}, delete_at = ${now}
    where ${sql.ref(id)} = ${ownerId}`.execute(transaction);
}

/** The same for what it takes along. */
export async function markAlong(
  transaction: Transaction,
  { id, takesAlong = [] }: ContentKind,
  { ownerId, now }: Marked,
): Promise<void> {
  for (const { table } of takesAlong) {
    await sql`
      update ${sql.table(table)} set acknowledged_at = ${now}, delete_at = ${now}
      where ${sql.ref(id)} = ${ownerId} and acknowledged_at is null and deleted_at is null`.execute(transaction);
  }
}

/** The ids of what it takes along and is still there. */
export async function listAlong(
  database: Database,
  { id, takesAlong = [] }: ContentKind,
  ownerId: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const table of takesAlong) {
    const { rows } = await sql<{ owner_id: string }>`
      select ${sql.ref(table.id)} as owner_id from ${sql.table(table.table)}
      where ${sql.ref(id)} = ${ownerId} and deleted_at is null`.execute(database);
    ids.push(...rows.map((row) => row.owner_id));
  }
  return ids;
}

/**
 * What is deleted together with it: a result goes with the other results of what made it, and with that itself. In
 * one order, whichever of them is asked for.
 */
export async function listFamily(database: Database, ownerId: string): Promise<string[]> {
  const own = await database.selectFrom("files").where("file_id", "=", ownerId).select("source_id").executeTakeFirst();
  const sourceId = own?.source_id ?? ownerId;
  const results = await database.selectFrom("files").where("source_id", "=", sourceId).select("file_id").execute();
  const ids = new Set([ownerId, sourceId, ...results.map(({ file_id: fileId }) => fileId)]);
  return [...ids].sort();
}

export interface Page {
  /** The last id of the page before. */
  readonly after: string;
  readonly size: number;
}

/** Owners whose deadline has passed and whose content is still there. */
export async function listDue(
  database: Database,
  kind: ContentKind,
  { now, ...page }: Page & NowPart,
): Promise<string[]> {
  return listPage(database, kind, { ...page, where: sql`delete_at <= ${now}` });
}

interface NowPart {
  readonly now: Date;
}

export interface KeepingOrganization {
  readonly organizationId: string;
  readonly retentionDays: number;
}

/** Owners of an organization that are past the days it keeps what is finished. */
export async function listOutlived(
  database: Database,
  kind: ContentKind,
  { now, organizationId, retentionDays, ...page }: Page & NowPart & KeepingOrganization,
): Promise<string[]> {
  const since = keptSince(retentionDays, now);
  // The second condition is implied by the third; the index has it.
  const where = sql`organization_id = ${organizationId} and created_at <= ${since} and finished_at <= ${since}`;
  return listPage(database, kind, { ...page, where });
}

async function listPage(
  database: Database,
  { table, id }: ContentKind,
  { after, size, where }: Page & { readonly where: ReturnType<typeof sql> },
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select ${sql.ref(id)} as owner_id from ${sql.table(table)}
    where deleted_at is null and ${sql.ref(id)} > ${after} and ${where}
    order by ${sql.ref(id)} limit ${size}`.execute(database);
  return rows.map((row) => row.owner_id);
}

/** Organizations that keep what is finished for a number of days. */
export async function listKeepingOrganizations(database: Database): Promise<KeepingOrganization[]> {
  const rows = await database
    .selectFrom("organizations")
    .where("retention_days", "is not", null)
    .where("deleted_at", "is", null)
    .select(["organization_id", "retention_days"])
    .execute();
  return rows.map((row) => ({ organizationId: row.organization_id, retentionDays: row.retention_days! }));
}

export async function objectKeysOf(database: Database, ownerId: string): Promise<string[]> {
  const rows = await database.selectFrom("objects").where("owner_id", "=", ownerId).select("object_key").execute();
  return rows.map((row) => row.object_key);
}

/** Of these keys, those that have a row. */
export async function knownKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await database.selectFrom("objects").where("object_key", "in", keys).select("object_key").execute();
  return new Set(rows.map((row) => row.object_key));
}

/** Of these owners, those whose content was deleted. */
export async function deletedOwners(
  database: Database,
  { table, id }: ContentKind,
  ownerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select ${sql.ref(id)} as owner_id from ${sql.table(table)}
    where ${sql.ref(id)} = any(${ownerIds}::text[]) and deleted_at is not null`.execute(database);
  return rows.map((row) => row.owner_id);
}

/** Leaves the record that it existed: ids, times and counts. */
export async function eraseRows(
  transaction: Transaction,
  { table, id, emptied }: ContentKind,
  { ownerId, now }: Marked,
): Promise<void> {
  await transaction.deleteFrom("artifacts").where("owner_id", "=", ownerId).execute();
  await transaction.deleteFrom("objects").where("owner_id", "=", ownerId).execute();
  await transaction.updateTable("idempotency").where("owner_id", "=", ownerId).set({ body: null }).execute();
  const columns = Object.entries({ deleted_at: now, ...emptied }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(columns)} where ${sql.ref(id)} = ${ownerId}`.execute(transaction);
}

/** Replies kept for repeated calls, past their time. */
export async function dropStoredReplies(database: Database, before: Date): Promise<void> {
  await database.deleteFrom("idempotency").where("created_at", "<", before).execute();
}

export async function countObjects(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::bigint as count from objects`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Records the orphans that the last sweep left alone because they were too many; undefined if it left none. */
export async function holdOrphans(
  database: Database,
  held: { readonly orphans: number; readonly now: Date } | undefined,
): Promise<void> {
  const columns = { held_orphans: held?.orphans ?? null, held_at: held?.now ?? null };
  await database.updateTable("installation").set(columns).execute();
}

export async function giveUpUnheard(
  database: Database,
  { heardBefore, now }: { readonly heardBefore: Date; readonly now: Date },
): Promise<void> {
  await database
    .updateTable("uploads")
    .set({ given_up_at: now })
    .where("heard_at", "<", heardBefore)
    .where("given_up_at", "is", null)
    .execute();
}

/** Those given up since then, and older ones whose objects could not be removed yet. */
export async function listGivenUp(database: Database, since: Date): Promise<ObjectOwner[]> {
  const rows = await database
    .selectFrom("uploads")
    .where("given_up_at", "is not", null)
    .where((where) => where.or([where("given_up_at", ">=", since), where("removed_at", "is", null)]))
    .select(["owner_id", "organization_id"])
    .execute();
  return rows.map((row) => ({ ownerId: row.owner_id, organizationId: row.organization_id }));
}

export async function markRemoved(
  database: Database,
  { ownerIds, now }: { readonly ownerIds: readonly string[]; readonly now: Date },
): Promise<void> {
  if (ownerIds.length === 0) return;
  await database.updateTable("uploads").set({ removed_at: now }).where("owner_id", "in", ownerIds).execute();
}

export async function dropGivenUp(database: Database, before: Date): Promise<void> {
  await database.deleteFrom("uploads").where("given_up_at", "<", before).where("removed_at", "is not", null).execute();
}
