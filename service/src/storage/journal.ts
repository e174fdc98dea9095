// Writes deletions, erasures, ends of keys and retention periods, by id, to a journal outside the backup.
//
// A restored backup does not know what was deleted after it was made. The journal does, and `versus restore` repeats
// the deletions before the service answers anyone (docs/design/backup.md).
//
// The journal is a store like that of the documents, a folder or a bucket. Several processes on several machines write,
// and a bucket cannot append. Each write is therefore a separate object, complete or absent, under a key of its own.
// Entries that arrive during a write are written together by the next one, so many deletions need few writes.
//
// The deleting transaction writes to the journal last, before it commits. Everything that is visibly deleted is
// therefore in the journal. An entry whose transaction was rolled back was requested, and at worst a restore deletes
// it.

import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { Database } from "./database.ts";
import { earlierTransactionsEnded } from "./earlier-transactions.ts";
import { InstallationMismatch } from "./installation.ts";
import { keyTime, newObjectKey } from "./object-keys.ts";
import { type ObjectStore, type OrganizationKey, StoreMissing } from "./object-store.ts";
import { answerWithin } from "./part-away.ts";
import { inPieces } from "./store-artifacts.ts";

/**
 * One recorded act. `until` is the time at which a key ends; `days` is how long an organization keeps finished work.
 */
export type JournalEntry =
  | { readonly act: "content"; readonly id: string; readonly organizationId: string }
  | { readonly act: "organization"; readonly id: string }
  | { readonly act: "key"; readonly id: string; readonly until: Date }
  | { readonly act: "webhook"; readonly id: string }
  | { readonly act: "retention"; readonly id: string; readonly days: number | null }
  | { readonly act: "backup"; readonly id: string };

export interface Journal {
  /**
   * Writes the entries of a deleting transaction; they are stored when it returns. Throws InstallationMismatch if this
   * process's journal is not the one that the database names. The transaction then deletes nothing.
   */
  append(transaction: Database, entries: readonly JournalEntry[]): Promise<void>;
}

/** The journal of a service that keeps none. */
export const noJournal: Journal = { append: async () => {} };

const StoredEntry = z.discriminatedUnion("act", [
  z.object({ act: z.literal("content"), id: z.string(), organizationId: z.uuid() }),
  z.object({ act: z.literal("organization"), id: z.uuid() }),
  z.object({ act: z.literal("key"), id: z.string(), until: z.coerce.date() }),
  z.object({ act: z.literal("webhook"), id: z.string() }),
  z.object({ act: z.literal("retention"), id: z.uuid(), days: z.int().nullable() }),
  z.object({ act: z.literal("backup"), id: z.uuid() }),
]);
const StoredMark = z.object({ journal_id: z.uuid(), installation_id: z.uuid() });

const markKey = "versus-journal";
// Ids are not secret. The objects are sealed in the form of all others, so that changed ones are noticed.
const everybody: OrganizationKey = { organizationId: "journal", dataKey: new Uint8Array(32) };
/** The owner of all objects of the journal. */
const owner = { organizationId: "journal", ownerId: "entries" };
const mostBytes = 16 * 1024 * 1024;
/** A caller waits for the write with an open transaction, so this is less than the limit for an idle transaction. */
const writeMilliseconds = 6_000;

export interface JournalParts {
  readonly database: Database;
  /** The store of the journal; undefined if none is configured. */
  readonly place: ObjectStore | undefined;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /**
   * Called with the reason if this process must end: the installation has another journal than at the process's start.
   */
  readonly onOutdated?: ((reason: string) => void) | undefined;
}

/** Writes to the configured journal. Checks before the first entry that the database names this journal. */
export class KeptJournal implements Journal {
  readonly #parts: JournalParts;
  #known: Promise<string | undefined> | undefined;
  #id: string | undefined;
  #waiting: { readonly entries: readonly JournalEntry[]; readonly told: PromiseWithResolvers<void> }[] = [];
  #isWriting = false;

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  /** Throws InstallationMismatch. */
  async check(): Promise<void> {
    this.#known ??= requireJournal(this.#parts).catch((problem: unknown) => {
      this.#known = undefined;
      throw problem;
    });
    this.#id = await this.#known;
  }

  /** The id of the journal; undefined before the first check and if none is configured. */
  get id(): string | undefined {
    return this.#id;
  }

  async append(transaction: Database, entries: readonly JournalEntry[]): Promise<void> {
    await this.check();
    await this.#requireSame(transaction);
    if (this.#parts.place === undefined || entries.length === 0) return;
    const told = Promise.withResolvers<void>();
    this.#waiting.push({ entries, told });
    void this.#write(this.#parts.place);
    await told.promise;
  }

  /**
   * Reads the id in the deleting transaction, so that a journal that was begun after this process started counts at
   * once.
   */
  async #requireSame(transaction: Database): Promise<void> {
    const kept = (await journalRow(transaction))?.journal_id ?? undefined;
    if (kept === this.#id) return;
    const own = this.#id === undefined ? "to none" : `to journal ${this.#id}`;
    const reason = `The installation writes deletions to ${kept === undefined ? "no journal" : `journal ${kept}`}, but this process was started to write them ${own}. Start the process again, with VERSUS_JOURNAL as it is now.`;
    this.#parts.onOutdated?.(reason);
    throw new InstallationMismatch(reason);
  }

  async #write(place: ObjectStore): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#writeBatch(
          place,
          batch.flatMap(({ entries }) => entries),
        );
        for (const { told } of batch) told.resolve();
      } catch (problem) {
        for (const { told } of batch) told.reject(problem);
      }
    }
    this.#isWriting = false;
  }

  async #writeBatch(place: ObjectStore, entries: readonly JournalEntry[]): Promise<void> {
    const lines = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    const writing = place.put(newObjectKey(owner, "batch", this.#parts), inPieces(lines), {
      organization: everybody,
      mostBytes,
    });
    await answerWithin(writeMilliseconds, "the journal", writing);
  }
}

