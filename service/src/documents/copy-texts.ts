// Copies of the texts of versions, as the sources of something that is made of them: from then on each has its own end.

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
  /** Its part in the comparison or merge: `original`. */
  readonly role: string;
}

/** Hands the copies, in the same order, to whoever creates their owner. When nothing is created, they are deleted. */
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
    // One after the other: when one cannot be copied, nothing is still being written.
    for (const { version, role } of wanted) {
      const objectKey = newObjectKey({ organizationId, ownerId }, role, parts);
      keys.push(objectKey);
      const { version_id: versionId, file_name: fileName } = version;
      const text = { ownerId: versionId, format: textFormat(version), fileName };
      copies.push(await copyArtifact(text, { objectKey, organization }, parts));
    }
    await create(copies);
  } catch (problem) {
    // Of anything else than a refusal we do not know whether it was committed: should it not be, the sweep of uploads
    // removes what was stored.
    if (problem instanceof ApiError) await parts.store.delete(keys).catch(() => {});
    throw problem;
  }
}
