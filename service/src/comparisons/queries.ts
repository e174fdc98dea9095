// What comparisons ask of the tables and write into them.

import { type Insertable, sql } from "kysely";
import type { Database, Transaction } from "../storage/database.ts";
import type { ArtifactsTable, FailedJobError } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";
import type { GivenOptions } from "./compare-options.ts";

/** The comparison that a job is about. */
export async function findJobComparison(database: Database, comparisonId: string) {
  const [comparison] = await findOne(database, { comparisonId });
  return comparison;
}

/** The same, and nobody changes it until the transaction ends. */
export async function lockComparison(transaction: Transaction, comparisonId: string) {
  const [comparison] = await lockOne(transaction, { comparisonId });
  return comparison;
}

const findOne = statement((database, { comparisonId }: { readonly comparisonId: string }) =>
  comparisonsOf(database).where("comparison_id", "=", comparisonId),
);

const lockOne = statement((database, { comparisonId }: { readonly comparisonId: string }) =>
  comparisonsOf(database).where("comparison_id", "=", comparisonId).forUpdate("comparisons"),
);

function comparisonsOf(database: Database) {
  return database
    .selectFrom("comparisons")
    .innerJoin("organizations", "organizations.organization_id", "comparisons.organization_id")
    .where("organizations.deleted_at", "is", null)
    .select(["comparison_id", "comparisons.organization_id", "comparisons.created_at", "status", "finished_at"])
    .select(["author", "original_name", "modified_name", "comparisons.zero_day", "delete_at", "acknowledged_at"])
    .select(["comparisons.deleted_at", "organizations.data_key", "organizations.retention_days", "options"]);
}

export type ComparisonRow = NonNullable<Awaited<ReturnType<typeof findJobComparison>>>;

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

export interface NewComparison {
  readonly comparisonId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly author: string;
  readonly originalName: string;
  readonly modifiedName: string;
  readonly zeroDay: boolean;
  readonly documents: number;
  readonly engineVersion: string;
  readonly options: GivenOptions | undefined;
}

/** Writes down a comparison that has just been asked for, with its sources and the artifacts that will be made. */
export async function insertComparison(
  transaction: Transaction,
  comparison: NewComparison,
  { sources, artifacts }: { readonly sources: readonly NewSource[]; readonly artifacts: readonly PendingArtifact[] },
): Promise<void> {
  await insertAll(transaction, {
    ...comparison,
    options: comparison.options === undefined ? null : JSON.stringify(comparison.options),
    keys: sources.map(({ objectKey }) => objectKey),
    roles: sources.map(({ role }) => role),
    digests: sources.map(({ sha256 }) => hexOf(sha256)),
    sizes: sources.map(({ size }) => size),
    formats: artifacts.map(({ format }) => format),
    fileNames: artifacts.map(({ fileName }) => fileName),
  });
}

export interface NewSource {
  readonly role: string;
  readonly objectKey: string;
  readonly sha256: Uint8Array;
  readonly size: number;
}

interface WholeComparison extends Omit<NewComparison, "options"> {
  /** JSON. */
  readonly options: string | null;
  readonly keys: readonly string[];
  readonly roles: readonly string[];
  readonly digests: readonly string[];
  readonly sizes: readonly number[];
  readonly formats: readonly string[];
  readonly fileNames: readonly string[];
}

const insertAll = statement((database, row: WholeComparison) => ({
  compile: () =>
    sql`
      with sources as (
        insert into objects (object_key, organization_id, owner_id, role, sha256, size, created_at)
        select object_key, ${row.organizationId}, ${row.comparisonId}, role, decode(digest, 'hex'), size, ${row.now}
        from unnest(${row.keys}::text[], ${row.roles}::text[], ${row.digests}::text[], ${row.sizes}::bigint[])
          as source (object_key, role, digest, size)
      ), pending as (
        insert into artifacts (owner_id, format, status, file_name)
        select ${row.comparisonId}, format, 'pending', file_name
        from unnest(${row.formats}::text[], ${row.fileNames}::text[]) as artifact (format, file_name)
      )
      insert into comparisons (comparison_id, organization_id, account_id, created_at, status, author, original_name,
        modified_name, zero_day, documents, engine_version, options)
      values (${row.comparisonId}, ${row.organizationId}, ${row.accountId}, ${row.now}, 'processing', ${row.author},
        ${row.originalName}, ${row.modifiedName}, ${row.zeroDay}, ${row.documents}, ${row.engineVersion},
        ${row.options}::jsonb)`.compile(database),
}));

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export function listArtifacts(database: Database, ownerId: string) {
  return listOwned(database, { ownerId });
}

