// When content is gone. Three things end it: its organization asks (acknowledge, DELETE), zero-day retention (stamped when
// it was created: an hour after a comparison finished, after anything else was created), and the days an organization keeps
// what is finished, as they stand now.
//
// From that instant reads and downloads are refused, whether or not the deletion has run (guard.ts,
// storage/retention-facts.ts).

const hour = 3_600_000;
const day = 24 * hour;

/** How long content under zero-day retention stays. */
const keptMilliseconds = hour;
/** A rendering that takes longer than this after the redline does not put off the deadline. */
const renderingMilliseconds = 10 * 60_000;

/** What was finished before this is past the days that its organization keeps it. */
export function keptSince(retentionDays: number, now: Date): Date {
  return new Date(now.getTime() - retentionDays * day);
}

/** The deadline of zero-day retention, but for comparisons: counted from the creation, finished or not. */
export function deadlineFromCreation(createdAt: Date): Date {
  return new Date(createdAt.getTime() + keptMilliseconds);
}

/**
 * The deadline of a comparison under zero-day retention. `redlineAt` is when the redline was there or failed, `finishedAt` when its last
 * rendering had ended; null while one has not.
 */
export function zeroDayDeadline({ redlineAt, finishedAt }: { redlineAt: Date; finishedAt: Date | null }): Date {
  const latest = redlineAt.getTime() + renderingMilliseconds;
  return new Date(Math.min(finishedAt?.getTime() ?? latest, latest) + keptMilliseconds);
}
