// Every minute: removes what was stored for owners that were never created, because the call was refused, its connection
// broke or its process died. A process of the API says every few seconds for whom it stores (storage/announced-uploads.ts);
// whoever was not heard of for a minute is given up. From then on its transaction fails, should it come after all.
//
// The sweep looks again at an owner that was given up, for ten minutes and as long as the store is away, because a
// process that only stood still may have stored more. The owner's row in `uploads` stays for a day.

import type { DeletionParts } from "./delete-content.ts";
import { removeUnrecorded } from "./delete-content.ts";
import { dropGivenUp, giveUpUnheard, listGivenUp, markRemoved } from "./queries.ts";

const second = 1000;
const minute = 60 * second;
/** Twelve heartbeats. */
const unheardMilliseconds = 60 * second;
const watchedMilliseconds = 10 * minute;
const keptMilliseconds = 24 * 60 * minute;
const atOnce = 8;

type UploadSweepParts = Pick<DeletionParts, "database" | "store" | "clock">;

export interface UploadSweepOutcome {
  /** How many objects were removed. */
  readonly removed: number;
  /** One for each owner whose objects could not be removed; the next sweep tries again. */
  readonly problems: readonly unknown[];
}

export async function sweepUploads(parts: UploadSweepParts, signal?: AbortSignal): Promise<UploadSweepOutcome> {
  const { database, clock } = parts;
  const now = clock();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await giveUpUnheard(database, { heardBefore: before(unheardMilliseconds), now });
  const owners = await listGivenUp(database, before(watchedMilliseconds));
  const problems: unknown[] = [];
  const done: string[] = [];
  let removed = 0;
  for (let start = 0; start < owners.length; start += atOnce) {
    signal?.throwIfAborted();
    const some = owners.slice(start, start + atOnce);
    const ends = await Promise.allSettled(some.map((owner) => removeUnrecorded(owner, parts)));
    for (const [index, end] of ends.entries()) {
      if (end.status === "rejected") problems.push(end.reason);
      else {
        removed += end.value;
        done.push(some[index]!.ownerId);
      }
    }
  }
  await markRemoved(database, { ownerIds: done, now });
  await dropGivenUp(database, before(keptMilliseconds));
  return { removed, problems };
}
