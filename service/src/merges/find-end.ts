// The end of a merge, for whoever follows it.

import { failedJobError } from "../comparisons/rules.ts";
import type { Clock } from "../contract/ids.ts";
import { reasonOf } from "../jobs/failures.ts";
import type { Database } from "../storage/database.ts";
import { isGone } from "../storage/retention-facts.ts";
import type { FailedJobError } from "../storage/schema.ts";
import { mergeRows } from "./queries.ts";

export type MergeEnd = { readonly status: "ready" } | { readonly status: "failed"; readonly error: FailedJobError };

/** One that was deleted before anybody had its result has failed. */
export async function findMergeEnd(
  mergeId: string,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): Promise<MergeEnd> {
  const merge = await mergeRows.find(database, mergeId);
  const isKept = merge !== undefined && !isGone(merge, merge.retention_days, clock());
  if (isKept && merge.status === "ready") return { status: "ready" };
  const error = isKept ? merge.error : null;
  return { status: "failed", error: error ?? failedJobError(reasonOf("COMPARISON_FAILED")) };
}
