// Contains the queries and writes of files.

import { type Selectable, sql } from "kysely";
import { hexOf } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type { FileError, FileKind, FilesTable, JobStatus, StoredNotice } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

export const fileRows = ownedRows<Selectable<FilesTable>>({ table: "files", id: "file_id" });

export type FileRow = NonNullable<Awaited<ReturnType<typeof fileRows.find>>>;

interface StoredBytes {
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: Uint8Array;
}

export interface NewFile extends StoredBytes {
  readonly fileId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly kind: FileKind;
  readonly sourceId: string | null;
  readonly status: JobStatus;
  readonly now: Date;
  readonly fileName: string;
  readonly words: number | null;
  readonly zeroDay: boolean;
  readonly deleteAt: Date | null;
  readonly reference: string | null;
  /** The format of the artifact that can be downloaded. */
  readonly format: string;
  /** The file name of the download. */
  readonly downloadName: string;
  /** The version of the engine that made the file; null for an upload. */
  readonly engineVersion: string | null;
  readonly notices: readonly StoredNotice[] | null;
}

/** Inserts a file whose bytes are in the store. */
export async function insertFile(transaction: Transaction, { sha256, ...file }: NewFile): Promise<void> {
  const finishedAt = file.status === "processing" ? null : file.now;
  const notices = file.notices === null ? null : JSON.stringify(file.notices);
  await insertAll(transaction, { ...file, finishedAt, digest: hexOf(sha256), notices });
}

interface WholeFile extends Omit<NewFile, "sha256" | "notices"> {
  /** JSON; null without notices. */
  readonly notices: string | null;
  readonly finishedAt: Date | null;
  readonly digest: string;
}

const insertAll = statement((database, row: WholeFile) => ({
  compile: () =>
    sql`
      with stored as (
        insert into objects (object_key, organization_id, owner_id, role, sha256, size, created_at)
        values (${row.objectKey}, ${row.organizationId}, ${row.fileId}, ${row.format}, decode(${row.digest}, 'hex'),
          ${row.size}, ${row.now})
      ), given as (
        insert into artifacts (owner_id, format, status, object_key, file_name, finished_at)
        values (${row.fileId}, ${row.format}, 'ready', ${row.objectKey}, ${row.downloadName}, ${row.now})
      )
      insert into files (file_id, organization_id, account_id, kind, source_id, created_at, status, finished_at,
        file_name, size, words, zero_day, delete_at, engine_version, notices, reference)
      values (${row.fileId}, ${row.organizationId}, ${row.accountId}, ${row.kind}, ${row.sourceId}, ${row.now},
        ${row.status}, ${row.finishedAt}, ${row.fileName}, ${row.size}, ${row.words}, ${row.zeroDay},
        ${row.deleteAt}, ${row.engineVersion}, ${row.notices}::jsonb, ${row.reference})`.compile(database),
}));

/** Inserts a file that is not made yet. */
export async function insertPromised(
  transaction: Transaction,
  file: Omit<NewFile, "status" | "words" | "format" | "downloadName" | "engineVersion" | "notices" | keyof StoredBytes>,
): Promise<void> {
  await transaction
    .insertInto("files")
    .values({
      file_id: file.fileId,
      organization_id: file.organizationId,
      account_id: file.accountId,
      kind: file.kind,
      source_id: file.sourceId,
      created_at: file.now,
      status: "processing",
      file_name: file.fileName,
      size: 0,
      zero_day: file.zeroDay,
      delete_at: file.deleteAt,
      reference: file.reference,
    })
    .execute();
}

export interface FileEnd {
  readonly fileId: string;
  readonly status: "ready" | "failed";
  readonly at: Date;
  /** The size of the download; undefined keeps the stored size. */
  readonly size?: number;
  readonly words?: number;
  /** The version of the engine that made or read the file. A version that is stored already is kept. */
  readonly engineVersion?: string;
  readonly error?: FileError;
}

export async function updateEnd(
  transaction: Transaction,
  { fileId, status, at, size, words, engineVersion, error }: FileEnd,
): Promise<void> {
  await transaction
    .updateTable("files")
    .set({
      status,
      finished_at: at,
      words: words ?? null,
      error: error === undefined ? null : JSON.stringify(error),
      ...(size === undefined ? {} : { size }),
      ...(engineVersion === undefined ? {} : { engine_version: sql`coalesce(engine_version, ${engineVersion})` }),
    })
    .where("file_id", "=", fileId)
    .execute();
}

/** Stores the words of a file that was read on demand, unless they are known. */
export async function updateWords(transaction: Transaction, fileId: string, words: number): Promise<void> {
  await transaction
    .updateTable("files")
    .set({ words })
    .where("file_id", "=", fileId)
    .where("words", "is", null)
    .execute();
}
