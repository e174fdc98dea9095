// What a database lacks that this version needs.

import { sql } from "kysely";
import type { Database } from "./storage/database.ts";
import { missingMigrations } from "./storage/migrate.ts";

/** The names of the migrations that were not applied, oldest first. Throws DatabaseNewer as `migrate` does. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return missingMigrations(await appliedMigrations(database));
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(
    database,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database);
  return rows.map(({ name }) => name);
}
