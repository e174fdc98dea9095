// Removes objects that no row tells of: what a process left behind that died between storing and committing, and what
// was replaced. An object gets its row within the call or job that stored it, so one without a row after a day has none.

import type { DeletionParts } from "./delete-content.ts";
import { keyTime } from "./object-keys.ts";
import { knownKeys } from "./queries.ts";

const day = 24 * 3_600_000;
/** How many keys are looked up, and deleted, at a time. */
const batchSize = 500;

/** Tells how many there were. Objects whose keys are not of our form are left alone. */
export async function sweepOrphans({ database, store, clock }: DeletionParts, signal?: AbortSignal): Promise<number> {
  // Also removes what uploads left unfinished.
  await store.check();
  const madeBefore = clock().getTime() - day;
  let removed = 0;
  let batch: string[] = [];
  const settleBatch = async (): Promise<void> => {
    signal?.throwIfAborted();
    const known = await knownKeys(database, batch);
    const orphans = batch.filter((key) => !known.has(key));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    batch = [];
  };
  for await (const key of store.list("")) {
    const time = keyTime(key)?.getTime();
    if (time !== undefined && time < madeBefore) batch.push(key);
    if (batch.length === batchSize) await settleBatch();
  }
  if (batch.length > 0) await settleBatch();
  return removed;
}
