// What retention asks of the tables and writes into them.

import type { Database, Transaction } from "../storage/database.ts";
import { keptSince } from "./deadlines.ts";

const ownerColumns = [
  "comparisons.comparison_id",
  "comparisons.organization_id",
  "comparisons.status",
  "comparisons.zero_day",
  "comparisons.finished_at",
  "comparisons.delete_at",
  "comparisons.acknowledged_at",
  "comparisons.deleted_at",
  "organizations.retention_days",
] as const;

/** A comparison with what decides on its retention. */
export function findOwner(database: Database, comparisonId: string) {
  return ownersOf(database).where("comparison_id", "=", comparisonId).executeTakeFirst();
}

/** The same, and nobody changes it until the transaction ends. */
export function lockOwner(transaction: Transaction, comparisonId: string) {
  return ownersOf(transaction).where("comparison_id", "=", comparisonId).forUpdate("comparisons").executeTakeFirst();
}

function ownersOf(database: Database) {
  return database
    .selectFrom("comparisons")
    .innerJoin("organizations", "organizations.organization_id", "comparisons.organization_id")
    .select(ownerColumns);
}

export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

/** Its owner wants it gone: from now on it is. */
export async function markForDeletion(transaction: Transaction, comparisonId: string, now: Date): Promise<void> {
  await transaction
    .updateTable("comparisons")
    .set({ acknowledged_at: now, delete_at: now })
    .where("comparison_id", "=", comparisonId)
    .execute();
}

export interface Page {
  /** The last id of the page before. */
  readonly after: string;
  readonly size: number;
}

/** Comparisons whose deadline has passed and whose content is still there. */
export async function listDue(database: Database, now: Date, page: Page): Promise<string[]> {
  const rows = await pageOf(database, page).where("delete_at", "<=", now).execute();
  return rows.map((row) => row.comparison_id);
}

/** Comparisons of an organization that are past the days it keeps what is finished. */
export async function listOutlived(
  database: Database,
  { organizationId, retentionDays }: { organizationId: string; retentionDays: number },
  { now, ...page }: Page & { readonly now: Date },
): Promise<string[]> {
  const since = keptSince(retentionDays, now);
  const rows = await pageOf(database, page)
    .where("organization_id", "=", organizationId)
    // Implied by the next line; the index has this one.
    .where("created_at", "<=", since)
    .where("finished_at", "<=", since)
    .execute();
  return rows.map((row) => row.comparison_id);
}

function pageOf(database: Database, { after, size }: Page) {
  return database
    .selectFrom("comparisons")
    .where("deleted_at", "is", null)
    .where("comparison_id", ">", after)
    .orderBy("comparison_id")
    .limit(size)
    .select("comparison_id");
}

/** Organizations that keep what is finished for a number of days. */
export async function listKeepingOrganizations(database: Database) {
  const rows = await database
    .selectFrom("organizations")
    .where("retention_days", "is not", null)
    .where("deleted_at", "is", null)
    .select(["organization_id", "retention_days"])
    .execute();
  return rows.map((row) => ({ organizationId: row.organization_id, retentionDays: row.retention_days! }));
}

export async function objectKeysOf(database: Database, ownerId: string): Promise<string[]> {
  const rows = await database.selectFrom("objects").where("owner_id", "=", ownerId).select("object_key").execute();
  return rows.map((row) => row.object_key);
}

/** Of these keys, those that have a row. */
export async function knownKeys(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await database.selectFrom("objects").where("object_key", "in", keys).select("object_key").execute();
  return new Set(rows.map((row) => row.object_key));
}

/** Of these owners, those whose content was deleted. */
export async function deletedOwners(database: Database, ownerIds: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom("comparisons")
    .where("comparison_id", "in", ownerIds)
    .where("deleted_at", "is not", null)
    .select("comparison_id")
    .execute();
  return new Set(rows.map((row) => row.comparison_id));
}

/** Leaves the record that it existed: ids, times and counts. */
export async function eraseRows(transaction: Transaction, comparisonId: string, now: Date): Promise<void> {
  await transaction.deleteFrom("artifacts").where("owner_id", "=", comparisonId).execute();
  await transaction.deleteFrom("objects").where("owner_id", "=", comparisonId).execute();
  await transaction
    .updateTable("comparisons")
    .set({
      deleted_at: now,
      author: "",
      original_name: "",
      modified_name: "",
      options: null,
      error: null,
    })
    .where("comparison_id", "=", comparisonId)
    .execute();
}

/** Replies kept for repeated calls, past their time. */
export async function dropStoredReplies(database: Database, before: Date): Promise<void> {
  await database.deleteFrom("idempotency").where("created_at", "<", before).execute();
}
