// Reads a whole object, such as a source, and checks its size and SHA-256 against its row.

import { createHash, type Hash } from "node:crypto";
import type { Selectable } from "kysely";
import { eventLoop } from "./loop-share.ts";
import { type ObjectStore, ObjectUnreadable, type OrganizationKey } from "./object-store.ts";
import type { ObjectsTable } from "./schema.ts";

export type ObjectRow = Pick<Selectable<ObjectsTable>, "object_key" | "size" | "sha256">;

/** Thrown if the store does not return what was stored. The job fails with these codes; a retry would not help. */
export class ChecksumMismatch extends Error {
  readonly code = "SOURCE_UPLOAD_FAILED";
  readonly upstreamCode: "CHECKSUM_MISMATCH" | "UPLOAD_INCOMPLETE";

  constructor(key: string, upstreamCode: ChecksumMismatch["upstreamCode"]) {
    super(`the object ${key} is not what was stored`);
    this.name = "ChecksumMismatch";
    this.upstreamCode = upstreamCode;
  }
}

/**
 * Returns the bytes. Throws ChecksumMismatch for an object that is missing, cut short or altered. Other errors of the
 * store are passed on.
 */
export async function readVerified(
  store: ObjectStore,
  row: ObjectRow,
  organization: OrganizationKey,
): Promise<Uint8Array> {
  const key = row.object_key;
  const digest = createHash("sha256");
  const bytes = await readWhole(store, row, { organization, digest }).catch((error: unknown) => {
    throw error instanceof ObjectUnreadable ? new ChecksumMismatch(key, "CHECKSUM_MISMATCH") : error;
  });
  if (bytes === undefined) throw new ChecksumMismatch(key, "UPLOAD_INCOMPLETE");
  if (!digest.digest().equals(row.sha256)) throw new ChecksumMismatch(key, "CHECKSUM_MISMATCH");
  return bytes;
}

interface DigestedRead {
  readonly organization: OrganizationKey;
  /** Updated piece by piece, because digesting a large object at once would block the event loop. */
  readonly digest: Hash;
}

async function readWhole(
  store: ObjectStore,
  { object_key: key, size }: ObjectRow,
  { organization, digest }: DigestedRead,
): Promise<Uint8Array | undefined> {
  const found = await store.get(key, { organization });
  if (found === undefined || found.size < size) return undefined;
  if (found.size > size) throw new ChecksumMismatch(key, "CHECKSUM_MISMATCH");
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const piece of found.content) {
    await eventLoop.pass(piece.length);
    digest.update(piece);
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return filled === size ? bytes : undefined;
}
