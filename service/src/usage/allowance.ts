// Counting what an organization uses, and refusing what its allowance does not cover.
//
// The whole cost must fit before anything is created. It is looked at in the transaction that creates, where no other
// call of the organization counts at the same time, and after everything else that may be wrong with a request.

import { ApiError } from "../contract/api-error.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { insertEntry, lockCounting, sumUsage, type UsageEntry } from "./queries.ts";
import { fits, monthOf } from "./rules.ts";

export interface Cost extends Omit<UsageEntry, "ownerId"> {
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
  const left = `of the monthly allowance of ${limit} there are ${Math.max(0, limit - used)} left`;
  throw new ApiError("USAGE_LIMIT_REACHED", `This counts ${documents} documents, and ${left}; nothing was created.`);
}

/** Counts the documents of something that the transaction creates; it has read the limit. Throws USAGE_LIMIT_REACHED. */
export async function countDocuments(transaction: Transaction, entry: UsageEntry & Cost): Promise<void> {
  if (entry.limit !== null) {
    await lockCounting(transaction, entry.organizationId);
    await requireAllowance(transaction, entry);
  }
  await insertEntry(transaction, entry);
}

/** Words are known when the documents have been read. */
export async function recordWords(transaction: Transaction, ownerId: string, words: number): Promise<void> {
  await writeWords(transaction, { ownerId, words });
}

const writeWords = statement((database, { ownerId, words }: { readonly ownerId: string; readonly words: number }) =>
  database.updateTable("usage_entries").set({ words }).where("owner_id", "=", ownerId),
);

/** What failed through a fault of ours costs nothing. A second time changes nothing. */
export async function giveBack(transaction: Transaction, ownerId: string, at: Date): Promise<void> {
  await transaction
    .updateTable("usage_entries")
    .set({ given_back_at: at })
    .where("owner_id", "=", ownerId)
    .where("given_back_at", "is", null)
    .execute();
}
