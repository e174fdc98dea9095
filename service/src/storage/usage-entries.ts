// Updates the usage entry of an owner when it ends: writes its words, or gives back what was counted.

import type { Transaction } from "./database.ts";
import { statement } from "./statement.ts";

/** Records the number of words, which is known when the documents have been read. */
export async function recordWords(transaction: Transaction, ownerId: string, words: number): Promise<void> {
  await writeWords(transaction, { ownerId, words });
}

const writeWords = statement((database, { ownerId, words }: { readonly ownerId: string; readonly words: number }) =>
  database.updateTable("usage_entries").set({ words }).where("owner_id", "=", ownerId),
);

/** Gives back the counted documents of a job that failed through a fault of ours. A second call changes nothing. */
export async function giveBack(transaction: Transaction, ownerId: string, at: Date): Promise<void> {
  await transaction
    .updateTable("usage_entries")
    .set({ given_back_at: at })
    .where("owner_id", "=", ownerId)
    .where("given_back_at", "is", null)
    .execute();
}
