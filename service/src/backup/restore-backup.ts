// Restores a backup into an empty database, and into a store that is empty or of this installation.
//
// Content that was deleted after the backup must never be served, and no process of the old cell may touch the new one.
// The order is therefore:
//
// 1. Write the new count of restores into database and store, which ends old processes.
// 2. Wait longer than they need to notice.
// 3. Load the rows and replay the journal in one transaction.
// 4. Delete the objects of content that the journal names or whose deadline has passed.
// 5. Copy the objects that rows still name.
//
// Until the end the database is marked as being restored, and nothing starts on it.

import { AccessRefused } from "../access/rules.ts";
import type { Clock } from "../contract/ids.ts";
import { sweepDue } from "../retention/sweep.ts";
import { writeAudit } from "../storage/audit-entries.ts";
import { type MasterKeys, unwrapKey } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { type InstallationMark, readMark, writeMark } from "../storage/installation.ts";
import { type JournalEntry, readJournal, readJournalMark } from "../storage/journal.ts";
import { migrationNames } from "../storage/migration-files.ts";
import { ownerPrefix } from "../storage/object-keys.ts";
import type { CopyableStore } from "../storage/object-store.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import { type BackupDescription, BackupFolder, type CopiedObject, readLines, requireDigest } from "./backup-folder.ts";
import { copyObject, forEachAtOnce } from "./copy-objects.ts";
import { replayJournal } from "./replay-journal.ts";
import { resumeWork } from "./resume-work.ts";
import { loadRows, tablesOfBackup } from "./table-rows.ts";

export interface RestoreParts {
  readonly database: Database;
  readonly store: CopyableStore;
  /** The store of the journal; undefined if none is configured. */
  readonly journalPlace: CopyableStore | undefined;
  /** Makes every table of an empty database. */
  readonly makeTables: () => Promise<void>;
  readonly owners: readonly ContentKind[];
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  /** Throws ClockFenced while deletions by deadline are unsafe. */
  readonly requireTrusted: () => void;
  /** Waits for this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The actor for the audit. */
  readonly actor: string;
}

export interface Restored {
  readonly mark: InstallationMark;
  readonly rows: number;
  readonly objects: number;
  /** Entries of the journal since the backup. */
  readonly replayed: number;
  /** Owners that these entries and passed deadlines deleted. */
  readonly deleted: number;
  /** Keys of objects that rows name and that are missing from the backup. */
  readonly lost: readonly string[];
}

/** Longer than a running process needs to notice that it is outdated, and longer than a call to the store takes. */
const fenceMilliseconds = 15_000;
/**
 * Entries are read from this long before the backup: clocks differ, and a transaction that was open at its start had
 * written to the journal earlier.
 */
const marginMilliseconds = 3_600_000;

/**
 * Throws AccessRefused or ClockFenced for a problem that the operator must solve. All such problems are found before
 * any change, except a wrong master key and damaged objects.
 */
export async function restoreBackup(folder: string, parts: RestoreParts): Promise<Restored> {
  parts.requireTrusted();
  const backup = new BackupFolder(folder);
  const description = backup.readDescription();
  await requireWhole(backup, description);
  const entries = await requireEntries(description, parts.journalPlace);
  await requireEmpty(parts.database);
  const found = await requireFitStore(description, parts.store);
  await parts.makeTables();
  const mark = await beginGeneration(description, found, parts);
  await parts.pause(fenceMilliseconds);
  const rows = await parts.database
    .transaction()
    .execute((transaction) => load(transaction, { backup, description, entries }, parts));
  await deleteFromStore(entries, found !== undefined, parts);
  const { deleted, problems } = await sweepDue(parts);
  if (problems.length > 0) throw new AggregateError(problems, "content that is due could not be deleted");
  const { objects, lost } = await copyBack(backup, found !== undefined, parts);
  await finishGeneration(mark, description, parts);
  return { mark, rows, objects, replayed: entries.length, deleted, lost };
}

async function requireWhole(backup: BackupFolder, { tables, objects, migrations, version }: BackupDescription) {
  if (migrations.join() !== migrationNames.join()) {
    throw new AccessRefused(
      `The backup was made by version ${version}, whose tables differ. Restore it with that version, and upgrade afterwards.`,
    );
  }
  for (const [table, { sha256 }] of Object.entries(tables)) await requireDigest(backup.rowsFile(table), sha256);
  await requireDigest(backup.listFile, objects.sha256);
}

/**
 * Returns the journal's entries since the backup. Throws AccessRefused without the right journal, which alone records
 * later deletions.
 */
async function requireEntries(
  { backup_id: backupId, journal_id: journalId, started_at: startedAt }: BackupDescription,
  place: CopyableStore | undefined,
): Promise<JournalEntry[]> {
  const why = "Without it, documents that were deleted after the backup would come back.";
  if (place === undefined) {
    throw new AccessRefused(
      `VERSUS_JOURNAL is not set, and the backup needs journal ${journalId}. ${why} Set it to the place of that journal.`,
    );
  }
  const mark = await readJournalMark(place);
  if (mark?.journalId !== journalId) {
    const found = mark === undefined ? "there is no journal" : `there is journal ${mark.journalId}`;
    throw new AccessRefused(
      `The backup needs journal ${journalId}, but ${found} at VERSUS_JOURNAL. ${why} Set it to the place of that journal.`,
    );
  }
  const entries: JournalEntry[] = [];
  for await (const entry of readJournal(place, new Date(startedAt.getTime() - marginMilliseconds))) entries.push(entry);
  if (entries.some(({ act, id }) => act === "backup" && id === backupId)) return entries;
  throw new AccessRefused(
    `The journal at VERSUS_JOURNAL does not reach back to backup ${backupId}: entries are missing. ${why} Find the whole journal, or use a younger backup.`,
  );
}

