// Locks the family of an owner in one order, so that two transactions never deadlock.
//
// A family is a source and its results, which are deleted together (`listFamily`).

import type { Transaction } from "../storage/database.ts";
import { type ContentKind, ownerKindOf } from "../storage/owner-kind.ts";
import { listFamily, lockOwner, type OwnerRow } from "./queries.ts";

export interface Relative extends OwnerRow {
  readonly kind: ContentKind;
}

/** Locks the family of the owner. Returns a map of ids to members. */
export async function lockFamily(
  transaction: Transaction,
  ownerId: string,
  owners: readonly ContentKind[],
): Promise<Map<string, Relative>> {
  const family = new Map<string, Relative>();
  for (let ids = await listFamily(transaction, ownerId); ids.length > 0; ) {
    for (const id of ids) {
      const kind = ownerKindOf(owners, id);
      const owner = kind && (await lockOwner(transaction, kind, id));
      if (kind !== undefined && owner !== undefined) family.set(id, { ...owner, kind });
    }
    const locked = new Set(ids);
    // A transaction that held a lock while this one waited may have added results.
    ids = (await listFamily(transaction, ownerId)).filter((id) => !family.has(id) && !locked.has(id));
  }
  return family;
}
