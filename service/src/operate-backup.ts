// Runs the operator's commands for backups over the configured parts.

import { randomUUID } from "node:crypto";
import { type MadeBackup, makeBackup } from "./backup/make-backup.ts";
import { type Restored, restoreBackup } from "./backup/restore-backup.ts";
import type { Config } from "./config.ts";
import { migrateQueue } from "./jobs/queue-migration.ts";
import {
  databaseConfig,
  openConfiguredJournal,
  openConfiguredStore,
  openJournalPlace,
  version,
  withDatabase,
} from "./open-parts.ts";
import { inWords } from "./operate-store.ts";
import { contentKindsOf, jobKindsOf, recurringKinds, slices } from "./register-slices.ts";
import { makeDiskRoot } from "./storage/disk-store.ts";
import { migrate } from "./storage/migrate.ts";
import { diskFolder, isBucket } from "./storage/open-store.ts";

/** Throws AccessRefused, and ConfigInvalid if parts do not belong together. */
export async function backupConfigured(config: Config, folder: string): Promise<MadeBackup> {
  return withDatabase(config, (time) => {
    const parts = {
      ...time,
      store: openConfiguredStore(config),
      isBucket: isBucket(config.store),
      journal: openConfiguredJournal(config, time),
      journalPlace: openJournalPlace(config),
      owners: contentKindsOf(slices),
      newId: randomUUID,
      version,
    };
    return inWords(makeBackup(folder, parts));
  });
}

export interface RestoreOptions {
  /** The operator, for the audit. */
  readonly actor: string;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** Restores the backup, with the same errors. The API may start when this has returned. */
export async function restoreConfigured(
  config: Config,
  folder: string,
  { actor, pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) }: RestoreOptions,
): Promise<Restored> {
  const connection = databaseConfig(config);
  const makeTables = async (): Promise<void> => {
    await migrate(connection.url, { tls: connection.tls, version });
    await migrateQueue(connection, { kinds: jobKindsOf(slices), recurring: recurringKinds });
  };
  return withDatabase(config, async (time) => {
    const storeFolder = diskFolder(config.store);
    if (storeFolder !== undefined) await makeDiskRoot(storeFolder);
    const parts = {
      ...time,
      store: openConfiguredStore(config),
      journalPlace: openJournalPlace(config),
      makeTables,
      owners: contentKindsOf(slices),
      masterKeys: config.masterKeys,
      pause,
      actor,
    };
    return inWords(restoreBackup(folder, parts));
  });
}
