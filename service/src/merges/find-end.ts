// Finds the end of a merge for the jobs that follow it.

import type { Clock } from "../contract/ids.ts";
import { reasonOf } from "../jobs/failures.ts";
import { failedJobError } from "../redlines/readiness.ts";
import type { RedlineFacts } from "../redlines/redline-facts.ts";
import type { Database } from "../storage/database.ts";
import { isGone } from "../storage/retention-facts.ts";
import type { FailedJobError } from "../storage/schema.ts";
import { mergeRows } from "./queries.ts";

export type MergeEnd =
  | { readonly status: "ready"; readonly facts: RedlineFacts }
  | { readonly status: "failed"; readonly error: FailedJobError };

/**
 * Returns the end of the merge. Call it only after the merge has ended. A merge that was deleted before its result was
 * used counts as failed.
 */
export async function findMergeEnd(
  mergeId: string,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): Promise<MergeEnd> {
  const merge = await mergeRows.find(database, mergeId);
  const isKept = merge !== undefined && !isGone(merge, merge.retention_days, clock());
  if (isKept && merge.status === "ready") {
    const { summary, notices } = merge;
    return { status: "ready", facts: { summary, notices } };
  }
  const error = isKept ? merge.error : null;
  return { status: "failed", error: error ?? failedJobError(reasonOf("COMPARISON_FAILED")) };
}
