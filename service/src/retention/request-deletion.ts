// Accepts a caller's request to delete content.
//
// A caller acknowledges that the result was saved (zero-day retention only), or erases the content. From that moment
// reads and downloads are refused; the deletion follows within a minute.

import { ApiError } from "../contract/api-error.ts";
import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type AuditEntry, writeAudit } from "../storage/audit-entries.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { Journal } from "../storage/journal.ts";
import type { ObjectOwner } from "../storage/object-keys.ts";
import type { ContentKind, OwnerKind } from "../storage/owner-kind.ts";
import { isGone } from "../storage/retention-facts.ts";
import { queueDeletion } from "./delete-content.ts";
import { lockFamily } from "./lock-family.ts";
import { markAlong, markForDeletion, type OwnerRow } from "./queries.ts";

/** An acknowledgement needs zero-day retention and an owner that is not processing; an erasure does not. */
export type DeletionRequest = "acknowledge" | "erase";

export interface DeletionRequestParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly owners: readonly OwnerKind[];
  readonly journal: Journal;
}

export interface DeletionSubject {
  readonly kind: OwnerKind;
  readonly ownerId: string;
  /** The organization of the caller. */
  readonly organizationId: string;
  /** The audit entry of the request. */
  readonly audit: AuditEntry;
}

/**
 * Marks the owner and its family as gone and queues their deletion. Until the deletion has run, a repeated request is
 * accepted and changes nothing. Throws the kind's NOT_FOUND, CONTENT_DELETED or CONFLICT.
 */
export async function requestDeletion(
  request: DeletionRequest,
  { kind, ownerId, organizationId, audit }: DeletionSubject,
  { database, queue, clock, owners, journal }: DeletionRequestParts,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const family = await lockFamily(transaction, ownerId, owners);
    const owner = family.get(ownerId);
    if (owner === undefined || owner.organization_id !== organizationId) throw new ApiError(kind.unknown);
    const now = clock();
    if (isQueued(owner)) return;
    requireAcceptable(request, owner, { kind, now });
    const left = [...family].filter(([, relative]) => relative.deleted_at === null && !isQueued(relative));
    for (const [id, relative] of left) {
      await eraseLocked(transaction, relative.kind, { organizationId, ownerId: id, now, queue });
    }
    await writeAudit(transaction, audit);
    await journal.append(
      transaction,
      left.map(([id]) => ({ act: "content", id, organizationId })),
    );
  });
}

/** Marks a locked owner, and those deleted with it, as gone, and queues the deletion. */
export async function eraseLocked(
  transaction: Transaction,
  kind: ContentKind,
  { organizationId, ownerId, now, queue }: ObjectOwner & { readonly now: Date; readonly queue: JobQueue },
): Promise<void> {
  await markForDeletion(transaction, kind, { ownerId, now });
  await markAlong(transaction, kind, { ownerId, now });
  await queueDeletion(transaction, { organizationId, ownerId }, { queue, at: now });
}

function isQueued(owner: OwnerRow): boolean {
  return owner.acknowledged_at !== null && owner.deleted_at === null;
}

function requireAcceptable(
  request: DeletionRequest,
  owner: OwnerRow,
  { kind: { noun }, now }: { readonly kind: OwnerKind; readonly now: Date },
): void {
  if (isGone(owner, owner.retention_days, now)) throw new ApiError("CONTENT_DELETED");
  if (request === "erase") return;
  if (!owner.zero_day) {
    throw new ApiError("CONFLICT", `The ${noun} was not made under zero-day retention. Use DELETE to delete it.`);
  }
  if (owner.status === "processing") {
    throw new ApiError("CONFLICT", `The ${noun} is still processing. Acknowledge it after you saved its result.`);
  }
}
