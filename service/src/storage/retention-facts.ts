// Decides from the row of an owner whether its content is gone.
//
// Retention writes these facts (retention/). Everything that reads or processes content asks here.

import type { Selectable } from "kysely";
import type { ComparisonsTable } from "./schema.ts";

/** The columns of the owner's row that decide. */
export type RetentionFacts = Pick<
  Selectable<ComparisonsTable>,
  "finished_at" | "delete_at" | "acknowledged_at" | "deleted_at"
>;

const day = 24 * 3_600_000;

/** Returns the time from which the content is gone, or undefined if none is set. */
export function deadlineOf(facts: RetentionFacts, retentionDays: number | null): Date | undefined {
  const { finished_at: finished, delete_at: deleteAt } = facts;
  const kept = finished === null || retentionDays === null ? [] : [new Date(finished.getTime() + retentionDays * day)];
  return earliest([...kept, ...(deleteAt === null ? [] : [deleteAt])]);
}

export function isGone(facts: RetentionFacts, retentionDays: number | null, now: Date): boolean {
  if (facts.deleted_at !== null || facts.acknowledged_at !== null) return true;
  const deadline = deadlineOf(facts, retentionDays);
  return deadline !== undefined && deadline <= now;
}

function earliest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>(
    (first, time) => (first !== undefined && first <= time ? first : time),
    undefined,
  );
}
