// Looks for what is left of deleted comparisons, in every table of the database, in the store and on the disk, without
// asking the service. Tables are found, not listed, so one that is added later is looked through as well.

import type { Client } from "pg";
import type { Findings } from "./findings.ts";
import { filesBelow, type ObjectListing } from "./start-store.ts";

export interface Remains {
  readonly database: Client;
  readonly store: ObjectListing;
  readonly temporaryFolder: string;
}

/** Where the record that a comparison existed is kept: ids, times and counts. */
const recordTables = ["public.comparisons", "public.usage_entries", "public.jobs"];

export async function undeleted({ database }: Remains, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ comparison_id: string }>(
    "select comparison_id from comparisons where comparison_id = any($1) and deleted_at is null",
    [ids],
  );
  return rows.map((row) => row.comparison_id);
}

/** Jobs that were handed out again after the worker that had them died. */
export async function countTakenOver({ database }: Remains): Promise<number> {
  const { rows } = await database.query<{ count: string }>("select count(*) from pgboss.job where retry_count > 0");
  return Number(rows[0]?.count);
}

/** Files that a write into the disk store has begun; their names do not tell whose they are. */
export async function unfinishedFiles({ store }: Remains): Promise<string[]> {
  return (await store.list()).filter((name) => name.startsWith(".incoming"));
}

interface Deleted {
  readonly ids: readonly string[];
  /** Stands in their texts and names. */
  readonly mark: string;
  /** What killed workers had left in the store before there were any of these. */
  readonly unfinishedBefore: readonly string[];
}

export async function lookForRemains(remains: Remains, deleted: Deleted, findings: Findings): Promise<void> {
  const { ids, mark, unfinishedBefore } = deleted;
  const { database, store, temporaryFolder } = remains;
  for (const table of await tablesOf(database)) {
    const marked = await countRows(database, table, [mark]);
    findings.check("no table holds text or names", marked === 0, () => `${marked} rows of ${table}`);
    if (recordTables.includes(table)) continue;
    const named = await countRows(database, table, ids);
    findings.check("no table but the record names them", named === 0, () => `${named} rows of ${table}`);
  }
  const objects = (await store.list()).filter((name) => ids.some((id) => name.includes(id)));
  findings.check("the store lists none of their objects", objects.length === 0, () => objects.slice(0, 5).join(" "));
  const halves = (await unfinishedFiles(remains)).filter((name) => !unfinishedBefore.includes(name));
  findings.check("the store has no unfinished file of them", halves.length === 0, () => `${halves.length} files`);
  const files = filesBelow(temporaryFolder);
  findings.check("no temporary files are left", files.length === 0, () => files.slice(0, 5).join(" "));
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
