// Reads and writes the rows of artifacts and of their stored objects.

import { type Insertable, sql } from "kysely";
import type { Database, Transaction } from "./database.ts";
import type { ArtifactsTable } from "./schema.ts";
import { statement } from "./statement.ts";

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

/** Adds the artifacts as pending. Existing ones become pending again, whatever their state was. */
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

/** Adds pending rows for the artifacts that have no row. Returns their formats. */
export async function putMissingArtifacts(
  transaction: Transaction,
  ownerId: string,
  artifacts: readonly PendingArtifact[],
): Promise<string[]> {
  const added = await transaction
    .insertInto("artifacts")
    .values(artifacts.map(({ format, fileName }) => pendingRow(ownerId, format, fileName)))
    .onConflict((conflict) => conflict.columns(["owner_id", "format"]).doNothing())
    .returning("format")
    .execute();
  return added.map(({ format }) => format);
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
 * Sets stored artifacts to ready. The objects that they replace lose their rows, so the sweep of orphans removes them
 * later, and running downloads may finish.
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

/**
 * Replaces the object that the owner has in the same role, from which the stored object was made. An artifact that
 * named the old object names the new one. The old object loses its row, and the sweep of orphans removes it.
 */
export async function replaceObject(
  transaction: Transaction,
  { ownerId, organizationId }: { readonly ownerId: string; readonly organizationId: string },
  { stored, now }: { readonly stored: StoredArtifact; readonly now: Date },
): Promise<void> {
  const { format: role, objectKey, size } = stored;
  await replaceOwned(transaction, {
    ownerId,
    organizationId,
    role,
    objectKey,
    size,
    digest: hexOf(stored.sha256),
    now,
  });
}

interface ReplacedObject {
  readonly ownerId: string;
  readonly organizationId: string;
  readonly role: string;
  readonly objectKey: string;
  readonly size: number;
  readonly digest: string;
  readonly now: Date;
}

const replaceOwned = statement((database, row: ReplacedObject) => ({
  compile: () =>
    sql`
      with stored as (
        insert into objects (object_key, organization_id, owner_id, role, sha256, size, created_at)
        values (${row.objectKey}, ${row.organizationId}, ${row.ownerId}, ${row.role}, decode(${row.digest}, 'hex'),
          ${row.size}, ${row.now})
      ), replaced as (
        delete from objects where owner_id = ${row.ownerId} and role = ${row.role} returning object_key
      )
      update artifacts set object_key = ${row.objectKey}
      where owner_id = ${row.ownerId} and object_key in (select object_key from replaced)`.compile(database),
}));

/** Sets the pending artifacts of these formats to failed. */
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

/** Returns the stored object of an artifact, or undefined if the artifact is not ready. */
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

/** Returns the stored object that an owner has in a role. */
export async function findObject(database: Database, ownerId: string, role: string) {
  const [object] = await findOwned(database, { ownerId, role });
  return object;
}

const findOwned = statement((database, { ownerId, role }: { readonly ownerId: string; readonly role: string }) =>
  database
    .selectFrom("objects")
    .where("owner_id", "=", ownerId)
    .where("role", "=", role)
    .select(["object_key", "size", "sha256"]),
);

/** Returns the bytes in hexadecimal, as SQL decodes them. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
