// Starts the recurring work of retention: the sweeps and the deletion jobs.

import type { JobQueue } from "../jobs/job-queue.ts";
import { type DeletionParts, workOnDeletions } from "./delete-content.ts";
import { sweepDue } from "./sweep.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const dueSeconds = 60;
const uploadSeconds = 60;
/** Once an hour, because this sweep lists the whole store. */
const orphanSeconds = 3600;

/** The sweeps that `startRetention` schedules; `versus migrate` makes a queue for each of them. */
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

/** Throws the problems, so that the queue reports them. The next sweep tries the failed deletions again. */
function requireAll(problems: readonly unknown[]): void {
  if (problems.length === 1) throw problems[0];
  if (problems.length > 0) throw new AggregateError(problems, `the content of ${problems.length} could not be deleted`);
}
