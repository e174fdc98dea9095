// Copies the bytes of a file to an object of another owner, which has its own retention.

import { ApiError } from "../contract/api-error.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import type { FileRow } from "./queries.ts";
import { downloadFormats } from "./rules.ts";

export interface CopyTarget {
  readonly objectKey: string;
  readonly organization: OrganizationKey;
}

interface CopyParts {
  readonly database: Database;
  readonly store: ObjectStore;
}

/** Copies the document of the file. Throws CONTENT_DELETED if it was deleted meanwhile. */
export function copyFile(
  { file_id: ownerId, file_name: fileName, kind }: FileRow,
  target: CopyTarget,
  parts: CopyParts,
): Promise<ReceivedFile> {
  return copyArtifact({ ownerId, fileName, format: downloadFormats[kind] }, target, parts);
}

export interface CopiedArtifact {
  readonly ownerId: string;
  readonly format: string;
  readonly fileName: string;
}

/** Copies an artifact. Throws CONTENT_DELETED if it was deleted meanwhile. */
export async function copyArtifact(
  { ownerId, format, fileName }: CopiedArtifact,
  { objectKey, organization }: CopyTarget,
  { database, store }: CopyParts,
): Promise<ReceivedFile> {
  const object = await findArtifactObject(database, ownerId, format);
  const found = object && (await store.get(object.object_key, { organization }));
  if (object === undefined || found === undefined) throw new ApiError("CONTENT_DELETED");
  await store.put(objectKey, found.content, { organization, mostBytes: object.size });
  // The digest is that of the original, so a reader of the copy detects a difference.
  return { fileName, objectKey, size: object.size, sha256: object.sha256, isCopy: true };
}
