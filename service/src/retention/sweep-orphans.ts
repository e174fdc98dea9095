// Deletes objects without a row.
//
// They remain from a process that died between storing and committing, or were replaced. An object gets its row within
// the call or job that stored it, so an object without a row after a day never gets one. Objects of an owner whose
// content was deleted are deleted at once.
//
// Many objects without a row mean that rows are missing, for example in a wrong database or a restored backup. So
// orphans are counted first. If there are more than a service usually leaves, none is deleted before an operator
// confirms it. Objects of deleted owners are not counted, because this database itself deleted their content.

import { renewGeneration } from "../storage/installation.ts";
import { keyOwner, keyTime } from "../storage/object-keys.ts";
import type { DeletionParts } from "./delete-content.ts";
import { countObjects, deletedOwners, holdOrphans, knownKeys } from "./queries.ts";

const day = 24 * 3_600_000;
/** Number of keys that are looked up or deleted at a time. */
const batchSize = 500;
/** Maximum number of orphans that are deleted automatically: this number, or this share of all rows if that is more. */
const leastCap = 1_000;
const cappedPart = 0.01;

/** There are too many orphans; only objects of deleted owners were deleted. */
export class OrphansHeld extends Error {
  constructor(orphans: number, cap: number) {
    super(
      `${orphans} objects in the store have no row in the database, more than the ${cap} that are deleted automatically. Check that this is the right database and that it is complete. Then run \`versus store sweep --confirm\` to delete them.`,
    );
    this.name = "OrphansHeld";
  }
}

export interface OrphanSweep {
  /** True if an operator confirmed the deletion of any number of orphans. */
  readonly isConfirmed?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Deletes the orphans and returns their number. Objects with keys of another form are ignored. Throws OrphansHeld and
 * ClockFenced.
 */
export async function sweepOrphans(parts: DeletionParts, options: OrphanSweep = {}): Promise<number> {
  const { store, database, clock } = parts;
  parts.requireTrusted();
  // This also checks that the database belongs to the store.
  await renewGeneration(parts);
  const cap = Math.max(leastCap, Math.floor((await countObjects(database)) * cappedPart));
  let deleted = 0;
  let counted = 0;
  // Contains at most `cap` keys, because no more may be deleted at the end.
  const waiting: string[] = [];
  for await (const { ofDeleted, others } of orphansOf(parts, options.signal)) {
    if (ofDeleted.length > 0) await store.delete(ofDeleted);
    deleted += ofDeleted.length;
    counted += others.length;
    if (options.isConfirmed === true) {
      parts.requireTrusted();
      if (others.length > 0) await store.delete(others);
      deleted += others.length;
    } else if (counted <= cap) waiting.push(...others);
  }
  const isHeld = counted > cap && options.isConfirmed !== true;
  await holdOrphans(database, isHeld ? { orphans: counted, now: clock() } : undefined);
  if (isHeld) throw new OrphansHeld(counted, cap);
  for (let start = 0; start < waiting.length; start += batchSize) {
    options.signal?.throwIfAborted();
    parts.requireTrusted();
    await store.delete(waiting.slice(start, start + batchSize));
  }
  return deleted + waiting.length;
}

/** Returns the number of objects that a sweep would delete, without deleting them. */
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
