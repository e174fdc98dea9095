// Removes objects that no row tells of: what a process left behind that died between storing and committing, and what
// was replaced. An object gets its row within the call or job that stored it, so one without a row after a day has none.
// Where the owner's content was deleted there is nothing to wait for.
//
// Many objects without a row mean that rows are missing, not that objects are too many: a wrong database, a backup that
// was restored. So they are counted first, and when there are more than a service leaves behind, none of them is deleted
// before an operator says so. Objects of deleted owners are not counted: this database itself deleted their content.

import { renewGeneration } from "../storage/installation.ts";
import { keyOwner, keyTime } from "../storage/object-keys.ts";
import type { DeletionParts } from "./delete-content.ts";
import { countObjects, deletedOwners, holdOrphans, knownKeys } from "./queries.ts";

const day = 24 * 3_600_000;
/** How many keys are looked up, and deleted, at a time. */
const batchSize = 500;
/** So many may lack a row, or this part of all rows where that is more. */
const leastCap = 1_000;
const cappedPart = 0.01;

/** Too many objects have no row; nothing was deleted but objects of deleted owners. */
export class OrphansHeld extends Error {
  constructor(orphans: number, cap: number) {
    super(
      `${orphans} objects in the store have no row in the database, more than the ${cap} that are deleted automatically; check that this is the right database and that it is complete, then run \`versus store sweep --confirm\` to delete them`,
    );
    this.name = "OrphansHeld";
  }
}

export interface OrphanSweep {
  /** An operator says that the objects may go, however many they are. */
  readonly isConfirmed?: boolean;
  readonly signal?: AbortSignal;
}

/** Gives how many were deleted. Objects whose keys are not of our form are left alone. Throws OrphansHeld. */
export async function sweepOrphans(parts: DeletionParts, options: OrphanSweep = {}): Promise<number> {
  const { store, database, clock } = parts;
  // Also proves that the database is the store's.
  await renewGeneration(parts);
  const cap = Math.max(leastCap, Math.floor((await countObjects(database)) * cappedPart));
  let deleted = 0;
  let counted = 0;
  // No more than may be deleted at the end.
  const waiting: string[] = [];
  for await (const { ofDeleted, others } of orphansOf(parts, options.signal)) {
    if (ofDeleted.length > 0) await store.delete(ofDeleted);
    deleted += ofDeleted.length;
    counted += others.length;
    if (options.isConfirmed === true) {
      if (others.length > 0) await store.delete(others);
      deleted += others.length;
    } else if (counted <= cap) waiting.push(...others);
  }
  const isHeld = counted > cap && options.isConfirmed !== true;
  await holdOrphans(database, isHeld ? { orphans: counted, now: clock() } : undefined);
  if (isHeld) throw new OrphansHeld(counted, cap);
  for (let start = 0; start < waiting.length; start += batchSize) {
    options.signal?.throwIfAborted();
    await store.delete(waiting.slice(start, start + batchSize));
  }
  return deleted + waiting.length;
}

/** How many there are that a sweep would delete; nothing is deleted. */
export async function countOrphans(parts: DeletionParts): Promise<number> {
  let counted = 0;
  for await (const { ofDeleted, others } of orphansOf(parts)) counted += ofDeleted.length + others.length;
  return counted;
}

interface Orphans {
  readonly ofDeleted: readonly string[];
  readonly others: readonly string[];
}

async function* orphansOf(parts: DeletionParts, signal?: AbortSignal): AsyncGenerator<Orphans> {
  let batch: string[] = [];
  for await (const key of parts.store.list("")) {
    if (keyTime(key) !== undefined) batch.push(key);
    if (batch.length < batchSize) continue;
    signal?.throwIfAborted();
    yield await orphansAmong(batch, parts);
    batch = [];
  }
  if (batch.length > 0) yield await orphansAmong(batch, parts);
}

async function orphansAmong(keys: readonly string[], { database, clock, owners }: DeletionParts): Promise<Orphans> {
  const known = await knownKeys(database, keys);
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length === 0) return { ofDeleted: [], others: [] };
  const madeBefore = new Date(clock().getTime() - day);
  const ownerIds = unknown.map(keyOwner);
  const deleted = new Set<string>();
  for (const kind of owners) {
    for (const ownerId of await deletedOwners(database, kind, ownerIds.filter(kind.isOwn))) deleted.add(ownerId);
  }
  const isOfDeleted = (key: string) => deleted.has(keyOwner(key));
  return {
    ofDeleted: unknown.filter(isOfDeleted),
    others: unknown.filter((key) => !isOfDeleted(key) && keyTime(key)! < madeBefore),
  };
}
