// Migrates the configured database and marks a new installation.
//
// It makes our tables, those of the queue, and the rights of the serving role. It marks a new database and a new store
// as parts of one installation.

import type { Config } from "./config.ts";
import { migrateQueue } from "./jobs/queue-migration.ts";
import { databaseConfig, version } from "./open-parts.ts";
import { setUpConfigured } from "./operate-store.ts";
import { jobKindsOf, recurringKinds, slices } from "./register-slices.ts";
import { grantRuntime } from "./storage/grant-runtime.ts";
import { migrate } from "./storage/migrate.ts";

export interface MigrateOptions {
  /** A Postgres role that serves and may not change tables. It gets the rights that it needs. */
  readonly runtimeRole?: string | undefined;
  /** True if the previous journal is lost or given up, so that a new one begins. */
  readonly isNewJournal?: boolean;
  /** Receives sentences about what the migration waits for. */
  readonly tell?: (sentence: string) => void;
}

/**
 * Returns the names of the applied migrations and made queues, oldest first. Throws ConfigInvalid if database and store
 * do not belong together.
 */
export async function migrateConfigured(
  config: Config,
  { runtimeRole, isNewJournal = false, tell = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const connection = databaseConfig(config);
  const applied = await migrate(connection.url, { tls: connection.tls, version, tell });
  const made = await migrateQueue(connection, { kinds: jobKindsOf(slices), recurring: recurringKinds });
  if (runtimeRole !== undefined) await grantRuntime(connection, runtimeRole);
  await setUpConfigured(config, { isNewJournal });
  return [...applied, ...made];
}
