// Runs the operator's commands for the store: adopt it, sweep withheld orphans, encrypt plain objects.
//
// If database and store do not belong together, only adopting runs.

import { randomBytes, randomUUID } from "node:crypto";
import { type Config, ConfigInvalid } from "./config.ts";
import { openConfiguredStore, openJournalPlace, type TimeParts, withDatabase } from "./open-parts.ts";
import { contentKindsOf, slices } from "./register-slices.ts";
import { countObjects, knownKeys } from "./retention/queries.ts";
import { countOrphans, sweepOrphans } from "./retention/sweep-orphans.ts";
import type { Database } from "./storage/database.ts";
import { ClockFenced } from "./storage/database-clock.ts";
import { makeDiskRoot } from "./storage/disk-store.ts";
import { type Encryption, encryptPlain } from "./storage/encrypt-plain.ts";
import {
  type AdoptionFindings,
  adopt,
  type InstallationMark,
  InstallationMismatch,
  installationFence,
  markKey,
  readSides,
  requireInstallation,
  setUpInstallation,
} from "./storage/installation.ts";
import { setUpJournal } from "./storage/journal.ts";
import { type ObjectStore, StoreUnfit } from "./storage/object-store.ts";
import { diskFolder, isBucket } from "./storage/open-store.ts";
import { ownStore } from "./storage/own-store.ts";

interface StoreParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** Throws ConfigInvalid if database and store do not belong together. */
export async function requireConfiguredInstallation(parts: StoreParts): Promise<void> {
  await inWords(requireInstallation(parts));
}

export interface OwnStoreParts {
  readonly database: Database;
  /** True if the process deletes content whose deadline has passed. */
  readonly isDeleting: boolean;
  /** Called if the store is unavailable. It is then checked at its first use. */
  readonly onAway: (problem: unknown) => void;
}

export interface OwnStore {
  readonly store: ObjectStore;
  /**
   * Throws ConfigInvalid if database and store no longer belong together, or were restored since the process started.
   */
  readonly requireOwn: () => Promise<void>;
}

/**
 * Opens the guarded store (own-store.ts). Throws ConfigInvalid if database and store do not belong together. With
 * `isDeleting`, also throws it if the store would keep deleted objects.
 */
export async function openOwnStore(config: Config, { database, isDeleting, onAway }: OwnStoreParts): Promise<OwnStore> {
  const store = openConfiguredStore(config);
  const fence = installationFence({ database, store });
  const requireOwn = () => inWords(fence());
  let isFit = !isDeleting;
  const own = ownStore(store, async () => {
    await requireOwn();
    if (isFit) return;
    await inWords(store.checkDeletion());
    isFit = true;
  });
  await own.check().catch((problem: unknown) => {
    if (problem instanceof ConfigInvalid) throw problem;
    onAway(problem);
  });
  return { store: own, requireOwn };
}

/**
 * Marks database and store as one installation if both are new, and begins the configured journal. Throws ConfigInvalid
 * if they do not belong together.
 */
export async function setUpConfigured(
  config: Config,
  { isNewJournal }: { readonly isNewJournal: boolean },
): Promise<void> {
  await withStore(config, async (parts) => {
    const folder = diskFolder(config.store);
    // If the store contains documents, its folder exists, or its disk is not mounted.
    if (folder !== undefined && (await countObjects(parts.database)) === 0) await makeDiskRoot(folder);
    await inWords(setUpInstallation({ ...parts, newId: randomUUID }));
    const place = openJournalPlace(config);
    if (place === undefined) return;
    const journalFolder = diskFolder(config.journal ?? "");
    if (journalFolder !== undefined) await makeDiskRoot(journalFolder);
    await inWords(setUpJournal({ database: parts.database, place }, { newId: randomUUID, isNew: isNewJournal }));
  });
}

export interface Adoption {
  readonly found: AdoptionFindings;
  /** The new mark of both; undefined while the adoption is not confirmed. */
  readonly mark?: InstallationMark;
}

/** Examines database and store, and marks them as one installation if that is confirmed. */
export function adoptConfigured(config: Config, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<Adoption> {
  return withStore(config, async (parts) => {
    const found = await findForAdoption(parts);
    return isConfirmed ? { found, mark: await adopt({ ...parts, newId: randomUUID }) } : { found };
  });
}

/** Returns the number of objects without a row. If confirmed, deletes them. */
export function sweepConfigured(config: Config, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<number> {
  return withStore(config, async (parts) => {
    await requireConfiguredInstallation(parts);
    const sweep = { ...parts, owners: contentKindsOf(slices) };
    return isConfirmed ? inWords(sweepOrphans(sweep, { isConfirmed })) : countOrphans(sweep);
  });
}

/** Returns undefined for a disk store, in which all objects are encrypted. */
export function encryptConfigured(config: Config): Promise<Encryption | undefined> {
  return withStore(config, async (parts) => {
    await requireConfiguredInstallation(parts);
    if (!isBucket(config.store)) return undefined;
    const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    return encryptPlain({ ...parts, masterKeys: config.masterKeys, random: randomBytes, pause });
  });
}

async function withStore<Value>(
  config: Config,
  use: (parts: StoreParts & TimeParts) => Promise<Value>,
): Promise<Value> {
  return withDatabase(config, (parts) => use({ ...parts, store: openConfiguredStore(config) }));
}

/** Turns faults that an operator must solve into ConfigInvalid. */
export async function inWords<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (problem) {
    const isTold = [InstallationMismatch, StoreUnfit, ClockFenced].some((kind) => problem instanceof kind);
    throw isTold && problem instanceof Error ? new ConfigInvalid([problem.message]) : problem;
  }
}

const batchSize = 1000;

async function findForAdoption({ database, store }: StoreParts): Promise<AdoptionFindings> {
  const sides = await readSides({ database, store });
  let objects = 0;
  let withoutRow = 0;
  let batch: string[] = [];
  const countBatch = async (): Promise<void> => {
    objects += batch.length;
    if (batch.length > 0) withoutRow += batch.length - (await knownKeys(database, batch)).size;
    batch = [];
  };
  for await (const key of store.list("")) {
    if (key !== markKey) batch.push(key);
    if (batch.length === batchSize) await countBatch();
  }
  await countBatch();
  return { ...sides, rows: await countObjects(database), objects, withoutRow };
}
