// Deletes, every minute, objects that were stored for owners that were never created.
//
// The call was refused, its connection broke or its process died. A process of the API reports every few seconds the
// owners that it stores objects for (storage/announced-uploads.ts). An owner without a report for a minute is given up;
// its transaction then fails if it arrives later.
//
// The sweep checks an owner that was given up again for ten minutes, and as long as the store is unavailable. A process
// that was only suspended may have stored more. The owner's row in `uploads` remains for a day.

import type { DeletionParts } from "./delete-content.ts";
import { removeUnrecorded } from "./delete-content.ts";
import { dropGivenUp, giveUpUnheard, listGivenUp, markRemoved } from "./queries.ts";

const atOnce = 8;

type UploadSweepParts = Pick<DeletionParts, "database" | "store" | "requireTrusted">;

export interface UploadSweepOutcome {
  /** Number of deleted objects. */
  readonly removed: number;
  /** One problem for each owner whose objects could not be deleted. The next sweep tries them again. */
  readonly problems: readonly unknown[];
}

/** Throws ClockFenced if times cannot be trusted (CLK-3). */
export async function sweepUploads(parts: UploadSweepParts, signal?: AbortSignal): Promise<UploadSweepOutcome> {
  const { database } = parts;
  parts.requireTrusted();
  await giveUpUnheard(database);
  const owners = await listGivenUp(database);
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
  await markRemoved(database, done);
  parts.requireTrusted();
  await dropGivenUp(database);
  return { removed, problems };
}
