// Finds the artifact of a download address, whatever kind its owner has.
//
// It is called at every download. Deleted content is not returned, whatever addresses callers still have.

import type { FindDownload } from "../contract/downloads.ts";
import type { Clock } from "../contract/ids.ts";
import { findArtifactObject } from "./artifacts.ts";
import type { MasterKeys } from "./data-keys.ts";
import type { Database } from "./database.ts";
import { organizationOf } from "./organization-key.ts";
import { ownedRows } from "./owned-rows.ts";
import { type ContentKind, ownerKindOf } from "./owner-kind.ts";
import { isGone } from "./retention-facts.ts";

export interface DownloadParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
  readonly owners: readonly ContentKind[];
}

export function downloadFinder({ database, masterKeys, clock, owners }: DownloadParts): FindDownload {
  const rowsOf = new Map(owners.map((kind) => [kind, ownedRows<Readonly<Record<string, unknown>>>(kind)]));
  return async ({ ownerId, format }) => {
    const kind = ownerKindOf(owners, ownerId);
    const row = kind?.mediaType && (await rowsOf.get(kind)?.find(database, ownerId));
    if (row === undefined || isGone(row, row.retention_days, clock())) return undefined;
    const mediaType = kind?.mediaType?.(row, format);
    const object = mediaType && (await findArtifactObject(database, ownerId, format));
    if (mediaType === undefined || !object) return undefined;
    return {
      objectKey: object.object_key,
      organization: organizationOf(row, masterKeys),
      size: object.size,
      sha256: object.sha256,
      mediaType,
    };
  };
}
