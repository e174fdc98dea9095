// A caller wants content gone: by acknowledging that its result was saved (zero-day retention only), or by erasing it.
// From the moment this is accepted, reads and downloads are refused; the deletion itself follows within a minute.

import { ApiError } from "../contract/api-error.ts";
import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Database } from "../storage/database.ts";
import { isGone } from "./deadlines.ts";
import { queueDeletion } from "./delete-content.ts";
import { lockOwner, markForDeletion, type OwnerRow } from "./queries.ts";

/** Acknowledging has conditions, erasing has none. */
export type DeletionRequest = "acknowledge" | "erase";

export interface DeletionRequestParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
}

export interface DeletionSubject {
  readonly comparisonId: string;
  /** Of the caller. */
  readonly organizationId: string;
}

/** Throws COMPARISON_NOT_FOUND, CONTENT_DELETED or CONFLICT. A repeated request is accepted again. */
export async function requestDeletion(
  request: DeletionRequest,
  { comparisonId, organizationId }: DeletionSubject,
  { database, queue, clock }: DeletionRequestParts,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const owner = await lockOwner(transaction, comparisonId);
    if (owner === undefined || owner.organization_id !== organizationId) throw new ApiError("COMPARISON_NOT_FOUND");
    const now = clock();
    if (isQueued(owner)) return;
    requireAcceptable(request, owner, now);
    await markForDeletion(transaction, comparisonId, now);
    await queueDeletion(transaction, { organizationId, ownerId: comparisonId }, { queue, at: now });
  });
}

function isQueued(owner: OwnerRow): boolean {
  return owner.acknowledged_at !== null && owner.deleted_at === null;
}

function requireAcceptable(request: DeletionRequest, owner: OwnerRow, now: Date): void {
  if (isGone(owner, owner.retention_days, now)) throw new ApiError("CONTENT_DELETED");
  if (request === "erase") return;
  if (!owner.zero_day) {
    throw new ApiError("CONFLICT", "The comparison was made without zero-day retention; erase it with DELETE.");
  }
  if (owner.status === "processing") {
    throw new ApiError("CONFLICT", "The comparison is still processing; acknowledge it when its result is saved.");
  }
}
