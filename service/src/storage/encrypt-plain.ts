// Rewrites the plain objects of a bucket, which older versions stored, in the encrypted form.
//
// Each object is copied under a new key and verified against its SHA-256, and then its row names the copy. No key is
// therefore used twice, and an object that is deleted meanwhile does not return.
//
// The plain objects remain for a minute for running reads and are then deleted. A plain key without a row belongs to
// nothing, because plain objects are no longer stored. If the command is interrupted at any step, running it again
// continues there.

import { sql } from "kysely";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { MasterKeys } from "./data-keys.ts";
import type { Database } from "./database.ts";
import { isPlainKey, newObjectKey, plainKeyPattern } from "./object-keys.ts";
import type { ObjectStore } from "./object-store.ts";
import { organizationOf } from "./organization-key.ts";

export interface EncryptionParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Waits for this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface Encryption {
  readonly encrypted: number;
  /** Rows whose object is missing or differs from the stored one. They were not changed. */
  readonly damaged: number;
  /** The number of plain objects that were deleted. */
  readonly deleted: number;
}

const pageSize = 200;
const atOnce = 4;
/** Longer than reading an object takes. */
const readMilliseconds = 60_000;

export async function encryptPlain(parts: EncryptionParts): Promise<Encryption> {
  let encrypted = 0;
  let damaged = 0;
  for (let after = ""; ; ) {
    const rows = await plainObjects(parts.database, after);
    for (let start = 0; start < rows.length; start += atOnce) {
      const ends = await Promise.all(rows.slice(start, start + atOnce).map((row) => encryptObject(row, parts)));
      encrypted += ends.filter((end) => end === "encrypted").length;
      damaged += ends.filter((end) => end === "damaged").length;
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.object_key;
  }
  if (encrypted > 0) await parts.pause(readMilliseconds);
  return { encrypted, damaged, deleted: await deletePlain(parts) };
}

/** Returns the number of rows whose object is plain, if the store is a bucket. */
export async function countPlain(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count from objects where object_key ~ ${plainKeyPattern}`.execute(database);
  return rows[0]?.count ?? 0;
}

interface PlainObject {
  readonly object_key: string;
  readonly organization_id: string;
  readonly owner_id: string;
  readonly role: string;
  readonly sha256: Uint8Array;
  readonly size: number;
  readonly data_key: Uint8Array;
}

async function plainObjects(database: Database, after: string): Promise<PlainObject[]> {
  const { rows } = await sql<PlainObject>`
    select object_key, organization_id, owner_id, role, sha256, size, data_key
    from objects join organizations using (organization_id)
    where object_key ~ ${plainKeyPattern} and object_key > ${after} and organizations.deleted_at is null
    order by object_key limit ${pageSize}`.execute(database);
  return rows;
}

/** The result for one object. `gone` means that it was deleted meanwhile. */
type End = "encrypted" | "damaged" | "gone";

async function encryptObject(row: PlainObject, parts: EncryptionParts): Promise<End> {
  const { database, store, masterKeys } = parts;
  const organization = organizationOf(row, masterKeys);
  const found = await store.get(row.object_key, { organization });
  if (found?.size !== row.size) return "damaged";
  const key = newObjectKey({ ...organization, ownerId: row.owner_id }, row.role, parts);
  const stored = await store.put(key, found.content, { organization, mostBytes: row.size });
  const isWhole = Buffer.from(stored.sha256).equals(row.sha256);
  const isTaken = isWhole && (await pointTo(database, { from: row.object_key, to: key }));
  if (!isTaken) await store.delete([key]);
  if (!isWhole) return "damaged";
  return isTaken ? "encrypted" : "gone";
}

function pointTo(database: Database, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("objects")
      .set({ object_key: to })
      .where("object_key", "=", from)
      .executeTakeFirst();
    await transaction.updateTable("artifacts").set({ object_key: to }).where("object_key", "=", from).execute();
    return numUpdatedRows === 1n;
  });
}

async function deletePlain({ database, store }: EncryptionParts): Promise<number> {
  let deleted = 0;
  let batch: string[] = [];
  const deleteBatch = async (): Promise<void> => {
    const rows = await database.selectFrom("objects").where("object_key", "in", batch).select("object_key").execute();
    const recorded = new Set(rows.map((row) => row.object_key));
    const unrecorded = batch.filter((key) => !recorded.has(key));
    if (unrecorded.length > 0) await store.delete(unrecorded);
    deleted += unrecorded.length;
    batch = [];
  };
  for await (const key of store.list("")) {
    if (isPlainKey(key)) batch.push(key);
    if (batch.length === pageSize) await deleteBatch();
  }
  if (batch.length > 0) await deleteBatch();
  return deleted;
}
