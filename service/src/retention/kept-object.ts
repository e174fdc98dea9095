// Distinguishes a missing object from a deleted one.

import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import { keyOwner } from "../storage/object-keys.ts";
import { type ContentKind, ownerKindOf } from "../storage/owner-kind.ts";
import { isGone } from "../storage/retention-facts.ts";
import { findOwner, knownKeys } from "./queries.ts";

export interface KeptParts {
  readonly database: Database;
  readonly owners: readonly ContentKind[];
  readonly clock: Clock;
}

/**
 * True if the store should have the object: its row exists, and neither its owner nor its organization is gone. An
 * object whose owner has no row counts as kept.
 */
export async function isKeptObject(key: string, { database, owners, clock }: KeptParts): Promise<boolean> {
  if (!(await knownKeys(database, [key])).has(key)) return false;
  const ownerId = keyOwner(key);
  const kind = ownerKindOf(owners, ownerId);
  const owner = kind && (await findOwner(database, kind, ownerId));
  if (owner === undefined) return true;
  const organization = await database
    .selectFrom("organizations")
    .where("organization_id", "=", owner.organization_id)
    .select("deleted_at")
    .executeTakeFirst();
  if (organization === undefined || organization.deleted_at !== null) return false;
  return !isGone(owner, owner.retention_days, clock());
}
