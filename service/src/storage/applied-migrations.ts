// Reads which migrations were applied to a database.

import { sql } from "kysely";
import type { Database } from "./database.ts";
import { isRequired, missingMigrations } from "./migration-files.ts";

/** Returns the names of the required migrations that were not applied, oldest first. Throws DatabaseNewer. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const missing = missingMigrations(await appliedMigrations(database));
  return missing.filter(isRequired).map(({ name }) => name);
}

/** Returns the names of the applied migrations, in no order. */
export async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(
    database,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database);
  return rows.map(({ name }) => name);
}
