// Reads the whole, verified document of a file for work that its caller waits for.

import { ApiError } from "../contract/api-error.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import type { FoundFile } from "./find-file.ts";
import { downloadFormats } from "./rules.ts";

export interface DocumentParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** Returns the bytes of the document. Throws CONTENT_DELETED. */
export async function readDocument(
  { file_id: fileId, kind }: FoundFile,
  organization: OrganizationKey,
  { database, store }: DocumentParts,
): Promise<Uint8Array> {
  const row = await findArtifactObject(database, fileId, downloadFormats[kind]);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  return orDeleted(readVerified(store, row, organization));
}

/**
 * Returns the bytes. Throws CONTENT_DELETED if the object does not have its stored digest or was deleted during the
 * read, because there is then nothing to work on.
 */
export function orDeleted(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  return reading.catch((problem: unknown) => {
    throw problem instanceof ChecksumMismatch ? new ApiError("CONTENT_DELETED") : problem;
  });
}
