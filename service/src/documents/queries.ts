// Contains the queries and writes of stored documents and versions.
//
// The queries of versions exclude deleted ones, but `documentRows` and `versionRows` find them too.

import { type Selectable, sql } from "kysely";
import type { ReceivedFile } from "../contract/forms.ts";
import { convertedName } from "../convert/conversion-job.ts";
import { putPendingArtifacts } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type {
  DocumentsTable,
  FailedJobError,
  JobStatus,
  Metadata,
  StoredRedlineNotice,
  StoredSummary,
  VersionsTable,
} from "../storage/schema.ts";
import { documentOwner, versionContent } from "./owner.ts";

export const documentRows = ownedRows<Selectable<DocumentsTable>>(documentOwner);
export const versionRows = ownedRows<Selectable<VersionsTable>>(versionContent);

export type DocumentRow = Selectable<DocumentsTable>;
export type VersionRow = NonNullable<Awaited<ReturnType<typeof versionRows.find>>>;

/** A version with the time at which its document was stored or failed, and the status and facts of its redline. */
export type FoundVersion = Selectable<VersionsTable> & {
  readonly made_at: Date | null;
  readonly redline_status: JobStatus | null;
  readonly summary: StoredSummary | null;
  readonly notices: readonly StoredRedlineNotice[] | null;
};

/** Returns the versions of a document, ordered by number. */
export async function listVersions(database: Database, documentId: string): Promise<FoundVersion[]> {
  return versionsWhere(database).where("versions.document_id", "=", documentId).orderBy("number").execute();
}

export async function findVersionRow(database: Database, versionId: string): Promise<FoundVersion | undefined> {
  return versionsWhere(database).where("versions.version_id", "=", versionId).executeTakeFirst();
}

function versionsWhere(database: Database) {
  return database
    .selectFrom("versions")
    .leftJoin("comparisons", "comparisons.comparison_id", "versions.redline_id")
    .leftJoin("artifacts", (join) =>
      join.onRef("artifacts.owner_id", "=", "versions.version_id").on("artifacts.format", "=", "docx"),
    )
    .where("versions.acknowledged_at", "is", null)
    .where("versions.deleted_at", "is", null)
    .selectAll("versions")
    .select(["artifacts.finished_at as made_at", "comparisons.status as redline_status"])
    .select(["comparisons.summary", "comparisons.notices"]);
}

/** The number of versions of a document, and the id of the version with the highest number. */
export interface VersionCount {
  readonly count: number;
  readonly latest: string | null;
}

/** Maps the id of each document that has versions to its count. */
export async function countVersions(
  database: Database,
  documentIds: readonly string[],
): Promise<Map<string, VersionCount>> {
  const { rows } = await sql<VersionCount & { readonly document_id: string }>`
    select document_id, count(*)::integer as count, (array_agg(version_id order by number desc))[1] as latest
    from versions
    where document_id = any(${documentIds}::text[]) and acknowledged_at is null and deleted_at is null
    group by document_id`.execute(database);
  return new Map(rows.map(({ document_id: id, count, latest }) => [id, { count, latest }]));
}

export interface NewDocument {
  readonly documentId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly reference: string | null;
}

/** Inserts a document whose first version has the number 1. */
export async function insertDocument(transaction: Transaction, document: NewDocument): Promise<void> {
  await transaction
    .insertInto("documents")
    .values({
      document_id: document.documentId,
      organization_id: document.organizationId,
      account_id: document.accountId,
      created_at: document.now,
      updated_at: document.now,
      finished_at: document.now,
      name: document.name,
      description: document.description,
      metadata: JSON.stringify(document.metadata),
      reference: document.reference,
      next_number: 2,
      status: "ready",
      zero_day: false,
    })
    .execute();
}

/** Returns the number of the version that is being added. The document must be locked. */
export async function takeNumber(transaction: Transaction, documentId: string, now: Date): Promise<number> {
  const { next_number: next } = await transaction
    .updateTable("documents")
    .set({ next_number: sql`next_number + 1`, updated_at: now, finished_at: now })
    .where("document_id", "=", documentId)
    .returning("next_number")
    .executeTakeFirstOrThrow();
  return next - 1;
}

