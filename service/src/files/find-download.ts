// What is behind a download address of a file, asked at every download: content that is gone is not given out, whatever
// addresses are about.

import type { FindDownload } from "../contract/downloads.ts";
import { mediaTypes } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { isGone } from "../retention/deadlines.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database } from "../storage/database.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { selectFile } from "./queries.ts";
import { downloadFormats } from "./rules.ts";

export interface DownloadParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
}

export function findFileDownload({ database, masterKeys, clock }: DownloadParts): FindDownload {
  return async ({ ownerId, format }) => {
    const file = await selectFile(database, ownerId);
    if (file === undefined || isGone(file, file.retention_days, clock())) return undefined;
    const given = downloadFormats[file.kind];
    const object = format === given ? await findArtifactObject(database, ownerId, given) : undefined;
    if (object === undefined) return undefined;
    return {
      objectKey: object.object_key,
      organization: organizationOf(file, masterKeys),
      size: object.size,
      sha256: object.sha256,
      mediaType: mediaTypes[given],
    };
  };
}
