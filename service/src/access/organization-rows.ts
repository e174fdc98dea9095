// Counts and deletes the rows of an organization in all tables.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { erasureDigest } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";

/** Maps a table, the queue or the store to the number of rows or objects there. */
export type Traces = Readonly<Record<string, number>>;

/** Tables whose rows remain after the organization is deleted. */
const kept: ReadonlySet<string> = new Set(["audit_entries"]);
const queue = "jobs_in_queue";

/** Removes the jobs that are held, waiting or queued, also from the queue. Returns the number of running jobs. */
export async function removeQueued(transaction: Transaction, organizationId: string): Promise<number> {
  const removed = await transaction
    .deleteFrom("jobs")
    .where("organization_id", "=", organizationId)
    .where("state", "in", ["held", "waiting", "queued"])
    .returning("job_id")
    .execute();
  if (await hasQueue(transaction)) {
    const ids = removed.map(({ job_id }) => job_id);
    await sql`delete from pgboss.job where id = any(${ids}::uuid[])`.execute(transaction);
  }
  const { count } = await transaction
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Deletes the rows of all tables except those in `kept`; the organization's own row too. Returns the number by table.
 */
export async function deleteRows(transaction: Transaction, organizationId: string): Promise<Traces> {
  const counts: Record<string, number> = {};
  if (await hasQueue(transaction)) counts[queue] = await deleteFromQueue(transaction, organizationId);
  counts.artifacts = await deleteArtifacts(transaction, organizationId);
  await reattachAccounts(transaction, organizationId);
  for (const table of await tablesInOrder(transaction)) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(transaction);
    counts[table] = Number(numAffectedRows);
  }
  return counts;
}

/** The action of the audit entry that records a deletion. A repeated deletion does not empty such an entry. */
const deletedAction = "organization.deleted";

/**
 * Empties the audit entries of an organization and keeps their hashes, so that the chain can still be verified (AUD-5).
 * Entries of a deletion are not emptied. Returns the id of the erasure, the number of entries and a digest of their
 * hashes.
 */
export async function eraseAudit(transaction: Transaction, organizationId: string) {
  const id = randomUUID();
  const erased = await transaction
    .updateTable("audit_entries")
    .set({ payload: null, salt: null, organization_id: null, erased_in: id })
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`payload::jsonb ->> 'action' <> ${deletedAction}`)
    .returning("payload_hash")
    .execute();
  const hashes = erased.map((row) => row.payload_hash);
  return { id, entries: hashes.length, digest: erasureDigest(hashes) };
}

/**
 * Returns the number of rows in each table with a column `organization_id`, except those in `kept`, and the numbers of
 * artifacts and queued jobs. The database names the tables, not a list of ours.
 */
export async function countTraces(database: Database, organizationId: string): Promise<Traces> {
  const counts: Record<string, number> = {};
  for (const table of await tablesWithOrganization(database)) {
    if (kept.has(table)) continue;
    counts[table] = await countIn(database, sql`${sql.table(table)} where organization_id = ${organizationId}`);
  }
  counts.artifacts = await countIn(database, sql`artifacts where starts_with(object_key, ${`${organizationId}/`})`);
  if (await hasQueue(database)) {
    counts[queue] = await countIn(database, sql`pgboss.job where group_id = ${organizationId}`);
  }
  return counts;
}

/** Returns our tables that have a column `organization_id`. */
export function tablesWithOrganization(database: Database): Promise<string[]> {
  return tablesWith(database, ["organization_id"]);
}

async function tablesWith(database: Database, columns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = any(${columns}::text[])
    group by table_name having count(*) = ${columns.length}
    order by table_name`.execute(database);
  return rows.map((row) => row.table_name);
}

/**
 * Returns the tables with an organization's id that are emptied, referring tables before the tables that they refer to.
 */
async function tablesInOrder(database: Database): Promise<string[]> {
  const { rows: references } = await sql<{ table: string; refers_to: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as refers_to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(database);
  const left = new Set((await tablesWithOrganization(database)).filter((table) => !kept.has(table)));
  const ordered: string[] = [];
  while (left.size > 0) {
    const isReferredTo = (name: string) => references.some((row) => row.refers_to === name && left.has(row.table));
    const next = [...left].find((table) => !isReferredTo(table));
    if (next === undefined) throw new Error("tables refer to each other in a circle");
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}

// Artifacts have no organization id. They are found by the organization in their object key, or by a row of their owner
// in one of these tables.
async function deleteArtifacts(transaction: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from artifacts where starts_with(object_key, ${`${organizationId}/`}) or owner_id in (
      select owner_id from objects where organization_id = ${organizationId}
      union select owner_id from usage_entries where organization_id = ${organizationId}
      union select owner_id from jobs where organization_id = ${organizationId}
    )`.execute(transaction);
  return Number(numAffectedRows);
}

// A detached account is found by the rows that were made with it or by its address, and deleted with its organization.
async function reattachAccounts(transaction: Transaction, organizationId: string): Promise<void> {
  const made = (await tablesWith(transaction, ["organization_id", "account_id"])).filter(
    (table) => table !== "accounts",
  );
  const madeWith = made.map(
    (table) => sql`select account_id from ${sql.table(table)} where organization_id = ${organizationId}`,
  );
  await sql`
    update accounts set organization_id = ${organizationId}
    where organization_id is null and (
      account_id in (${sql.join(madeWith, sql` union `)})
      or address like (select slug || '@%' from organizations where organization_id = ${organizationId})
    )`.execute(transaction);
}

async function deleteFromQueue(transaction: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where group_id = ${organizationId}
    or id in (select job_id from jobs where organization_id = ${organizationId})`.execute(transaction);
  return Number(numAffectedRows);
}

/** True if the queue has made its tables, which it does at its first start. */
async function hasQueue(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(
    database,
  );
  return rows[0]?.found === true;
}

async function countIn(database: Database, rows: ReturnType<typeof sql>): Promise<number> {
  const result = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(database);
  return result.rows[0]?.count ?? 0;
}