export interface NewVersion extends NewDocument {
  readonly versionId: string;
  readonly number: number;
  readonly parentId: string | null;
  readonly redlineId: string | null;
  readonly mergeId: string | null;
  /** The ids of the merged versions; empty unless the version is the result of a merge. */
  readonly mergedIds: readonly string[];
  readonly fileName: string;
  readonly author: string | null;
}

/** Inserts a version that is processing. `file` is its document, or undefined if a merge makes it. */
export async function insertVersion(
  transaction: Transaction,
  version: NewVersion,
  file: ReceivedFile | undefined,
): Promise<void> {
  const { versionId, organizationId, now } = version;
  await transaction
    .insertInto("versions")
    .values({
      version_id: versionId,
      document_id: version.documentId,
      organization_id: organizationId,
      account_id: version.accountId,
      created_at: now,
      updated_at: now,
      number: version.number,
      kind: version.mergeId === null ? "upload" : "merge",
      parent_version_id: version.parentId,
      merge_id: version.mergeId,
      merged_version_ids: [...version.mergedIds],
      redline_id: version.redlineId,
      name: version.name,
      file_name: version.fileName,
      author: version.author,
      description: version.description,
      metadata: JSON.stringify(version.metadata),
      reference: version.reference,
      status: "processing",
      zero_day: false,
    })
    .execute();
  const artifact = { format: "docx", fileName: convertedName(version.fileName) };
  await putPendingArtifacts(transaction, versionId, [artifact]);
  if (file === undefined) return;
  const { objectKey, sha256, size } = file;
  const owned = { organization_id: organizationId, owner_id: versionId, created_at: now, role: artifact.format };
  await transaction
    .insertInto("objects")
    .values({ ...owned, object_key: objectKey, sha256, size })
    .execute();
}

/** Makes the uploaded file of the version available for download. */
export async function readyUpload(transaction: Transaction, versionId: string, now: Date): Promise<void> {
  await sql`
    update artifacts set status = 'ready', finished_at = ${now},
      object_key = (select object_key from objects where owner_id = ${versionId} and role = 'docx')
    where owner_id = ${versionId} and format = 'docx'`.execute(transaction);
}

export interface VersionEnd {
  readonly versionId: string;
  readonly at: Date;
  readonly made?: { readonly words: number | null; readonly engineVersion: string };
  readonly error?: FailedJobError;
}

/** Ends the processing: failed if `error` is set, otherwise ready, with the words and the engine version of `made`. */
export async function updateEnd(transaction: Transaction, { versionId, at, made, error }: VersionEnd): Promise<void> {
  await transaction
    .updateTable("versions")
    .set({
      status: error === undefined ? "ready" : "failed",
      updated_at: at,
      error: error === undefined ? null : JSON.stringify(error),
      ...(made === undefined ? {} : { words: made.words, engine_version: made.engineVersion }),
    })
    .where("version_id", "=", versionId)
    .execute();
}

/** Stores the version of the engine that made the history. */
export async function updateHistory(transaction: Transaction, versionId: string, engineVersion: string): Promise<void> {
  await transaction
    .updateTable("versions")
    .set({ history_engine_version: engineVersion })
    .where("version_id", "=", versionId)
    .execute();
}

export interface Described {
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Metadata;
}

export async function describeDocument(
  transaction: Transaction,
  { documentId, now }: { readonly documentId: string; readonly now: Date },
  described?: Described,
): Promise<void> {
  await transaction
    .updateTable("documents")
    .set({ updated_at: now, ...columnsOf(described) })
    .where("document_id", "=", documentId)
    .execute();
}

export async function describeVersion(
  transaction: Transaction,
  { versionId, now }: { readonly versionId: string; readonly now: Date },
  described: Described,
): Promise<void> {
  await transaction
    .updateTable("versions")
    .set({ updated_at: now, ...columnsOf(described) })
    .where("version_id", "=", versionId)
    .execute();
}

function columnsOf(described: Described | undefined) {
  return described === undefined ? {} : { ...described, metadata: JSON.stringify(described.metadata) };
}
