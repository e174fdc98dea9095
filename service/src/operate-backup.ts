// The operator's commands for backups, over the parts that the configuration names.

import { randomUUID } from "node:crypto";
import { type MadeBackup, makeBackup } from "./backup/make-backup.ts";
import { type Restored, restoreBackup } from "./backup/restore-backup.ts";
import type { Config } from "./config.ts";
import { migrateQueue } from "./jobs/queue-migration.ts";
import {
  databaseConfig,
  openConfigured,
  openConfiguredJournal,
  openConfiguredStore,
  openJournalPlace,
  version,
} from "./open-parts.ts";
import { inWords } from "./operate-store.ts";
import { contentsOf, jobKindsOf, recurringKinds, slices } from "./register-slices.ts";
import { makeDiskRoot } from "./storage/disk-store.ts";
import { migrate } from "./storage/migrate.ts";
import { diskFolder, isBucket } from "./storage/open-store.ts";

const clock = () => new Date();

/** Throws AccessRefused, and ConfigInvalid where parts do not belong together. */
export async function backupConfigured(config: Config, folder: string): Promise<MadeBackup> {
  const { database, close } = openConfigured(config);
  try {
    const parts = {
      database,
      store: openConfiguredStore(config),
      isBucket: isBucket(config.store),
      journal: openConfiguredJournal(config, database),
      journalPlace: openJournalPlace(config),
      owners: contentsOf(slices),
      clock,
      newId: randomUUID,
      version,
    };
    return await inWords(makeBackup(folder, parts));
  } finally {
    await close();
  }
}

export interface RestoreOptions {
  /** Who gives the command, for the audit. */
  readonly actor: string;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** The same. The API may start when this has returned. */
export async function restoreConfigured(
  config: Config,
  folder: string,
  { actor, pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) }: RestoreOptions,
): Promise<Restored> {
  const { database, close } = openConfigured(config);
  const connection = databaseConfig(config);
  const makeTables = async (): Promise<void> => {
    await migrate(connection.url, connection.tls);
    await migrateQueue(connection, { kinds: jobKindsOf(slices), recurring: recurringKinds });
  };
  try {
    const storeFolder = diskFolder(config.store);
    if (storeFolder !== undefined) await makeDiskRoot(storeFolder);
    const parts = {
      database,
      store: openConfiguredStore(config),
      journalPlace: openJournalPlace(config),
      makeTables,
      owners: contentsOf(slices),
      masterKeys: config.masterKeys,
      clock,
      pause,
      actor,
    };
    return await inWords(restoreBackup(folder, parts));
  } finally {
    await close();
  }
}
