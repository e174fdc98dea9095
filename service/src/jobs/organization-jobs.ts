// Removes and counts all jobs of one organization or owner, for its deletion and the proof of it.

import { sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";

/**
 * Removes the organization's jobs, delayed ones included. Running jobs settle nothing afterwards. Returns the number of
 * jobs.
 */
export async function removeOrganizationJobs(transaction: Transaction, organizationId: string): Promise<number> {
  if (await isQueueMade(transaction)) {
    await sql`delete from pgboss.job where ${inQueue(organizationId)}`.execute(transaction);
  }
  const removed = await transaction
    .deleteFrom("jobs")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(removed.numDeletedRows);
}

/** Returns the organization's jobs in our table, in any state, plus those in pg-boss. A job in both counts twice. */
export async function countOrganizationJobs(database: Database | Transaction, organizationId: string): Promise<number> {
  const queued = (await isQueueMade(database))
    ? sql`(select count(*) from pgboss.job where ${inQueue(organizationId)})`
    : sql`0`;
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from jobs where organization_id = ${organizationId}) + ${queued})::int as count
  `.execute(database);
  return rows[0]!.count;
}

/** True if the tables of pg-boss exist. `versus migrate` makes them. */
async function isQueueMade(database: Database | Transaction): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass('pgboss.job') is not null as made`.execute(database);
  return rows[0]!.made;
}

/** A job in the dead queue has no group and is found by our id alone. */
function inQueue(organizationId: string) {
  return sql`group_id = ${organizationId}
    or data->>'jobId' in (select job_id::text from jobs where organization_id = ${organizationId})`;
}

/** Removes the owner's jobs that are neither running nor ended, delayed ones included. */
export async function removeOwnerJobs(transaction: Transaction, ownerId: string): Promise<void> {
  const removed = await transaction
    .deleteFrom("jobs")
    .where("owner_id", "=", ownerId)
    .where("state", "in", ["held", "waiting", "queued"])
    .returning("job_id")
    .execute();
  const ids = removed.map(({ job_id: jobId }) => jobId);
  await sql`delete from pgboss.job where id = any(${ids}::uuid[])`.execute(transaction);
}
