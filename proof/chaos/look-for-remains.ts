// Searches for remains of deleted content without asking the service.
//
// It searches every table of the database, the store, the disk and the output of the service. Tables are found, not
// listed, so new tables are searched too.

import { readFileSync } from "node:fs";
import type { Client } from "pg";
import type { Findings } from "./findings.ts";
import { filesBelow, type ObjectListing } from "./start-store.ts";

export interface Remains {
  readonly database: Client;
  readonly store: ObjectListing;
  readonly temporaryFolder: string;
  /** The output of the service. */
  readonly log: string;
}

/**
 * Tables with records of what existed: ids, times and counts. `idempotency` keeps the reply to a keyed call for a day.
 */
const recordTables = [
  ...["comparisons", "merges", "files", "creations", "edits", "documents", "versions"],
  ...["usage_entries", "jobs", "idempotency"],
  // It records who made and deleted them.
  "audit_entries",
].map((table) => `public.${table}`);

const owners = `(select comparison_id as owner_id, organization_id, deleted_at, document_id from comparisons
  union all select merge_id, organization_id, deleted_at, document_id from merges
  union all select file_id, organization_id, deleted_at, null from files
  union all select creation_id, organization_id, deleted_at, null from creations
  union all select edit_id, organization_id, deleted_at, null from edits
  union all select document_id, organization_id, deleted_at, null from documents
  union all select version_id, organization_id, deleted_at, document_id from versions) as owner`;

const UNFINISHED = `state in ('held', 'waiting', 'queued', 'running') and (start_after is null or start_after <= now())`;

/** Returns the unfinished jobs, except those that start later. */
export async function unfinishedJobs({ database }: Remains): Promise<string[]> {
  const { rows } = await database.query<{ job: string }>(
    `select kind || ' of ' || owner_id || ' is ' || state as job from jobs where ${UNFINISHED}`,
  );
  return rows.map(({ job }) => job);
}

/**
 * Returns the owners that are not deleted yet or have unfinished jobs: a worker that died may have left work to the
 * next one. For a document, its versions and other owners are included.
 */
export async function unsettled({ database }: Remains, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ owner_id: string }>(
    `select owner_id from ${owners} where (owner_id = any($1) or document_id = any($1)) and (deleted_at is null or exists (
       select 1 from jobs where jobs.owner_id = owner.owner_id and ${UNFINISHED}))`,
    [ids],
  );
  return rows.map((row) => row.owner_id);
}

/** Returns the number of jobs that were attempted again, as after the death of a worker. */
export async function countTakenOver({ database }: Remains): Promise<number> {
  const { rows } = await database.query<{ count: string }>("select count(*) from pgboss.job where retry_count > 0");
  return Number(rows[0]?.count);
}

interface Deleted {
  /** All ids of their organization. */
  readonly ids: readonly string[];
  /** A word in their texts and names. */
  readonly mark: string;
}

export async function lookForRemains(remains: Remains, { ids, mark }: Deleted, findings: Findings): Promise<void> {
  const { database, temporaryFolder, log } = remains;
  for (const table of await tablesOf(database)) {
    const marked = await countRows(database, table, [mark]);
    findings.check("no table holds text or names", marked === 0, () => `${marked} rows of ${table}`);
    if (recordTables.includes(table)) continue;
    const named = await countRows(database, table, ids);
    findings.check("no table but the record names them", named === 0, () => `${named} rows of ${table}`);
  }
  const objects = await objectsOf(remains, ids);
  findings.check("the store lists nothing of theirs, finished or not", objects.length === 0, () => objects.join(" "));
  const files = filesBelow(temporaryFolder);
  findings.check("no temporary files are left", files.length === 0, () => files.slice(0, 5).join(" "));
  findings.check("the service has printed no text or names", !readFileSync(log, "utf8").includes(mark));
}

/** Returns the first five objects in the store whose names contain one of the ids or their organization. */
async function objectsOf({ database, store }: Remains, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ organization_id: string }>(
    `select distinct organization_id from ${owners} where owner_id = any($1)`,
    [ids],
  );
  const theirs = [...rows.map((row) => row.organization_id), ...ids];
  return (await store.list()).filter((name) => theirs.some((owner) => name.includes(owner))).slice(0, 5);
}

async function tablesOf(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map((row) => row.name);
}

async function countRows(database: Client, table: string, texts: readonly string[]): Promise<number> {
  const patterns = texts.map((text) => `%${text}%`);
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from ${table} as one where one::text like any($1)`,
    [patterns],
  );
  return Number(rows[0]?.count);
}
