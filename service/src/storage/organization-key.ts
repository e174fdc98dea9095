// Returns the key with which the objects of an organization are read and written.

import { type MasterKeys, unwrapKey } from "./data-keys.ts";
import type { OrganizationKey } from "./object-store.ts";

/** The columns of an owner's row that describe its organization. */
interface OwnedRow {
  readonly organization_id: string;
  /** The wrapped content key. */
  readonly data_key: Uint8Array;
}

/** Throws DataKeyUnreadable for a deleted organization. */
export function organizationOf(row: OwnedRow, masterKeys: MasterKeys): OrganizationKey {
  const { organization_id: organizationId, data_key: wrapped } = row;
  return { organizationId, dataKey: unwrapKey(wrapped, organizationId, masterKeys) };
}
