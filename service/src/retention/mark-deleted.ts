// Marks content as deleted that a restored backup brought back.

import type { Transaction } from "../storage/database.ts";
import { type ContentKind, ownerKindOf } from "../storage/owner-kind.ts";
import { lockOwner, markAlong, markForDeletion } from "./queries.ts";

/**
 * Marks the owner, and those deleted with it, as gone; the next sweep deletes them. An unknown or gone owner is not
 * changed.
 */
export async function markDeleted(
  transaction: Transaction,
  ownerId: string,
  { owners, now }: { readonly owners: readonly ContentKind[]; readonly now: Date },
): Promise<void> {
  const kind = ownerKindOf(owners, ownerId);
  const owner = kind && (await lockOwner(transaction, kind, ownerId));
  if (kind === undefined || owner === undefined) return;
  if (owner.deleted_at !== null || owner.acknowledged_at !== null) return;
  await markForDeletion(transaction, kind, { ownerId, now });
  await markAlong(transaction, kind, { ownerId, now });
}
