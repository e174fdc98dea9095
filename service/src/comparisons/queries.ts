// Contains the queries and writes of comparisons.

import { type Selectable, sql } from "kysely";
import type { GivenOptions } from "../redlines/given-options.ts";
import { factColumns, noFacts, type RedlineFacts } from "../redlines/redline-facts.ts";
import { hexOf, type PendingArtifact } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type { ComparisonsTable, FailedJobError } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

export const comparisonRows = ownedRows<Selectable<ComparisonsTable>>({ table: "comparisons", id: "comparison_id" });

export type ComparisonRow = NonNullable<Awaited<ReturnType<typeof comparisonRows.find>>>;

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
  /** The stored document whose versions are compared. `versionId` is set only for the redline of a version. */
  readonly documentId?: string;
  readonly versionId?: string;
  readonly reference: string | null;
}

/** Inserts a new comparison with its sources and its pending artifacts. */
export async function insertComparison(
  transaction: Transaction,
  comparison: NewComparison,
  { sources, artifacts }: { readonly sources: readonly NewSource[]; readonly artifacts: readonly PendingArtifact[] },
): Promise<void> {
  await insertAll(transaction, {
    ...comparison,
    options: comparison.options === undefined ? null : JSON.stringify(comparison.options),
    documentId: comparison.documentId ?? null,
    versionId: comparison.versionId ?? null,
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

interface WholeComparison extends Omit<NewComparison, "options" | "documentId" | "versionId"> {
  /** JSON; null without options. */
  readonly options: string | null;
  readonly documentId: string | null;
  readonly versionId: string | null;
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
        modified_name, zero_day, documents, engine_version, options, reference, document_id, version_id)
      values (${row.comparisonId}, ${row.organizationId}, ${row.accountId}, ${row.now}, 'processing', ${row.author},
        ${row.originalName}, ${row.modifiedName}, ${row.zeroDay}, ${row.documents}, ${row.engineVersion},
        ${row.options}::jsonb, ${row.reference}, ${row.documentId}, ${row.versionId})`.compile(database),
}));

export interface ComparisonEnd {
  readonly status: "ready" | "failed";
  readonly error?: FailedJobError;
  readonly words?: number;
  readonly engineVersion?: string;
  readonly facts?: RedlineFacts;
}

export async function updateEnd(transaction: Transaction, comparisonId: string, end: ComparisonEnd): Promise<void> {
  await writeEnd(transaction, {
    comparisonId,
    status: end.status,
    error: end.error === undefined ? null : JSON.stringify(end.error),
    words: end.words ?? null,
    engineVersion: end.engineVersion ?? null,
    ...factColumns(end.facts ?? noFacts),
  });
}

interface EndRow {
  readonly comparisonId: string;
  readonly status: ComparisonEnd["status"];
  readonly error: string | null;
  readonly words: number | null;
  readonly engineVersion: string | null;
  readonly summary: string | null;
  readonly notices: string | null;
}

const writeEnd = statement((database, row: EndRow) => ({
  compile: () =>
    sql`
      update comparisons set status = ${row.status}, error = ${row.error}::jsonb,
        words = coalesce(${row.words}::integer, words), summary = ${row.summary}::jsonb, notices = ${row.notices}::jsonb,
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

/**
 * Returns a page of ready comparisons without a pending or ready artifact of the format, by id. Comparisons that are
 * deleted or past their deadline are left out.
 */
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
    .select(["comparison_id", "organization_id", "modified_name", "version_id"])
    .execute();
}
