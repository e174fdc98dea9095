// What is behind a download address of a comparison, asked at every download: content that is gone is not given out,
// whatever addresses are about.

import type { FindDownload } from "../contract/downloads.ts";
import { type ComparisonFormat, comparisonFormats } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { isGone } from "../retention/deadlines.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database } from "../storage/database.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { findJobComparison } from "./queries.ts";

export interface DownloadParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
}

export function findComparisonDownload({ database, masterKeys, clock }: DownloadParts): FindDownload {
  return async ({ ownerId, format }) => {
    if (!isFormat(format)) return undefined;
    const comparison = await findJobComparison(database, ownerId);
    if (comparison === undefined || isGone(comparison, comparison.retention_days, clock())) return undefined;
    const object = await findArtifactObject(database, ownerId, format);
    if (object === undefined) return undefined;
    return {
      objectKey: object.object_key,
      organization: organizationOf(comparison, masterKeys),
      size: object.size,
      sha256: object.sha256,
      mediaType: comparisonFormats[format].mediaType,
    };
  };
}

function isFormat(format: string): format is ComparisonFormat {
  return Object.hasOwn(comparisonFormats, format);
}
