// Asked by every read and every download before anything of the content is given out.

import { ApiError } from "../contract/api-error.ts";
import { isGone, type RetentionFacts } from "../storage/retention-facts.ts";

/** Throws CONTENT_DELETED from the instant at which the content is gone. */
export function requireKept(facts: RetentionFacts, retentionDays: number | null, now: Date): void {
  if (isGone(facts, retentionDays, now)) throw new ApiError("CONTENT_DELETED");
}
