// Checks that a database and a store belong to one installation.
//
// Both carry a mark, and nothing runs if the marks do not fit: with a foreign or empty database, every object of the
// store would look unused.
//
// The id is given once, to both. The generation grows every hour, first in the database and then in the store, so a
// database that was restored from a backup is older than its store. It does not run either, because newer objects have
// no row there. A store that is older than its database does no harm, because nothing in it is deleted for that.
//
// `versus restore` counts in both how often the installation was restored. A process remembers the count of its start.
// If the count has grown, the process belongs to the cell before the restore and deletes and writes nothing (BCK-6).

import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "./database.ts";
import { type ObjectStore, ObjectUnreadable, type OrganizationKey, StoreMissing } from "./object-store.ts";
import { inPieces } from "./store-artifacts.ts";

/** The mark in a database or a store that names its installation. */
export interface InstallationMark {
  readonly installationId: string;
  readonly generation: number;
  /** How often the installation was restored from a backup. */
  readonly restores: number;
}

export interface InstallationParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** Thrown if the database and the store do not belong together; the message says what to do. */
export class InstallationMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InstallationMismatch";
  }
}

/** Not a key of any owner's objects, so no sweep deletes it. Unlike their keys, it is used more than once. */
export const markKey = "versus-installation";
// The mark is not secret. It is stored in the form of all objects, under a key that is publicly known.
const everybody: OrganizationKey = { organizationId: "installation", dataKey: new Uint8Array(32) };
const mostMarkBytes = 1000;
const StoredMark = z.object({ installation_id: z.uuid(), generation: z.int(), restores: z.int().default(0) });

/**
 * Returns the mark of the database. Throws InstallationMismatch unless both are marked as parts of one installation,
 * with the same count of restores, no restore is unfinished, and the database is not older than the store.
 */
export async function requireInstallation(parts: InstallationParts): Promise<InstallationMark> {
  const sides = await readSides(parts);
  const problem = problemOf(sides);
  if (problem !== undefined) throw new InstallationMismatch(problem);
  return sides.database!;
}

/**
 * Writes the mark of a new installation into the database and the store, if the store has no mark and neither contains
 * an object. Then checks the marks with `requireInstallation`, which throws InstallationMismatch. Repeating the call
 * changes nothing.
 */
export async function setUpInstallation(
  parts: InstallationParts & { readonly clock: Clock; readonly newId: () => string },
): Promise<void> {
  const { database, store, clock } = parts;
  const { store: found } = await readSides(parts);
  const isNew = found === undefined && !(await hasObjects(database)) && (await isEmpty(store));
  if (isNew) {
    await database
      .insertInto("installation")
      .values({ installation_id: parts.newId(), generation: 1, created_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await writeMark(store, (await readDatabase(database))!);
  }
  await requireInstallation(parts);
}

/** Facts from which an operator decides whether a store and a database belong together. */
export interface AdoptionFindings {
  readonly database: InstallationMark | undefined;
  readonly store: InstallationMark | undefined;
  readonly rows: number;
  readonly objects: number;
  /** Objects of the store that no row of the database names. */
  readonly withoutRow: number;
}

/**
 * Marks both as one installation, whatever their marks were, with a new generation. The id is the database's, else the
 * store's, else a new one.
 */
export async function adopt(
  parts: InstallationParts & { readonly clock: Clock; readonly newId: () => string },
): Promise<InstallationMark> {
  const { database, store, clock } = parts;
  const sides = await readSides(parts);
  const installationId = (sides.database ?? sides.store)?.installationId ?? parts.newId();
  const generation = Math.max(sides.database?.generation ?? 0, sides.store?.generation ?? 0) + 1;
  const restores = Math.max(sides.database?.restores ?? 0, sides.store?.restores ?? 0);
  await database
    .insertInto("installation")
    .values({ installation_id: installationId, generation, restores, created_at: clock() })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ generation, restores }))
    .execute();
  const mark = { installationId, generation, restores };
  await writeMark(store, mark);
  return mark;
}

/** Writes the next generation. A crash between the two writes leaves the database ahead, which does no harm. */
export async function renewGeneration(parts: InstallationParts): Promise<void> {
  const { installationId, restores } = await requireInstallation(parts);
  const { generation } = await parts.database
    .updateTable("installation")
    .set({ generation: sql`generation + 1` })
    .returning("generation")
    .executeTakeFirstOrThrow();
  await writeMark(parts.store, { installationId, generation, restores });
}