/**
 * Returns the id of the journal, or undefined if the installation keeps none. Throws InstallationMismatch if the store
 * and the database do not agree.
 */
export async function requireJournal({
  database,
  place,
}: Pick<JournalParts, "database" | "place">): Promise<string | undefined> {
  const row = await journalRow(database);
  const kept = row?.journal_id ?? undefined;
  if (place === undefined) {
    if (kept === undefined) return undefined;
    throw new InstallationMismatch(
      `This installation writes deletions to journal ${kept}, but VERSUS_JOURNAL is not set. Set it to the place of that journal.`,
    );
  }
  const mark = await readJournalMark(place);
  if (kept !== undefined && mark?.journalId === kept) return kept;
  if (kept === undefined && mark === undefined) {
    throw new InstallationMismatch(
      "VERSUS_JOURNAL is set, but this installation does not use a journal yet. Run `versus migrate` first.",
    );
  }
  throw new InstallationMismatch(
    `${mark === undefined ? "VERSUS_JOURNAL names a place without a journal" : `VERSUS_JOURNAL names journal ${mark.journalId}`}, but this installation writes deletions to ${kept === undefined ? "none" : `journal ${kept}`}. Check VERSUS_JOURNAL. ${newJournalHint}`,
  );
}

const newJournalHint =
  "If the journal is lost, run `versus migrate --new-journal` with an empty place, and make a new backup: older backups cannot be restored without the old journal.";

export interface JournalSetUp {
  readonly newId: () => string;
  /** True if the operator abandons the previous journal and begins a new one (`versus migrate --new-journal`). */
  readonly isNew: boolean;
}

/**
 * Begins a journal at a place without one, if the installation keeps none yet or `isNew`. Waits for transactions that
 * may have deleted without it. Repeating the call changes nothing. Throws InstallationMismatch like `requireJournal`.
 */
export async function setUpJournal(
  parts: { readonly database: Database; readonly place: ObjectStore },
  { newId, isNew }: JournalSetUp,
): Promise<void> {
  const { database, place } = parts;
  const row = await journalRow(database);
  const mark = await readJournalMark(place);
  if (row !== undefined && mark === undefined && (row.journal_id === null || isNew)) {
    const journalId = newId();
    await writeJournalMark(place, { journalId, installationId: row.installation_id });
    await useJournal(database, journalId);
  } else if (row !== undefined && row.journal_id === null && mark?.installationId === row.installation_id) {
    // An earlier run ended between the two writes.
    await useJournal(database, mark.journalId);
  }
  await requireJournal(parts);
}

async function useJournal(database: Database, journalId: string): Promise<void> {
  await database.updateTable("installation").set({ journal_id: journalId }).execute();
  await earlierTransactionsEnded(database);
}

async function journalRow(database: Database) {
  return database.selectFrom("installation").select(["installation_id", "journal_id"]).executeTakeFirst();
}

export interface JournalMark {
  readonly journalId: string;
  readonly installationId: string;
}

/** Returns undefined if no journal was begun. */
export async function readJournalMark(place: ObjectStore): Promise<JournalMark | undefined> {
  const written = await readText(place, markKey).catch((problem: unknown) => {
    if (problem instanceof StoreMissing) return undefined;
    throw problem;
  });
  if (written === undefined) return undefined;
  const mark = StoredMark.parse(JSON.parse(written));
  return { journalId: mark.journal_id, installationId: mark.installation_id };
}

async function writeJournalMark(place: ObjectStore, { journalId, installationId }: JournalMark): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ journal_id: journalId, installation_id: installationId }));
  await place.put(markKey, inPieces(bytes), { organization: everybody, mostBytes: bytes.length });
}

/** Yields every entry written after `since`, oldest first. Throws ObjectUnreadable for a changed one. */
export async function* readJournal(place: ObjectStore, since: Date): AsyncGenerator<JournalEntry> {
  // The keys begin with the same prefix and continue with the time, so they are listed in the order of time.
  for await (const key of place.list(`${owner.organizationId}/`)) {
    const written = keyTime(key);
    if (written === undefined || written < since) continue;
    // An unfinished object is listed and cannot be read. Nothing was confirmed to its caller.
    const lines = await readText(place, key);
    for (const line of lines?.split("\n") ?? []) if (line !== "") yield StoredEntry.parse(JSON.parse(line));
  }
}

async function readText(place: ObjectStore, key: string): Promise<string | undefined> {
  const found = await place.get(key, { organization: everybody });
  return found && text(found.content);
}
