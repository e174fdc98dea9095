// What usage asks of the tables and writes into them.

import { sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import type { Period } from "./rules.ts";

export interface UsageSums {
  readonly documents: number;
  readonly words: number;
}

export function sumUsage(database: Database, organizationId: string, { start, end }: Period): Promise<UsageSums> {
  return database
    .selectFrom("usage_entries")
    .where("organization_id", "=", organizationId)
    .where("counted_at", ">=", start)
    .where("counted_at", "<", end)
    .where("given_back_at", "is", null)
    .select([
      sql<number>`coalesce(sum(documents), 0)::bigint`.as("documents"),
      sql<number>`coalesce(sum(words), 0)::bigint`.as("words"),
    ])
    .executeTakeFirstOrThrow();
}

/** As the row says now; a caller may know an older one for a few seconds. */
export async function documentLimitOf(database: Database, organizationId: string): Promise<number | null> {
  const row = await database
    .selectFrom("organizations")
    .where("organization_id", "=", organizationId)
    .select("document_limit")
    .executeTakeFirstOrThrow();
  return row.document_limit;
}

/** What a creation needs to know of its organization, as it stands; it cannot be deleted meanwhile. */
export async function lockOrganization(transaction: Transaction, organizationId: string) {
  const [organization] = await lockOrganizationRow(transaction, { organizationId });
  return organization;
}

const lockOrganizationRow = statement((database, { organizationId }: { readonly organizationId: string }) =>
  database
    .selectFrom("organizations")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .select(["zero_day", "document_limit"])
    .forKeyShare(),
);

/** Until the transaction ends, nobody else counts for the organization. */
export async function lockCounting(transaction: Transaction, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`usage ${organizationId}`}, 0))`.execute(transaction);
}

export interface UsageEntry {
  /** What the documents were counted for. */
  readonly ownerId: string;
  readonly organizationId: string;
  readonly documents: number;
  readonly at: Date;
}

export async function insertEntry(transaction: Transaction, entry: UsageEntry): Promise<void> {
  await writeEntry(transaction, entry);
}

const writeEntry = statement((database, { ownerId, organizationId, at, documents }: UsageEntry) =>
  database
    .insertInto("usage_entries")
    .values({ owner_id: ownerId, organization_id: organizationId, counted_at: at, documents, given_back_at: null }),
);