async function requireEmpty(database: Database): Promise<void> {
  const tables = await tablesOfBackup(database);
  if (tables.length === 0) return;
  throw new AccessRefused(
    "The database of DATABASE_URL has tables already. Create an empty database and name that one; do not run `versus migrate` before.",
  );
}

/** Returns the mark of a store that belonged to this installation, or undefined for an empty store. */
async function requireFitStore(
  { installation_id: installationId }: BackupDescription,
  store: CopyableStore,
): Promise<InstallationMark | undefined> {
  const mark = await readMark(store);
  if (mark?.installationId === installationId) return mark;
  if (mark !== undefined) {
    throw new AccessRefused(
      `The store belongs to installation ${mark.installationId}, and the backup to ${installationId}. Set VERSUS_STORE to an empty store, or to that of the backup.`,
    );
  }
  for await (const _ of store.list("")) {
    throw new AccessRefused(
      "The store contains objects that do not belong to this backup. Set VERSUS_STORE to an empty store.",
    );
  }
  return undefined;
}

async function beginGeneration(
  description: BackupDescription,
  found: InstallationMark | undefined,
  { database, store, clock }: RestoreParts,
): Promise<InstallationMark> {
  const mark = {
    installationId: description.installation_id,
    generation: Math.max(description.generation, found?.generation ?? 0) + 1,
    restores: Math.max(description.restores, found?.restores ?? 0) + 1,
  };
  await database
    .insertInto("installation")
    .values({
      installation_id: mark.installationId,
      generation: mark.generation,
      restores: mark.restores,
      restoring_from: description.backup_id,
      journal_id: description.journal_id,
      created_at: clock(),
    })
    .execute();
  await writeMark(store, mark);
  return mark;
}

interface Loading {
  readonly backup: BackupFolder;
  readonly description: BackupDescription;
  readonly entries: readonly JournalEntry[];
}

async function load(
  transaction: Transaction,
  { backup, description, entries }: Loading,
  { owners, masterKeys, clock, actor }: RestoreParts,
): Promise<number> {
  let rows = 0;
  for (const table of await tablesOfBackup(transaction)) {
    const wanted = description.tables[table]?.rows ?? 0;
    const loaded = await loadRows(transaction, table, backup.rowsFile(table));
    if (loaded !== wanted) throw new Error(`${table} has ${loaded} rows instead of ${wanted}`);
    rows += loaded;
  }
  await requireMasterKeys(transaction, masterKeys);
  await resumeWork(transaction, { owners, startedAt: description.started_at });
  await replayJournal(transaction, entries, { owners, now: clock(), actor });
  return rows;
}

async function requireMasterKeys(transaction: Transaction, masterKeys: MasterKeys): Promise<void> {
  const rows = await transaction
    .selectFrom("organizations")
    .where("deleted_at", "is", null)
    .select(["organization_id", "data_key"])
    .execute();
  for (const { organization_id: organizationId, data_key: wrapped } of rows) {
    try {
      unwrapKey(wrapped, organizationId, masterKeys);
    } catch {
      throw new AccessRefused(
        `VERSUS_MASTER_KEY does not open the content key of organization ${organizationId}. Set it to the key of the time of the backup, empty the database and run the restore again.`,
      );
    }
  }
}

/**
 * Deletes the objects of deleted owners. A store that is used again may contain them, even for owners without a row.
 */
async function deleteFromStore(
  entries: readonly JournalEntry[],
  isUsedAgain: boolean,
  { store }: RestoreParts,
): Promise<void> {
  if (!isUsedAgain) return;
  for (const entry of entries) {
    const prefix =
      entry.act === "content"
        ? ownerPrefix({ organizationId: entry.organizationId, ownerId: entry.id })
        : entry.act === "organization"
          ? `${entry.id}/`
          : undefined;
    if (prefix === undefined) continue;
    const keys = await gathered(store.list(prefix));
    if (keys.length > 0) await store.delete(keys);
  }
}

async function gathered(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

async function copyBack(backup: BackupFolder, isUsedAgain: boolean, { database, store }: RestoreParts) {
  const there = new Set(isUsedAgain ? await gathered(store.list("")) : []);
  const copies = new Map<string, CopiedObject>();
  for await (const line of readLines(backup.listFile)) {
    const copied = JSON.parse(line) as CopiedObject;
    copies.set(copied.key, copied);
  }
  const rows = await database.selectFrom("objects").select("object_key").orderBy("object_key").execute();
  const lost: string[] = [];
  let objects = 0;
  await forEachAtOnce(rows, async ({ object_key: key }) => {
    const wanted = copies.get(key);
    if (there.has(key)) objects += 1;
    else if (wanted === undefined) lost.push(key);
    else if ((await copyObject(key, { from: backup.objects, to: store }, wanted)) === undefined) lost.push(key);
    else objects += 1;
  });
  return { objects, lost: lost.sort() };
}

async function finishGeneration(
  mark: InstallationMark,
  { backup_id: backupId }: BackupDescription,
  { database, store, clock, actor }: RestoreParts,
): Promise<void> {
  // A worker of the old cell may have written its own mark just before it noticed the restore.
  await writeMark(store, mark);
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable("installation").set({ restoring_from: null }).execute();
    const details = { backup: backupId, restores: mark.restores };
    await writeAudit(transaction, { at: clock(), actor, action: "installation.restored", details });
  });
}
