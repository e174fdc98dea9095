// What comparisons ask of the tables and write into them.

import type { Insertable, Selectable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database, Transaction } from "../storage/database.ts";
import type { ArtifactsTable, ComparisonsTable, FailedJobError, ObjectsTable } from "../storage/schema.ts";

/**
 * A comparison of the organization, with its artifacts; another's is not there. It is one query, so that what it says of
 * the two was true at the same moment.
 */
export function findComparison(database: Database, comparisonId: string, organizationId: string) {
  return comparisonsOf(database)
    .where("comparison_id", "=", comparisonId)
    .where("comparisons.organization_id", "=", organizationId)
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom("artifacts")
          .whereRef("artifacts.owner_id", "=", "comparisons.comparison_id")
          .select(["artifacts.format", "artifacts.status", "artifacts.file_name", "artifacts.error_code"]),
      ).as("artifacts"),
    )
    .executeTakeFirst();
}

export type ReadComparisonRow = NonNullable<Awaited<ReturnType<typeof findComparison>>>;

/** The comparison that a job is about. */
export function findJobComparison(database: Database, comparisonId: string) {
  return comparisonsOf(database).where("comparison_id", "=", comparisonId).executeTakeFirst();
}

/** The same, and nobody changes it until the transaction ends. */
export function lockComparison(transaction: Transaction, comparisonId: string) {
  return comparisonsOf(transaction)
    .where("comparison_id", "=", comparisonId)
    .forUpdate("comparisons")
    .executeTakeFirst();
}

function comparisonsOf(database: Database) {
  return database
    .selectFrom("comparisons")
    .innerJoin("organizations", "organizations.organization_id", "comparisons.organization_id")
    .where("organizations.deleted_at", "is", null)
    .selectAll("comparisons")
    .select(["organizations.data_key", "organizations.retention_days"]);
}

export type ComparisonRow = NonNullable<Awaited<ReturnType<typeof findJobComparison>>>;

/** What a creation needs to know of its organization, as it stands; it cannot be deleted meanwhile. */
export function lockOrganization(transaction: Transaction, organizationId: string) {
  return transaction
    .selectFrom("organizations")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .select("zero_day")
    .forKeyShare()
    .executeTakeFirst();
}

export async function insertComparison(transaction: Transaction, row: Insertable<ComparisonsTable>): Promise<void> {
  await transaction.insertInto("comparisons").values(row).execute();
}

export async function insertObjects(
  transaction: Transaction,
  rows: readonly Insertable<ObjectsTable>[],
): Promise<void> {
  await transaction.insertInto("objects").values(rows).execute();
}

export function listArtifacts(database: Database, ownerId: string): Promise<Selectable<ArtifactsTable>[]> {
  return database.selectFrom("artifacts").where("owner_id", "=", ownerId).selectAll().execute();
}

export interface PendingArtifact {
  readonly format: string;
  readonly fileName: string;
}

/** These are to be made, whatever became of them before. */
export async function putPendingArtifacts(
  transaction: Transaction,
  ownerId: string,
  artifacts: readonly PendingArtifact[],
): Promise<void> {
  if (artifacts.length === 0) return;
  await transaction
    .insertInto("artifacts")
    .values(artifacts.map(({ format, fileName }) => pendingRow(ownerId, format, fileName)))
    .onConflict((conflict) =>
      conflict.columns(["owner_id", "format"]).doUpdateSet({ status: "pending", error_code: null, finished_at: null }),
    )
    .execute();
}

function pendingRow(ownerId: string, format: string, fileName: string): Insertable<ArtifactsTable> {
  return {
    owner_id: ownerId,
    format,
    status: "pending",
    object_key: null,
    file_name: fileName,
    error_code: null,
    finished_at: null,
  };
}

export interface StoredArtifact {
  readonly format: string;
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: Uint8Array;
}

/**
 * An artifact that lies in the store is ready from now on. What it replaces has no row any more, and so the sweep of
 * orphans removes it: who is downloading it may finish.
 */
