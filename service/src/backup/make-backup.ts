// Makes a backup while the service runs.
//
// First the journal gets an entry that names the backup, so that a restore recognizes a journal that reaches back to
// it. Then the rows are read from one snapshot (snapshot.ts), and then the objects that those rows name are copied. An
// object that no longer exists was usually deleted after the snapshot. The journal or its deadline records that, and a
// restore deletes its row as well. If a row must still keep the object, it is missing and is reported.

import { AccessRefused } from "../access/rules.ts";
import type { Clock } from "../contract/ids.ts";
import { isKeptObject } from "../retention/kept-object.ts";
import { appliedMigrations, pendingMigrations } from "../storage/applied-migrations.ts";
import type { Database } from "../storage/database.ts";
import { requireInstallation } from "../storage/installation.ts";
import { type Journal, requireJournal } from "../storage/journal.ts";
import { migrationNames } from "../storage/migration-files.ts";
import { isPlainKey } from "../storage/object-keys.ts";
import { type CopyableStore, ObjectUnreadable } from "../storage/object-store.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import { type BackupDescription, BackupFolder, type CopiedObject, readLines, writeLines } from "./backup-folder.ts";
import { copyObject, forEachAtOnce } from "./copy-objects.ts";
import { rowsAt, type Snapshot, withSnapshot } from "./snapshot.ts";
import { tablesOfBackup } from "./table-rows.ts";

export interface BackupParts {
  readonly database: Database;
  readonly store: CopyableStore;
  /** True for a bucket, in which objects of older keys are plain. */
  readonly isBucket: boolean;
  readonly journal: Journal;
  /** The store of the journal; undefined if none is kept. */
  readonly journalPlace: CopyableStore | undefined;
  readonly owners: readonly ContentKind[];
  readonly clock: Clock;
  readonly newId: () => string;
  /** The version of this program. */
  readonly version: string;
}

export interface MadeBackup {
  readonly backupId: string;
  readonly rows: number;
  readonly objects: number;
  readonly bytes: number;
  /** Keys of objects that rows name and that are missing from the store although they were not deleted. */
  readonly missing: readonly string[];
}

/**
 * Throws AccessRefused for a problem that the operator must solve, such as no journal, a missing migration, an existing
 * folder or plain objects. Throws InstallationMismatch if the parts do not belong together.
 */
export async function makeBackup(folder: string, parts: BackupParts): Promise<MadeBackup> {
  const { database, clock } = parts;
  const mark = await requireInstallation(parts);
  const journalId = await requireJournal({ database, place: parts.journalPlace });
  if (journalId === undefined) {
    throw new AccessRefused(
      "A backup needs a journal: without one, a restore would bring back what was deleted after the backup. Set VERSUS_JOURNAL, run `versus migrate` and start every process again.",
    );
  }
  const pending = await pendingMigrations(database);
  if (pending.length > 0) {
    throw new AccessRefused(`The database lacks the migrations ${pending.join(", ")}. Run \`versus migrate\` first.`);
  }
  const backup = await BackupFolder.begin(folder);
  try {
    const backupId = parts.newId();
    await parts.journal.append(database, [{ act: "backup", id: backupId }]);
    const startedAt = clock();
    const tables = await withSnapshot(database, (snapshot) => dumpTables(database, snapshot, backup));
    const { objects, missing } = await copyObjects(backup, parts);
    const description = {
      ...{ backup_id: backupId, version: parts.version, journal_id: journalId, migrations: [...migrationNames] },
      ...{ installation_id: mark.installationId, generation: mark.generation, restores: mark.restores },
      ...{ started_at: startedAt, finished_at: clock(), tables, objects },
    };
    await backup.finish(description, folder);
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { backupId, rows, objects: objects.count, bytes: objects.bytes, missing };
  } catch (problem) {
    await backup.discard();
    throw problem;
  }
}

async function dumpTables(
  database: Database,
  snapshot: Snapshot,
  backup: BackupFolder,
): Promise<BackupDescription["tables"]> {
  const before = await snapshot.read(appliedMigrations);
  const tables: Record<string, { rows: number; sha256: string }> = {};
  for (const table of await snapshot.read(tablesOfBackup)) {
    const { count, sha256 } = await writeLines(backup.rowsFile(table), rowsAt(snapshot, table));
    tables[table] = { rows: count, sha256 };
  }
  const since = (await appliedMigrations(database)).filter((name) => !before.includes(name));
  if (since.length === 0) return tables;
  throw new AccessRefused(
    `The migration ${since.join(", ")} was applied while the backup was made, so its rows are not of one form. Nothing is left of it: run \`versus backup\` again.`,
  );
}

async function copyObjects(backup: BackupFolder, parts: BackupParts) {
  const copied: CopiedObject[] = [];
  const gone: string[] = [];
  const stores = { from: parts.store, to: backup.objects };
  await forEachAtOnce(keysIn(backup), async (key) => {
    if (parts.isBucket && isPlainKey(key)) throw new AccessRefused(plainObjects);
    const copy = await copyObject(key, stores).catch((problem: unknown) => {
      if (problem instanceof ObjectUnreadable) return undefined;
      throw problem;
    });
    if (copy === undefined) gone.push(key);
    else copied.push(copy);
  });
  const bytes = copied.reduce((sum, object) => sum + object.bytes, 0);
  const { count, sha256 } = await writeLines(backup.listFile, linesOf(copied));
  const missing: string[] = [];
  for (const key of gone) if (await isKeptObject(key, parts)) missing.push(key);
  return { objects: { count, bytes, sha256 }, missing };
}

async function* keysIn(backup: BackupFolder): AsyncGenerator<string> {
  for await (const line of readLines(backup.rowsFile("objects"))) {
    yield (JSON.parse(line) as { readonly object_key: string }).object_key;
  }
}

async function* linesOf(objects: readonly CopiedObject[]): AsyncGenerator<string> {
  for (const object of objects) yield JSON.stringify(object);
}

const plainObjects =
  "The store has objects that an older version stored without encryption. Run `versus store encrypt` first: a backup holds no plain document.";
