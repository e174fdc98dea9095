// An object whole and in memory, proved to be what was taken in: its size and SHA-256 are those of its row. This is how
// the worker reads sources.

import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { type ObjectStore, ObjectUnreadable, type OrganizationKey } from "./object-store.ts";
import type { ObjectsTable } from "./schema.ts";

export type ObjectRow = Pick<Selectable<ObjectsTable>, "object_key" | "size" | "sha256">;

/** The store does not give what was put in. The job fails with these codes; trying again would not help. */
export class ChecksumMismatch extends Error {
  readonly code = "SOURCE_UPLOAD_FAILED";
  readonly upstreamCode: "CHECKSUM_MISMATCH" | "UPLOAD_INCOMPLETE";

  constructor(key: string, upstreamCode: ChecksumMismatch["upstreamCode"]) {
    super(`the object ${key} is not what was stored`);
    this.name = "ChecksumMismatch";
    this.upstreamCode = upstreamCode;
  }
}

/** Throws ChecksumMismatch for an object that is missing, cut short or altered; what else the store throws is passed on. */
export async function readVerified(
  store: ObjectStore,
  row: ObjectRow,
  organization: OrganizationKey,
): Promise<Uint8Array> {
  const key = row.object_key;
  const bytes = await readWhole(store, row, organization).catch((error: unknown) => {
    throw error instanceof ObjectUnreadable ? new ChecksumMismatch(key, "CHECKSUM_MISMATCH") : error;
  });
  if (bytes === undefined) throw new ChecksumMismatch(key, "UPLOAD_INCOMPLETE");
  if (!createHash("sha256").update(bytes).digest().equals(row.sha256)) {
    throw new ChecksumMismatch(key, "CHECKSUM_MISMATCH");
  }
  return bytes;
}

async function readWhole(
  store: ObjectStore,
  { object_key: key, size }: ObjectRow,
  organization: OrganizationKey,
): Promise<Uint8Array | undefined> {
  const found = await store.get(key, { organization });
  if (found === undefined || found.size < size) return undefined;
  if (found.size > size) throw new ChecksumMismatch(key, "CHECKSUM_MISMATCH");
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const piece of found.content) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return filled === size ? bytes : undefined;
}
