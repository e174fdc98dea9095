// Contains the queries and writes of usage.

import { sql } from "kysely";
import type { UsageRow } from "../contract/usage-schemas.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import type { Period } from "./rules.ts";

export interface UsageSums {
  readonly documents: number;
  readonly words: number;
}

const sums = [
  sql<number>`coalesce(sum(documents), 0)::bigint`.as("documents"),
  sql<number>`coalesce(sum(words), 0)::bigint`.as("words"),
] as const;

function counted(database: Database, organizationId: string, { start, end }: Period) {
  return database
    .selectFrom("usage_entries")
    .where("organization_id", "=", organizationId)
    .where("counted_at", ">=", start)
    .where("counted_at", "<", end)
    .where("given_back_at", "is", null);
}

export function sumUsage(database: Database, organizationId: string, period: Period): Promise<UsageSums> {
  return counted(database, organizationId, period).select(sums).executeTakeFirstOrThrow();
}

/**
 * Returns the documents and words of a period per key or per reference, most documents first. Rows without documents
 * and words are omitted.
 */
export function divideUsage(
  database: Database,
  organizationId: string,
  { by, ...period }: Period & { readonly by: "key_id" | "reference" },
): Promise<UsageRow[]> {
  return counted(database, organizationId, period)
    .where((where) => where.or([where("documents", ">", 0), where("words", ">", 0)]))
    .groupBy(by)
    .select([by, ...sums])
    .orderBy("documents", "desc")
    .orderBy(by)
    .execute();
}

/** Returns the current limit of the organization in documents per month; null means no limit. */
export async function documentLimitOf(database: Database, organizationId: string): Promise<number | null> {
  const row = await database
    .selectFrom("organizations")
    .where("organization_id", "=", organizationId)
    .select("document_limit")
    .executeTakeFirstOrThrow();
  return row.document_limit;
}

/**
 * Reads the facts of the organization that a creation needs, and locks its row, so that the organization cannot be
 * deleted meanwhile. The objects that were stored for the owner then belong to it, unless they were given up
 * (storage/announced-uploads.ts).
 */
export async function lockOrganization(transaction: Transaction, creation: CreatedOwner) {
  const [organization] = await lockOrganizationRow(transaction, creation);
  return organization;
}

interface CreatedOwner {
  readonly organizationId: string;
  readonly ownerId: string;
}

interface LockedOrganization {
  readonly zero_day: boolean;
  readonly document_limit: number | null;
  readonly given_up_at: Date | null;
}

const lockOrganizationRow = statement((database, { organizationId, ownerId }: CreatedOwner) => ({
  compile: () =>
    sql<LockedOrganization>`
      with upload as (delete from uploads where owner_id = ${ownerId} returning given_up_at)
      select zero_day, document_limit, (select given_up_at from upload) as given_up_at from organizations
      where organization_id = ${organizationId} and deleted_at is null
      for key share of organizations`.compile(database),
}));

/** Locks the counting of the organization until the transaction ends. */
export async function lockCounting(transaction: Transaction, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`usage ${organizationId}`}, 0))`.execute(transaction);
}

export interface UsageEntry {
  /** The owner that the documents were counted for. */
  readonly ownerId: string;
  readonly organizationId: string;
  readonly documents: number;
  readonly at: Date;
  /** The key of the caller; null without a caller. */
  readonly keyId: string | null;
  readonly reference: string | null;
}

export async function insertEntry(transaction: Transaction, entry: UsageEntry): Promise<void> {
  await writeEntry(transaction, entry);
}

const writeEntry = statement((database, { ownerId, organizationId, at, documents, keyId, reference }: UsageEntry) =>
  database.insertInto("usage_entries").values({
    owner_id: ownerId,
    organization_id: organizationId,
    counted_at: at,
    documents,
    given_back_at: null,
    key_id: keyId,
    reference,
  }),
);
