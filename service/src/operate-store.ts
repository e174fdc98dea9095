// The operator's commands for the store: adopt it for the database, sweep orphans that were held back, and encrypt
// plain objects. Where database and store do not belong together, only adopting runs.

import { randomBytes, randomUUID } from "node:crypto";
import { type Config, ConfigInvalid } from "./config.ts";
import { openConfigured, openConfiguredStore, openJournalPlace } from "./open-parts.ts";
import { contentsOf, slices } from "./register-slices.ts";
import { countObjects, knownKeys } from "./retention/queries.ts";
import { countOrphans, sweepOrphans } from "./retention/sweep-orphans.ts";
import type { Database } from "./storage/database.ts";
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

const clock = () => new Date();

/** Throws ConfigInvalid where database and store do not belong together. */
export async function requireConfiguredInstallation(parts: StoreParts): Promise<void> {
  await inWords(requireInstallation(parts));
}

export interface OwnStoreParts {
  readonly database: Database;
  /** True if the process deletes content that is due. */
  readonly isDeleting: boolean;
  /** Told when the store is away; it is looked at when it is first used. */
  readonly onAway: (problem: unknown) => void;
}

export interface OwnStore {
  readonly store: ObjectStore;
  /** Throws ConfigInvalid when database and store no longer belong together, or were restored since the process started. */
  readonly requireOwn: () => Promise<void>;
}

/** Throws ConfigInvalid where database and store do not belong together, and where the store would keep what is deleted. */
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

/** Marks database and store as one installation where both are new. Throws ConfigInvalid where they do not belong together. */
export async function setUpConfigured(
  config: Config,
  { isNewJournal }: { readonly isNewJournal: boolean },
): Promise<void> {
  await withStore(config, async (parts) => {
    const folder = diskFolder(config.store);
    // The folder of a store that holds documents is there, or its disk is not mounted.
    if (folder !== undefined && (await countObjects(parts.database)) === 0) await makeDiskRoot(folder);
    await inWords(setUpInstallation({ ...parts, clock, newId: randomUUID }));
    const place = openJournalPlace(config);
    if (place === undefined) return;
    const journalFolder = diskFolder(config.journal ?? "");
    if (journalFolder !== undefined) await makeDiskRoot(journalFolder);
    await inWords(setUpJournal({ database: parts.database, place }, { newId: randomUUID, isNew: isNewJournal }));
  });
}

export interface Adoption {
  readonly found: AdoptionFindings;
  /** The mark that both have from now on; undefined while the adoption is not confirmed. */
  readonly mark?: InstallationMark;
}

/** Looks at database and store, and marks them as one installation when that is confirmed. */
export function adoptConfigured(config: Config, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<Adoption> {
  return withStore(config, async (parts) => {
    const found = await findForAdoption(parts);
    return isConfirmed ? { found, mark: await adopt({ ...parts, clock, newId: randomUUID }) } : { found };
  });
}

/** Gives how many objects without a row there are, or were and are deleted now that it is confirmed. */
export function sweepConfigured(config: Config, { isConfirmed }: { readonly isConfirmed: boolean }): Promise<number> {
  return withStore(config, async (parts) => {
    await requireConfiguredInstallation(parts);
    const sweep = { ...parts, clock, owners: contentsOf(slices) };
    return isConfirmed ? sweepOrphans(sweep, { isConfirmed }) : countOrphans(sweep);
  });
}

/** Undefined for a store on disk: there all objects are encrypted. */
export function encryptConfigured(config: Config): Promise<Encryption | undefined> {
  return withStore(config, async (parts) => {
    await requireConfiguredInstallation(parts);
    if (!isBucket(config.store)) return undefined;
    const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    return encryptPlain({ ...parts, masterKeys: config.masterKeys, clock, random: randomBytes, pause });
  });
}

async function withStore<Value>(config: Config, use: (parts: StoreParts) => Promise<Value>): Promise<Value> {
  const { database, close } = openConfigured(config);
  try {
    return await use({ database, store: openConfiguredStore(config) });
  } finally {
    await close();
  }
}

/** Turns faults that an operator must mend into ConfigInvalid. */
export async function inWords<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (problem) {
    const isTold = problem instanceof InstallationMismatch || problem instanceof StoreUnfit;
    throw isTold ? new ConfigInvalid([problem.message]) : problem;
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
