// Contains the queries and writes of retention on the tables of owners.

import { sql } from "kysely";
import { limits } from "../contract/limits.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { ObjectOwner } from "../storage/object-keys.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import type { JobStatus } from "../storage/schema.ts";

/** The facts that determine the retention of an owner. */
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

/** Returns undefined if no owner has this id. */
export function findOwner(database: Database, kind: ContentKind, ownerId: string): Promise<OwnerRow | undefined> {
  return selectOwner(database, kind, { ownerId, locking: sql`` });
}

/** Returns and locks the owner until the transaction ends. */
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

/** Marks the owner as gone at the request of its organization. */
export async function markForDeletion(
  transaction: Transaction,
  { table, id }: ContentKind,
  { ownerId, now }: Marked,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set acknowledged_at = ${now}, delete_at = ${now}
    where ${sql.ref(id)} = ${ownerId}`.execute(transaction);
}

/** Marks the owners that are deleted with this one. */
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

/** Returns the ids of owners that are deleted with this one and still have content. */
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
 * Returns the ids that are deleted together with the owner: the source of a result and all other results of that
 * source. The order is the same for every member.
 */
export async function listFamily(database: Database, ownerId: string): Promise<string[]> {
  const own = await database.selectFrom("files").where("file_id", "=", ownerId).select("source_id").executeTakeFirst();
  const sourceId = own?.source_id ?? ownerId;
  const results = await database.selectFrom("files").where("source_id", "=", sourceId).select("file_id").execute();
  const ids = new Set([ownerId, sourceId, ...results.map(({ file_id: fileId }) => fileId)]);
  return [...ids].sort();
}

export interface Page {
  /** The last id of the previous page. */
  readonly after: string;
  readonly size: number;
}

/** Returns owners whose deadline has passed and whose content still exists. */
export async function listDue(database: Database, kind: ContentKind, page: Page): Promise<string[]> {
  return listPage(database, kind, { ...page, where: sql`delete_at <= now()` });
}

/** Returns owners whose deletion was requested and whose content still exists. */
export async function listAsked(database: Database, kind: ContentKind, page: Page): Promise<string[]> {
  return listPage(database, kind, { ...page, where: sql`delete_at is not null and acknowledged_at is not null` });
}

interface NowPart {
  readonly now: Date;
}

export interface KeepingOrganization {
  readonly organizationId: string;
  readonly retentionDays: number;
}

/** Returns owners of an organization that finished longer ago than the days for which it keeps finished content. */
export async function listOutlived(
  database: Database,
  kind: ContentKind,
  { organizationId, retentionDays, ...page }: Page & KeepingOrganization,
): Promise<string[]> {
  // In hours, because a day of an interval has 23 or 25 hours if the time zone of the session changes its clock.
  const since = sql`now() - make_interval(hours => ${24 * retentionDays}::int)`;
  // The third condition implies the second, which the index contains.
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

/** Returns organizations that keep finished content for a number of days. */
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

/** Returns those of the keys that have a row. */
export async function knownKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await database.selectFrom("objects").where("object_key", "in", keys).select("object_key").execute();
  return new Set(rows.map((row) => row.object_key));
}

/** Returns those of the owners whose content was deleted. */
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

/** Deletes the rows of the content and empties the columns with it. The record remains: ids, times and counts. */
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

/** Deletes the stored replies for repeated calls that are older than `limits.idempotencyHours`. */
export async function dropStoredReplies(database: Database): Promise<void> {
  await database
    .deleteFrom("idempotency")
    .where("created_at", "<", secondsAgo(limits.idempotencyHours * 3600))
    .execute();
}

export async function countObjects(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::bigint as count from objects`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Records the orphans that the last sweep kept because there were too many; undefined clears the record. */
export async function holdOrphans(
  database: Database,
  held: { readonly orphans: number; readonly now: Date } | undefined,
): Promise<void> {
  const columns = { held_orphans: held?.orphans ?? null, held_at: held?.now ?? null };
  await database.updateTable("installation").set(columns).execute();
}

/** The time of twelve heartbeats of an upload. */
const unheardSeconds = 60;
const watchedSeconds = 600;
const givenUpSeconds = 24 * 3600;

/** Gives up the uploads without a heartbeat for a minute. */
export async function giveUpUnheard(database: Database): Promise<void> {
  await database
    .updateTable("uploads")
    .set({ given_up_at: sql<Date>`now()` })
    .where("heard_at", "<", secondsAgo(unheardSeconds))
    .where("given_up_at", "is", null)
    .execute();
}

/** Returns the uploads given up in the last ten minutes, and older ones whose objects could not be deleted yet. */
export async function listGivenUp(database: Database): Promise<ObjectOwner[]> {
  const since = secondsAgo(watchedSeconds);
  const rows = await database
    .selectFrom("uploads")
    .where("given_up_at", "is not", null)
    .where((where) => where.or([where("given_up_at", ">=", since), where("removed_at", "is", null)]))
    .select(["owner_id", "organization_id"])
    .execute();
  return rows.map((row) => ({ ownerId: row.owner_id, organizationId: row.organization_id }));
}

export async function markRemoved(database: Database, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return;
  const removed = { removed_at: sql<Date>`now()` };
  await database.updateTable("uploads").set(removed).where("owner_id", "in", ownerIds).execute();
}

/** Deletes the rows of uploads that were given up more than a day ago and whose objects are deleted. */
export async function dropGivenUp(database: Database): Promise<void> {
  const before = secondsAgo(givenUpSeconds);
  await database.deleteFrom("uploads").where("given_up_at", "<", before).where("removed_at", "is not", null).execute();
}

/** Returns the time by the clock of the database (CLK-2). */
function secondsAgo(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds}::int)`;
}