/**
 * Returns the check that a running process repeats: `requireInstallation`, and the count of restores must equal the
 * first one found.
 */
export function installationFence(parts: InstallationParts): () => Promise<void> {
  let first: number | undefined;
  return async () => {
    const { restores } = await requireInstallation(parts);
    first ??= restores;
    if (restores !== first) throw new InstallationMismatch(restoredMeanwhile);
  };
}

interface Sides {
  readonly database: DatabaseMark | undefined;
  readonly store: InstallationMark | undefined;
}

// The store is read first. The generation grows in the database before it grows in the store, so a worker that renews
// it meanwhile never makes the database seem older.
export async function readSides({ database, store }: InstallationParts): Promise<Sides> {
  const mark = await readMark(store);
  return { database: await readDatabase(database), store: mark };
}

interface DatabaseMark extends InstallationMark {
  /** The backup that is being restored. */
  readonly restoringFrom: string | null;
}

async function readDatabase(database: Database): Promise<DatabaseMark | undefined> {
  const row = await database
    .selectFrom("installation")
    .select(["installation_id", "generation", "restores", "restoring_from"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { installation_id: installationId, generation, restores, restoring_from: restoringFrom } = row;
  return { installationId, generation, restores, restoringFrom };
}

/** Returns undefined for a store without a mark. */
export async function readMark(store: ObjectStore): Promise<InstallationMark | undefined> {
  const found = await store.get(markKey, { organization: everybody }).catch((problem: unknown) => {
    throw problem instanceof StoreMissing ? new InstallationMismatch(missingFolder) : problem;
  });
  if (found === undefined) return undefined;
  const written = await text(found.content).catch((problem: unknown) => {
    if (!(problem instanceof ObjectUnreadable)) throw problem;
    throw new InstallationMismatch(
      `The object ${markKey} of the store was changed. Restore it, or run \`versus store adopt\`.`,
    );
  });
  const mark = StoredMark.parse(JSON.parse(written));
  return { installationId: mark.installation_id, generation: mark.generation, restores: mark.restores };
}

export async function writeMark(
  store: ObjectStore,
  { installationId, generation, restores }: InstallationMark,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ installation_id: installationId, generation, restores }));
  await store.put(markKey, inPieces(bytes), { organization: everybody, mostBytes: mostMarkBytes });
}

async function hasObjects(database: Database): Promise<boolean> {
  return (await database.selectFrom("objects").select("object_key").limit(1).executeTakeFirst()) !== undefined;
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const _ of store.list("")) return false;
  return true;
}

const missingFolder =
  "The folder of the store does not exist: it was never set up, or its disk is not mounted. Check VERSUS_STORE. `versus migrate` creates the folder of a new installation.";
const restoredMeanwhile =
  "The installation was restored from a backup since this process started. Start the process again.";
const adoptHint =
  "If they do belong together, run `versus store adopt`; it reports what it finds before it changes anything.";

function problemOf({ database, store }: Sides): string | undefined {
  if (database === undefined && store === undefined) {
    return "Neither the database nor the store belongs to an installation. Run `versus migrate` for a new installation, or `versus store adopt` for one that an older version made.";
  }
  if (database === undefined) {
    return `The store belongs to installation ${store?.installationId}, but the database belongs to none: it is new, or the wrong one. Check DATABASE_URL. ${adoptHint}`;
  }
  if (store === undefined) {
    return `The database belongs to installation ${database.installationId}, but the store belongs to none: it is empty, the wrong one, or not mounted. Check VERSUS_STORE. ${adoptHint}`;
  }
  if (database.installationId !== store.installationId) {
    return `The database belongs to installation ${database.installationId}, but the store belongs to ${store.installationId}. Check DATABASE_URL and VERSUS_STORE. ${adoptHint}`;
  }
  if (database.restoringFrom !== null) {
    return `The restore of backup ${database.restoringFrom} has not finished. Wait for \`versus restore\`; if it failed, empty the database and run it again.`;
  }
  if (database.restores !== store.restores) {
    return `The database was restored ${database.restores} times, the store ${store.restores} times: one of them is from before a restore. Check DATABASE_URL and VERSUS_STORE. ${adoptHint}`;
  }
  if (database.generation < store.generation) {
    return `The database is older than the store (generation ${database.generation}, the store has ${store.generation}), as after restoring a backup: newer objects in the store have no row in the database. ${adoptHint}`;
  }
  return undefined;
}
