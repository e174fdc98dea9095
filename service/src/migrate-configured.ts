// Brings the configured database to the state that this version needs.

import type { Config } from "./config.ts";
import { databaseConfig } from "./open-parts.ts";
import { migrate } from "./storage/migrate.ts";

/** Gives the names of what was applied, oldest first. */
export function migrateConfigured(config: Config): Promise<string[]> {
  const { url, tls } = databaseConfig(config);
  return migrate(url, tls);
}
