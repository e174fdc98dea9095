// The journal: every deletion, erasure and key revocation, by id alone, in a place of its own outside of the backup. A
// restored backup does not know what was deleted after it was made; the journal does, and `versus restore` carries it out
// again before anybody is answered (docs/design/backup.md).
//
// The place is a store like that of the documents, a folder or a bucket. Several processes on several machines write, and
// a bucket cannot append, so each write is an object of its own: whole or not there, under a key that nobody else uses.
// Entries that come while a write is under way go together with the next one, so many deletions cost few writes.
//
// The transaction that deletes writes to the journal last, before it commits. So whatever anybody can see as deleted is
// in the journal; what is in the journal and was rolled back was asked for, and at worst is deleted by a restore.

import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { Database } from "./database.ts";
import { InstallationMismatch } from "./installation.ts";
import { keyTime, newObjectKey } from "./object-keys.ts";
import { type ObjectStore, type OrganizationKey, StoreMissing } from "./object-store.ts";
import { answerWithin } from "./part-away.ts";
import { inOnePiece } from "./store-artifacts.ts";

/** One act that is written down. `until` is when a key ends; `days` are those for which an organization keeps finished work. */
export type JournalEntry =
  | { readonly act: "content"; readonly id: string; readonly organizationId: string }
  | { readonly act: "organization"; readonly id: string }
  | { readonly act: "key"; readonly id: string; readonly until: Date }
  | { readonly act: "webhook"; readonly id: string }
  | { readonly act: "retention"; readonly id: string; readonly days: number | null }
  | { readonly act: "backup"; readonly id: string };

export interface Journal {
  /** The entries are on their disk when it returns. Throws InstallationMismatch where the journal is not the database's. */
  append(entries: readonly JournalEntry[]): Promise<void>;
}

/** A service that keeps none. */
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
// Ids are no secret; objects are sealed in the form of all others, so that altered ones are noticed.
const everybody: OrganizationKey = { organizationId: "journal", dataKey: new Uint8Array(32) };
/** Every write is an object of this owner. */
const owner = { organizationId: "journal", ownerId: "entries" };
const mostBytes = 16 * 1024 * 1024;
/** A caller waits for it, with a transaction open: less than the time that the database gives one that is silent. */
const writeMilliseconds = 6_000;

export interface JournalParts {
  readonly database: Database;
  /** Where it lies; undefined where none is configured. */
  readonly place: ObjectStore | undefined;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Writes to the configured journal. Before the first entry it makes sure that the journal is the database's. */
export class KeptJournal implements Journal {
  readonly #parts: JournalParts;
  #known: Promise<unknown> | undefined;
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
    await this.#known;
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.check();
    if (this.#parts.place === undefined || entries.length === 0) return;
    const told = Promise.withResolvers<void>();
    this.#waiting.push({ entries, told });
    void this.#write(this.#parts.place);
    await told.promise;
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
    const writing = place.put(newObjectKey(owner, "batch", this.#parts), inOnePiece(lines), {
      organization: everybody,
      mostBytes,
    });
    await answerWithin(writeMilliseconds, "the journal", writing);
  }
}

/** Gives the id of the journal; undefined where none is kept. Throws InstallationMismatch where the two do not agree. */
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
  /** An operator says that the journal before is given up. */
  readonly isNew: boolean;
}

/** Begins a journal where the installation keeps none yet. Doing it again changes nothing. Throws InstallationMismatch. */
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
    await database.updateTable("installation").set({ journal_id: journalId }).execute();
  } else if (row !== undefined && row.journal_id === null && mark?.installationId === row.installation_id) {
    // The program ended between the two.
    await database.updateTable("installation").set({ journal_id: mark.journalId }).execute();
  }
  await requireJournal(parts);
}

async function journalRow(database: Database) {
  return database.selectFrom("installation").select(["installation_id", "journal_id"]).executeTakeFirst();
}

export interface JournalMark {
  readonly journalId: string;
  readonly installationId: string;
}

/** Undefined where no journal was begun. */
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
  await place.put(markKey, inOnePiece(bytes), { organization: everybody, mostBytes: bytes.length });
}

/** Every entry that was written after `since`, oldest first. Throws ObjectUnreadable for one that was altered. */
export async function* readJournal(place: ObjectStore, since: Date): AsyncGenerator<JournalEntry> {
  // Their keys begin alike and go on with the time, so they are listed by it.
  for await (const key of place.list(`${owner.organizationId}/`)) {
    const written = keyTime(key);
    if (written === undefined || written < since) continue;
    // One that was begun and not finished is listed, and cannot be read: nobody was answered.
    const lines = await readText(place, key);
    for (const line of lines?.split("\n") ?? []) if (line !== "") yield StoredEntry.parse(JSON.parse(line));
  }
}

async function readText(place: ObjectStore, key: string): Promise<string | undefined> {
  const found = await place.get(key, { organization: everybody });
  return found && text(found.content);
}
