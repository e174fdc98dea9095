// Computes the deadlines of content. Content is gone at the earliest of three events.
//
// - Its organization acknowledges or deletes it.
// - The hour of zero-day retention ends. It is stamped at the creation, and begins when a comparison finishes (at most
//   ten minutes after its redline), or at the creation of any other owner.
// - The days end for which the organization keeps finished content, by its current setting.
//
// From then on reads and downloads are refused, whether or not the deletion has run (guard.ts,
// storage/retention-facts.ts).

const hour = 3_600_000;
const day = 24 * hour;

/** Lifetime of content under zero-day retention. */
const keptMilliseconds = hour;
/** Maximum time after the redline for which a rendering can delay the deadline. */
const renderingMilliseconds = 10 * 60_000;

/** Returns the time before which finished content has outlived the organization's days. */
export function keptSince(retentionDays: number, now: Date): Date {
  return new Date(now.getTime() - retentionDays * day);
}

/**
 * Returns the deadline of zero-day retention for owners other than comparisons. It counts from the creation, finished
 * or not.
 */
export function deadlineFromCreation(createdAt: Date): Date {
  return new Date(createdAt.getTime() + keptMilliseconds);
}

/**
 * Returns the deadline of a comparison under zero-day retention. `redlineAt` is when the redline was ready or failed,
 * and `finishedAt` when its last rendering ended; null while one is pending.
 */
export function zeroDayDeadline({ redlineAt, finishedAt }: { redlineAt: Date; finishedAt: Date | null }): Date {
  const latest = redlineAt.getTime() + renderingMilliseconds;
  return new Date(Math.min(finishedAt?.getTime() ?? latest, latest) + keptMilliseconds);
}
