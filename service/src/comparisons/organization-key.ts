// The key that the objects of a comparison are read and written with.

import { type MasterKeys, unwrapKey } from "../storage/data-keys.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import type { ComparisonRow } from "./queries.ts";

/** Throws DataKeyUnreadable for an organization that was deleted. */
export function organizationOf(comparison: ComparisonRow, masterKeys: MasterKeys): OrganizationKey {
  const { organization_id: organizationId, data_key: wrapped } = comparison;
  return { organizationId, dataKey: unwrapKey(wrapped, organizationId, masterKeys) };
}
