// All that is deleted together with something, locked in one order, so that two who lock it never wait for each other.

import type { Transaction } from "../storage/database.ts";
import { listFamily, lockOwner, type OwnerRow } from "./queries.ts";

/** By id. */
export async function lockFamily(transaction: Transaction, ownerId: string): Promise<Map<string, OwnerRow>> {
  const family = new Map<string, OwnerRow>();
  for (let ids = await listFamily(transaction, ownerId); ids.length > 0; ) {
    for (const id of ids) {
      const owner = await lockOwner(transaction, id);
      if (owner !== undefined) family.set(id, owner);
    }
    const locked = new Set(ids);
    // While we waited, who had it locked may have added results.
    ids = (await listFamily(transaction, ownerId)).filter((id) => !family.has(id) && !locked.has(id));
  }
  return family;
}
