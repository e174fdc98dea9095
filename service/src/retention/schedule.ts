// Starts what retention does by itself: the sweeps, and the deletions that are handed in as jobs.

import type { JobQueue } from "../jobs/job-queue.ts";
import { type DeletionParts, workOnDeletions } from "./delete-content.ts";
import { sweepDue } from "./sweep.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const dueSeconds = 60;
const uploadSeconds = 60;
/** Lists the whole store, so not every minute. */
const orphanSeconds = 3600;

/** The sweeps that `startRetention` schedules; `versus migrate` makes a queue for each. */
export const retentionSweeps = ["sweep-due", "sweep-uploads", "sweep-orphans"] as const;
const [due, uploads, orphans] = retentionSweeps;

export async function startRetention(
  queue: JobQueue,
  parts: DeletionParts,
  options: { readonly concurrency: number },
): Promise<void> {
  await workOnDeletions(queue, parts, options);
  await queue.schedule(due, { everySeconds: dueSeconds }, async (signal) => {
    requireAll((await sweepDue(parts, signal)).problems);
  });
  await queue.schedule(uploads, { everySeconds: uploadSeconds }, async (signal) => {
    requireAll((await sweepUploads(parts, signal)).problems);
  });
  await queue.schedule(orphans, { everySeconds: orphanSeconds }, (signal) => sweepOrphans(parts, { signal }));
}

/** The queue reports it; what was not deleted is tried again at the next time. */
function requireAll(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new AggregateError(problems, `the content of ${problems.length} could not be deleted`);
}
