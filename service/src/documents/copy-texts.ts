// Copies the texts of versions as the sources of a comparison or a merge.
//
// A copy remains if its version is deleted.

import { ApiError } from "../contract/api-error.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import { copyArtifact } from "../files/copy-file.ts";
import type { Database } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import type { FoundVersion } from "./queries.ts";
import { textFormat } from "./rules.ts";

export interface CopyParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface CopyOwner {
  readonly ownerId: string;
  readonly organization: OrganizationKey;
}

export interface WantedText {
  readonly version: FoundVersion;
  /** The role in the comparison or merge, such as `original`. */
  readonly role: string;
}

/**
 * Copies the texts and passes the copies, in the same order, to `create`. Deletes the copies if it fails with an
 * ApiError; after any other error the sweep of uploads does.
 */
export async function copyTexts(
  { ownerId, organization }: CopyOwner,
  wanted: readonly WantedText[],
  parts: CopyParts,
  create: (copies: readonly ReceivedFile[]) => Promise<unknown>,
): Promise<void> {
  const { organizationId } = organization;
  const keys: string[] = [];
  try {
    const copies: ReceivedFile[] = [];
    // Copy one after the other, so that no copy is still being written if another fails.
    for (const { version, role } of wanted) {
      const objectKey = newObjectKey({ organizationId, ownerId }, role, parts);
      keys.push(objectKey);
      const { version_id: versionId, file_name: fileName } = version;
      const text = { ownerId: versionId, format: textFormat(version), fileName };
      copies.push(await copyArtifact(text, { objectKey, organization }, parts));
    }
    await create(copies);
  } catch (problem) {
    // After any other error the transaction may have been committed. If it was not, the sweep of uploads deletes the
    // copies.
    if (problem instanceof ApiError) await parts.store.delete(keys).catch(() => {});
    throw problem;
  }
}
