// The key that the objects of an organization are read and written with.

import { type MasterKeys, unwrapKey } from "./data-keys.ts";
import type { OrganizationKey } from "./object-store.ts";

/** What a row of something owned tells of its organization. */
interface OwnedRow {
  readonly organization_id: string;
  /** Wrapped. */
  readonly data_key: Uint8Array;
}

/** Throws DataKeyUnreadable for an organization that was deleted. */
export function organizationOf(row: OwnedRow, masterKeys: MasterKeys): OrganizationKey {
  const { organization_id: organizationId, data_key: wrapped } = row;
  return { organizationId, dataKey: unwrapKey(wrapped, organizationId, masterKeys) };
}