const listOwned = statement((database, { ownerId }: { readonly ownerId: string }) =>
  database.selectFrom("artifacts").where("owner_id", "=", ownerId).select(["format", "status", "finished_at"]),
);

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

interface ArtifactsOwner {
  readonly ownerId: string;
  readonly organizationId: string;
  readonly fileName: (format: string) => string;
}

/**
 * Artifacts that lie in the store are ready from now on. What they replace has no row any more, and so the sweep of
 * orphans removes it: who is downloading it may finish.
 */
export async function putReadyArtifacts(
  transaction: Transaction,
  { ownerId, organizationId, fileName }: ArtifactsOwner,
  { artifacts, now }: { readonly artifacts: readonly StoredArtifact[]; readonly now: Date },
): Promise<void> {
  await replaceArtifacts(transaction, {
    ownerId,
    organizationId,
    now,
    keys: artifacts.map(({ objectKey }) => objectKey),
    formats: artifacts.map(({ format }) => format),
    fileNames: artifacts.map(({ format }) => fileName(format)),
    digests: artifacts.map(({ sha256 }) => hexOf(sha256)),
    sizes: artifacts.map(({ size }) => size),
  });
}

interface ReplacedArtifacts {
  readonly ownerId: string;
  readonly organizationId: string;
  readonly now: Date;
  readonly keys: readonly string[];
  readonly formats: readonly string[];
  readonly fileNames: readonly string[];
  readonly digests: readonly string[];
  readonly sizes: readonly number[];
}

const replaceArtifacts = statement((database, row: ReplacedArtifacts) => ({
  compile: () =>
    sql`
      with made as (
        select object_key, format, file_name, decode(digest, 'hex') as sha256, size
        from unnest(${row.keys}::text[], ${row.formats}::text[], ${row.fileNames}::text[], ${row.digests}::text[],
          ${row.sizes}::bigint[]) as made (object_key, format, file_name, digest, size)
      ), replaced as (
        delete from objects where owner_id = ${row.ownerId} and role = any(${row.formats}::text[])
      ), stored as (
        insert into objects (object_key, organization_id, owner_id, role, sha256, size, created_at)
        select object_key, ${row.organizationId}, ${row.ownerId}, format, sha256, size, ${row.now} from made
      )
      insert into artifacts (owner_id, format, status, object_key, file_name, finished_at)
      select ${row.ownerId}, format, 'ready', object_key, file_name, ${row.now} from made
      on conflict (owner_id, format) do update set status = 'ready', object_key = excluded.object_key,
        error_code = null, finished_at = excluded.finished_at`.compile(database),
}));

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

export function findSources(database: Database, comparisonId: string) {
  return listSources(database, { comparisonId });
}

const listSources = statement((database, { comparisonId }: { readonly comparisonId: string }) =>
  database
    .selectFrom("objects")
    .where("owner_id", "=", comparisonId)
    .where("role", "in", ["original", "modified"])
    .select(["role", "object_key", "size", "sha256"]),
);

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
  await writeEnd(transaction, {
    comparisonId,
    status: end.status,
    error: end.error === undefined ? null : JSON.stringify(end.error),
    words: end.words ?? null,
    engineVersion: end.engineVersion ?? null,
  });
}

interface EndRow {
  readonly comparisonId: string;
  readonly status: ComparisonEnd["status"];
  readonly error: string | null;
  readonly words: number | null;
  readonly engineVersion: string | null;
}

const writeEnd = statement((database, row: EndRow) => ({
  compile: () =>
    sql`
      update comparisons set status = ${row.status}, error = ${row.error}::jsonb,
        words = coalesce(${row.words}::integer, words),
        engine_version = coalesce(${row.engineVersion}::text, engine_version)
      where comparison_id = ${row.comparisonId}`.compile(database),
}));

export async function updateDeadline(
  transaction: Transaction,
  comparisonId: string,
  times: { readonly finishedAt: Date | null; readonly deleteAt: Date | null },
): Promise<void> {
  await writeDeadline(transaction, { comparisonId, ...times });
}

interface DeadlineRow {
  readonly comparisonId: string;
  readonly finishedAt: Date | null;
  readonly deleteAt: Date | null;
}

const writeDeadline = statement((database, { comparisonId, finishedAt, deleteAt }: DeadlineRow) =>
  database
    .updateTable("comparisons")
    .set({ finished_at: finishedAt, delete_at: deleteAt })
    .where("comparison_id", "=", comparisonId),
);

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
