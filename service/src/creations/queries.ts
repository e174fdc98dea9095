// What creations ask of the tables and write into them.

import type { Database, Transaction } from "../storage/database.ts";
import type { CreationError } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";

/** With what decides on its retention, and the key of its objects. */
export async function selectCreation(database: Database, creationId: string) {
  const [creation] = await findOne(database, { creationId });
  return creation;
}

/** The same, and nobody changes it until the transaction ends. */
export async function lockCreation(transaction: Transaction, creationId: string) {
  const [creation] = await lockOne(transaction, { creationId });
  return creation;
}

const findOne = statement((database, { creationId }: { readonly creationId: string }) =>
  creationsOf(database).where("creation_id", "=", creationId),
);

const lockOne = statement((database, { creationId }: { readonly creationId: string }) =>
  creationsOf(database).where("creation_id", "=", creationId).forUpdate("creations"),
);

function creationsOf(database: Database) {
  return database
    .selectFrom("creations")
    .innerJoin("organizations", "organizations.organization_id", "creations.organization_id")
    .where("organizations.deleted_at", "is", null)
    .select(["creation_id", "creations.organization_id", "account_id", "creations.created_at", "status", "error"])
    .select(["file_name", "file_id", "creations.zero_day", "finished_at", "delete_at", "acknowledged_at"])
    .select(["creations.deleted_at", "organizations.data_key", "organizations.retention_days"]);
}

export type CreationRow = NonNullable<Awaited<ReturnType<typeof selectCreation>>>;

export interface NewCreation {
  readonly creationId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly now: Date;
  readonly fileName: string;
  readonly zeroDay: boolean;
  readonly deleteAt: Date | null;
}

/** What it is made of. */
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
  const { creationId, organizationId, accountId, now, fileName, zeroDay, deleteAt } = creation;
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

export function findSources(database: Database, creationId: string) {
  return database
    .selectFrom("objects")
    .where("owner_id", "=", creationId)
    .where("role", "in", ["paragraphs", "style_template"] satisfies SourceRole[])
    .select(["role", "object_key", "size", "sha256"])
    .execute();
}

export interface CreationEnd {
  readonly creationId: string;
  readonly at: Date;
  readonly fileId?: string;
  readonly error?: CreationError;
}

/** Ready with its file, or failed with its error. */
export async function updateEnd(
  transaction: Transaction,
  { creationId, at, fileId, error }: CreationEnd,
): Promise<void> {
  await transaction
    .updateTable("creations")
    .set({
      status: error === undefined ? "ready" : "failed",
      finished_at: at,
      file_id: fileId ?? null,
      error: error === undefined ? null : JSON.stringify(error),
    })
    .where("creation_id", "=", creationId)
    .execute();
}
