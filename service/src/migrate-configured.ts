// Brings the configured database to the state that this version needs: our tables, those of the queue, and the rights of
// the role that serves; and marks a new database and a new store as parts of one installation.

import type { Config } from "./config.ts";
import { migrateQueue } from "./jobs/queue-migration.ts";
import { databaseConfig } from "./open-parts.ts";
import { setUpConfigured } from "./operate-store.ts";
import { jobKindsOf, recurringKinds, slices } from "./register-slices.ts";
import { grantRuntime } from "./storage/grant-runtime.ts";
import { migrate } from "./storage/migrate.ts";

export interface MigrateOptions {
  /** A role of Postgres that serves and may not change tables: it is given what it needs. */
  readonly runtimeRole?: string | undefined;
  /** The journal before is lost or given up: a new one begins. */
  readonly isNewJournal?: boolean;
}

/**
 * Returns the names of what was applied, oldest first. Throws ConfigInvalid where database and store do not belong
 * together.
 */
export async function migrateConfigured(
  config: Config,
  { runtimeRole, isNewJournal = false }: MigrateOptions = {},
): Promise<string[]> {
  const connection = databaseConfig(config);
  const applied = await migrate(connection.url, connection.tls);
  const made = await migrateQueue(connection, { kinds: jobKindsOf(slices), recurring: recurringKinds });
  if (runtimeRole !== undefined) await grantRuntime(connection, runtimeRole);
  await setUpConfigured(config, { isNewJournal });
  return [...applied, ...made];
}
