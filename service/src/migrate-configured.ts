// Brings the configured database to the state that this version needs, and marks a new database and a new store as parts
// of one installation.

import type { Config } from "./config.ts";
import { databaseConfig } from "./open-parts.ts";
import { setUpConfigured } from "./operate-store.ts";
import { migrate } from "./storage/migrate.ts";

/** Gives the names of what was applied, oldest first. Throws ConfigInvalid where database and store do not belong together. */
export async function migrateConfigured(config: Config): Promise<string[]> {
  const { url, tls } = databaseConfig(config);
  const applied = await migrate(url, tls);
  await setUpConfigured(config);
  return applied;
}
