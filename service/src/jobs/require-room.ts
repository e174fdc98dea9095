// How much of an organization's work may be unfinished before no more is accepted.

import { ApiError } from "../contract/api-error.ts";
import type { Database } from "../storage/database.ts";
import { countUnfinishedJobs } from "./admission.ts";

export interface RoomParts {
  readonly database: Database;
  /** Jobs that one organization may have unfinished; 0 is no limit. */
  readonly mostUnfinishedJobs: number;
}

/** Throws RATE_LIMITED. */
export async function requireRoom(organizationId: string, { database, mostUnfinishedJobs }: RoomParts): Promise<void> {
  if (mostUnfinishedJobs === 0) return;
  if ((await countUnfinishedJobs(database, organizationId)) < mostUnfinishedJobs) return;
  const message = `The organization has ${mostUnfinishedJobs} unfinished jobs, which is the limit. Wait until some of them finish.`;
  throw new ApiError("RATE_LIMITED", message, { headers: { "retry-after": "60" } });
}
