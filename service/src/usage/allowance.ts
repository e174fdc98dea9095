// Counting what an organization uses, and refusing what its allowance does not cover.
//
// The whole cost must fit before anything is created. It is looked at in the transaction that creates, where no other
// call of the organization counts at the same time, and after everything else that may be wrong with a request.

import { ApiError } from "../contract/api-error.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { insertEntry, lockCounting, sumUsage, type UsageEntry } from "./queries.ts";
import { fits, monthOf } from "./rules.ts";

export interface Cost extends Omit<UsageEntry, "ownerId" | "keyId" | "reference"> {
  /** The organization's allowance, as the caller knows it; without one every cost fits. */
  readonly limit: number | null;
}

/** Throws USAGE_LIMIT_REACHED unless the cost fits into what is left of the month. */
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

/** Counts the documents of something that the transaction creates; it has read the limit. Throws USAGE_LIMIT_REACHED. */
export async function countDocuments(transaction: Transaction, entry: UsageEntry & Cost): Promise<void> {
  if (entry.limit !== null) {
    await lockCounting(transaction, entry.organizationId);
    await requireAllowance(transaction, entry);
  }
  await insertEntry(transaction, entry);
}
