// Limits how many unfinished jobs an organization may have before new work is refused.

import { ApiError } from "../contract/api-error.ts";
import type { Database } from "../storage/database.ts";
import { countUnfinishedJobs } from "./admission.ts";

export interface RoomParts {
  readonly database: Database;
  /** Maximum number of unfinished jobs of one organization; 0 means no limit. */
  readonly mostUnfinishedJobs: number;
}

/** Throws RATE_LIMITED if the organization has reached the limit. */
export async function requireRoom(organizationId: string, { database, mostUnfinishedJobs }: RoomParts): Promise<void> {
  if (mostUnfinishedJobs === 0) return;
  if ((await countUnfinishedJobs(database, organizationId)) < mostUnfinishedJobs) return;
  const message = `The organization has ${mostUnfinishedJobs} unfinished jobs, which is the limit. Wait until some of them finish.`;
  throw new ApiError("RATE_LIMITED", message, { headers: { "retry-after": "60" } });
}
