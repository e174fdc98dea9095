// Where an organization has rows, and how they are deleted and counted.

import { sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import type { Tables } from "../storage/schema.ts";

/** How many there are, by place: a table, the queue, the store. */
export type Traces = Readonly<Record<string, number>>;

type OrganizationTable = Exclude<keyof Tables, "artifacts" | "audit_entries" | "installation">;

/** Every table with an organization's id, those that refer to others first. The audit outlives what it speaks of. */
const tables: readonly OrganizationTable[] = [
  "jobs",
  "uploads",
  "idempotency",
  "usage_entries",
  "objects",
  "comparisons",
  "files",
  "creations",
  "edits",
  "keys",
  "accounts",
  "organizations",
];

const kept: ReadonlySet<string> = new Set(["audit_entries"]);
const queue = "jobs_in_queue";

/** Takes work that has not begun out of the queue. Gives how many jobs run. */
export async function removeQueued(transaction: Transaction, organizationId: string): Promise<number> {
  const removed = await transaction
    .deleteFrom("jobs")
    .where("organization_id", "=", organizationId)
    .where("state", "in", ["waiting", "queued"])
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

/** Deletes every row, the organization's own included. Gives how many, by table. */
export async function deleteRows(transaction: Transaction, organizationId: string): Promise<Traces> {
  const counts: Record<string, number> = {};
  if (await hasQueue(transaction)) counts[queue] = await deleteFromQueue(transaction, organizationId);
  counts.artifacts = await deleteArtifacts(transaction, organizationId);
  await reattachAccounts(transaction, organizationId);
  for (const table of tables) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(transaction);
    counts[table] = Number(numAffectedRows);
  }
  return counts;
}

/** How many rows there are in each table that has an organization's id: asked of the database, not of our list. */
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

/** The tables of ours that have a column `organization_id`. */
export async function tablesWithOrganization(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'
    order by table_name`.execute(database);
  return rows.map((row) => row.table_name);
}

// Artifacts are known by their owner alone; every owner has left its id in one of these.
async function deleteArtifacts(transaction: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from artifacts where owner_id in (
      select owner_id from objects where organization_id = ${organizationId}
      union select comparison_id from comparisons where organization_id = ${organizationId}
      union select file_id from files where organization_id = ${organizationId}
      union select creation_id from creations where organization_id = ${organizationId}
      union select owner_id from usage_entries where organization_id = ${organizationId}
      union select owner_id from jobs where organization_id = ${organizationId}
    )`.execute(transaction);
  return Number(numAffectedRows);
}

// A detached account is found by what was made with it, and goes with its organization.
async function reattachAccounts(transaction: Transaction, organizationId: string): Promise<void> {
  await sql`
    update accounts set organization_id = ${organizationId}
    where organization_id is null and (
      account_id in (select account_id from keys where organization_id = ${organizationId})
      or account_id in (select account_id from comparisons where organization_id = ${organizationId})
      or account_id in (select account_id from files where organization_id = ${organizationId})
      or account_id in (select account_id from creations where organization_id = ${organizationId})
      or address like (select slug || '@%' from organizations where organization_id = ${organizationId})
    )`.execute(transaction);
}

async function deleteFromQueue(transaction: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where group_id = ${organizationId}
    or id in (select job_id from jobs where organization_id = ${organizationId})`.execute(transaction);
  return Number(numAffectedRows);
}

/** The queue makes its tables when it first starts. */
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
