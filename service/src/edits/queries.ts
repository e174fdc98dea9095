// Contains the queries and writes of edits.

import type { Selectable } from "kysely";
import type { Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type { EditError, EditsTable, StoredEditResult, StoredSummary } from "../storage/schema.ts";

export const editTable = { table: "edits", id: "edit_id" } as const;

export const editRows = ownedRows<Selectable<EditsTable>>(editTable);

export type EditRow = NonNullable<Awaited<ReturnType<typeof editRows.find>>>;

export interface NewEdit {
  readonly editId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly sourceFileId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly editCount: number;
  readonly author: string;
  readonly date: string;
  readonly fromInstruction: boolean;
  readonly zeroDay: boolean;
  readonly deleteAt: Date | null;
  readonly reference: string | null;
}

/** The sources of an edit in addition to its file. */
export type SourceRole = "edits" | "style_template";

export interface NewSource {
  readonly role: SourceRole;
  readonly objectKey: string;
  readonly sha256: Uint8Array;
  readonly size: number;
}

export async function insertEdit(
  transaction: Transaction,
  edit: NewEdit,
  sources: readonly NewSource[],
): Promise<void> {
  const owner = { organization_id: edit.organizationId, created_at: edit.now };
  await transaction
    .insertInto("edits")
    .values({
      ...owner,
      edit_id: edit.editId,
      account_id: edit.accountId,
      status: "processing",
      source_file_id: edit.sourceFileId,
      file_id: edit.fileId,
      file_name: edit.fileName,
      edit_count: edit.editCount,
      author: edit.author,
      date: edit.date,
      from_instruction: edit.fromInstruction,
      zero_day: edit.zeroDay,
      delete_at: edit.deleteAt,
      reference: edit.reference,
    })
    .execute();
  const rows = sources.map(({ role, objectKey, sha256, size }) => {
    return { ...owner, owner_id: edit.editId, object_key: objectKey, role, sha256, size };
  });
  if (rows.length > 0) await transaction.insertInto("objects").values(rows).execute();
}

export interface EditEnd {
  readonly editId: string;
  readonly at: Date;
  readonly made?: MadeEdit;
  readonly error?: EditError;
}

export interface MadeEdit {
  readonly redlineFileId: string;
  readonly results: readonly StoredEditResult[];
  readonly summary: StoredSummary;
  readonly engineVersion: string;
}

/** Ends the edit: failed if `error` is set, otherwise ready with `made`. */
export async function updateEnd(transaction: Transaction, { editId, at, made, error }: EditEnd): Promise<void> {
  await transaction
    .updateTable("edits")
    .set({
      status: error === undefined ? "ready" : "failed",
      finished_at: at,
      redline_file_id: made?.redlineFileId ?? null,
      results: made === undefined ? null : JSON.stringify(made.results),
      summary: made === undefined ? null : JSON.stringify(made.summary),
      engine_version: made?.engineVersion ?? null,
      error: error === undefined ? null : JSON.stringify(error),
    })
    .where("edit_id", "=", editId)
    .execute();
}
