// Removes objects that no row tells of: what a process left behind that died between storing and committing, and what
// was replaced. An object gets its row within the call or job that stored it, so one without a row after a day has none.
// Where the owner's content was deleted there is nothing to wait for.

import { keyOwner, keyTime } from "../storage/object-keys.ts";
import type { DeletionParts } from "./delete-content.ts";
import { deletedOwners, knownKeys } from "./queries.ts";

const day = 24 * 3_600_000;
/** How many keys are looked up, and deleted, at a time. */
const batchSize = 500;

/** Tells how many there were. Objects whose keys are not of our form are left alone. */
export async function sweepOrphans(parts: DeletionParts, signal?: AbortSignal): Promise<number> {
  const { store } = parts;
  let removed = 0;
  let batch: string[] = [];
  const settleBatch = async (): Promise<void> => {
    signal?.throwIfAborted();
    const orphans = await orphansAmong(batch, parts);
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    batch = [];
  };
  for await (const key of store.list("")) {
    if (keyTime(key) !== undefined) batch.push(key);
    if (batch.length === batchSize) await settleBatch();
  }
  if (batch.length > 0) await settleBatch();
  return removed;
}

async function orphansAmong(keys: readonly string[], { database, clock, owners }: DeletionParts): Promise<string[]> {
  const known = await knownKeys(database, keys);
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length === 0) return [];
  const madeBefore = new Date(clock().getTime() - day);
  const ownerIds = unknown.map(keyOwner);
  const deleted = new Set<string>();
  for (const kind of owners) {
    for (const ownerId of await deletedOwners(database, kind, ownerIds.filter(kind.isOwn))) deleted.add(ownerId);
  }
  return unknown.filter((key) => keyTime(key)! < madeBefore || deleted.has(keyOwner(key)));
}
