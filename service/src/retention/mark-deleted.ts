// Content that was deleted before, and is there again because a backup was restored, is gone once more.

import type { Transaction } from "../storage/database.ts";
import { type ContentKind, ownerKindOf } from "../storage/owner-kind.ts";
import { lockOwner, markAlong, markForDeletion } from "./queries.ts";

/** From now on it is gone, with what it takes along; the next sweep deletes it. Of what is unknown or gone, nothing changes. */
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
