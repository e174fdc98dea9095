// Contains the queries and writes of creations.

import type { Selectable } from "kysely";
import type { Transaction } from "../storage/database.ts";
import { ownedRows } from "../storage/owned-rows.ts";
import type { CreationError, CreationsTable } from "../storage/schema.ts";

export const creationRows = ownedRows<Selectable<CreationsTable>>({ table: "creations", id: "creation_id" });

export type CreationRow = NonNullable<Awaited<ReturnType<typeof creationRows.find>>>;

export interface NewCreation {
  readonly creationId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly fileName: string;
  readonly zeroDay: boolean;
  readonly deleteAt: Date | null;
  readonly reference: string | null;
}

/** The sources of a creation. */
export type SourceRole = "paragraphs" | "style_template";

export interface NewSource {
  readonly role: SourceRole;
  readonly objectKey: string;
  readonly sha256: Uint8Array;
  readonly size: number;
}

export async function insertCreation(
  transaction: Transaction,
  creation: NewCreation,
  sources: readonly NewSource[],
): Promise<void> {
  const { creationId, organizationId, accountId, now, fileName, zeroDay, deleteAt, reference } = creation;
  await transaction
    .insertInto("creations")
    .values({
      creation_id: creationId,
      organization_id: organizationId,
      account_id: accountId,
      created_at: now,
      status: "processing",
      file_name: fileName,
      zero_day: zeroDay,
      delete_at: deleteAt,
      reference,
    })
    .execute();
  const rows = sources.map(({ role, objectKey, sha256, size }) => ({
    object_key: objectKey,
    organization_id: organizationId,
    owner_id: creationId,
    role,
    sha256,
    size,
    created_at: now,
  }));
  await transaction.insertInto("objects").values(rows).execute();
}

export interface CreationEnd {
  readonly creationId: string;
  readonly at: Date;
  readonly made?: { readonly fileId: string; readonly engineVersion: string };
  readonly error?: CreationError;
}

/** Ends the creation: failed if `error` is set, otherwise ready with its file. */
export async function updateEnd(transaction: Transaction, { creationId, at, made, error }: CreationEnd): Promise<void> {
  await transaction
    .updateTable("creations")
    .set({
      status: error === undefined ? "ready" : "failed",
      finished_at: at,
      file_id: made?.fileId ?? null,
      engine_version: made?.engineVersion ?? null,
      error: error === undefined ? null : JSON.stringify(error),
    })
    .where("creation_id", "=", creationId)
    .execute();
}
