// Counts what an organization uses, and refuses what its allowance does not cover.
//
// The whole cost must fit before anything is created. It is checked after every other check of the request, in the
// transaction that creates. If the organization has a limit, no other call of it counts there at the same time.

import { ApiError } from "../contract/api-error.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { insertEntry, lockCounting, sumUsage, type UsageEntry } from "./queries.ts";
import { fits, monthOf } from "./rules.ts";

export interface Cost extends Omit<UsageEntry, "ownerId" | "keyId" | "reference"> {
  /** The organization's documents per month; null means no limit, and every cost fits. */
  readonly limit: number | null;
}

/** Throws USAGE_LIMIT_REACHED unless the cost fits into the rest of the month's allowance. */
export async function requireAllowance(
  database: Database,
  { organizationId, documents, at, limit }: Cost,
): Promise<void> {
  if (limit === null) return;
  const { documents: used } = await sumUsage(database, organizationId, monthOf(at));
  if (fits(documents, { used, limit })) return;
  const left = `${Math.max(0, limit - used)} of the ${limit} documents of this month are left`;
  throw new ApiError("USAGE_LIMIT_REACHED", `This request needs ${documents}, but only ${left}. Nothing was created.`);
}

/**
 * Counts the documents of an owner that the transaction creates. `limit` was read by this transaction. Throws
 * USAGE_LIMIT_REACHED.
 */
export async function countDocuments(transaction: Transaction, entry: UsageEntry & Cost): Promise<void> {
  if (entry.limit !== null) {
    await lockCounting(transaction, entry.organizationId);
    await requireAllowance(transaction, entry);
  }
  await insertEntry(transaction, entry);
}
