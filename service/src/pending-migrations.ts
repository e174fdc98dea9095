// What a database lacks that this version needs.

import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { sql } from "kysely";
import type { Database } from "./storage/database.ts";

/** The names of the migrations that were not applied, oldest first. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const folder = join(import.meta.dirname, "storage/migrations");
  const names = readdirSync(folder).map((file) => parse(file).name);
  const applied = await appliedMigrations(database);
  return names.filter((name) => !applied.has(name)).sort();
}

async function appliedMigrations(database: Database): Promise<ReadonlySet<string>> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(
    database,
  );
  if (found[0]?.there !== true) return new Set();
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database);
  return new Set(rows.map(({ name }) => name));
}
