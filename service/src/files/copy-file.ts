// The bytes of a file under the key of another owner, whose retention is then its own.

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

/** Throws CONTENT_DELETED when it went meanwhile. */
export async function copyFile(
  { file_id: fileId, file_name: fileName, kind }: FileRow,
  { objectKey, organization }: CopyTarget,
  { database, store }: { readonly database: Database; readonly store: ObjectStore },
): Promise<ReceivedFile> {
  const object = await findArtifactObject(database, fileId, downloadFormats[kind]);
  const found = object && (await store.get(object.object_key, { organization }));
  if (object === undefined || found === undefined) throw new ApiError("CONTENT_DELETED");
  await store.put(objectKey, found.content, { organization, mostBytes: object.size });
  // As it arrived once: whoever reads the copy notices when that is not what was copied.
  return { fileName, objectKey, size: object.size, sha256: object.sha256 };
}