export async function putReadyArtifact(
  transaction: Transaction,
  owner: { readonly ownerId: string; readonly organizationId: string; readonly fileName: string },
  { artifact, now }: { readonly artifact: StoredArtifact; readonly now: Date },
): Promise<void> {
  const { format, objectKey, size, sha256 } = artifact;
  const { ownerId, organizationId, fileName } = owner;
  await transaction.deleteFrom("objects").where("owner_id", "=", ownerId).where("role", "=", format).execute();
  await insertObjects(transaction, [
    {
      object_key: objectKey,
      organization_id: organizationId,
      owner_id: ownerId,
      role: format,
      sha256,
      size,
      created_at: now,
    },
  ]);
  const ready = { status: "ready", object_key: objectKey, error_code: null, finished_at: now } as const;
  await transaction
    .insertInto("artifacts")
    .values({ owner_id: ownerId, format, file_name: fileName, ...ready })
    .onConflict((conflict) => conflict.columns(["owner_id", "format"]).doUpdateSet(ready))
    .execute();
}

/** Those of the formats that are pending will not be made. */
export async function failArtifacts(
  transaction: Transaction,
  { ownerId, formats }: { readonly ownerId: string; readonly formats: readonly string[] },
  { errorCode, now }: { readonly errorCode: string; readonly now: Date },
): Promise<void> {
  await transaction
    .updateTable("artifacts")
    .set({ status: "failed", error_code: errorCode, finished_at: now })
    .where("owner_id", "=", ownerId)
    .where("format", "in", formats)
    .where("status", "=", "pending")
    .execute();
}

export function findSources(database: Database, comparisonId: string): Promise<Selectable<ObjectsTable>[]> {
  return database
    .selectFrom("objects")
    .where("owner_id", "=", comparisonId)
    .where("role", "in", ["original", "modified"])
    .selectAll()
    .execute();
}

/** The stored object of an artifact that is ready. */
export function findArtifactObject(database: Database, ownerId: string, format: string) {
  return database
    .selectFrom("artifacts")
    .innerJoin("objects", "objects.object_key", "artifacts.object_key")
    .where("artifacts.owner_id", "=", ownerId)
    .where("artifacts.format", "=", format)
    .where("artifacts.status", "=", "ready")
    .selectAll("objects")
    .executeTakeFirst();
}

export interface ComparisonEnd {
  readonly status: "ready" | "failed";
  readonly error?: FailedJobError;
  readonly words?: number;
  readonly engineVersion?: string;
}

export async function updateEnd(transaction: Transaction, comparisonId: string, end: ComparisonEnd): Promise<void> {
  await transaction
    .updateTable("comparisons")
    .set({
      status: end.status,
      error: end.error === undefined ? null : JSON.stringify(end.error),
      ...(end.words === undefined ? {} : { words: end.words }),
      ...(end.engineVersion === undefined ? {} : { engine_version: end.engineVersion }),
    })
    .where("comparison_id", "=", comparisonId)
    .execute();
}

export async function updateDeadline(
  transaction: Transaction,
  comparisonId: string,
  times: { readonly finishedAt: Date | null; readonly deleteAt: Date | null },
): Promise<void> {
  await transaction
    .updateTable("comparisons")
    .set({ finished_at: times.finishedAt, delete_at: times.deleteAt })
    .where("comparison_id", "=", comparisonId)
    .execute();
}

/** Ready comparisons that have no such rendering, finished or under way. */
export function listLacking(
  database: Database,
  { format, now }: { readonly format: string; readonly now: Date },
  { after, size }: { readonly after: string; readonly size: number },
) {
  return database
    .selectFrom("comparisons")
    .where("comparison_id", ">", after)
    .where("status", "=", "ready")
    .where("deleted_at", "is", null)
    .where("acknowledged_at", "is", null)
    .where((where) => where.or([where("delete_at", "is", null), where("delete_at", ">", now)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("artifacts")
            .whereRef("artifacts.owner_id", "=", "comparisons.comparison_id")
            .where("artifacts.format", "=", format)
            .where("artifacts.status", "in", ["pending", "ready"])
            .select("artifacts.format"),
        ),
      ),
    )
    .orderBy("comparison_id")
    .limit(size)
    .select(["comparison_id", "organization_id", "modified_name"])
    .execute();
}
