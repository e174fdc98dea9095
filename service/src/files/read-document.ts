// The document of a file, whole and proved intact, for work that its caller waits for.

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

/** Throws CONTENT_DELETED. */
export async function readDocument(
  { file_id: fileId, kind }: FoundFile,
  organization: OrganizationKey,
  { database, store }: DocumentParts,
): Promise<Uint8Array> {
  const row = await findArtifactObject(database, fileId, downloadFormats[kind]);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  return orDeleted(readVerified(store, row, organization));
}

/** Deleted while we read, or not what was stored: in neither case is there anything to work on. */
export function orDeleted(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  return reading.catch((problem: unknown) => {
    throw problem instanceof ChecksumMismatch ? new ApiError("CONTENT_DELETED") : problem;
  });
}
