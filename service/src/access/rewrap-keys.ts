// Wraps content keys again with the current master key, one organization after another.
//
// An older master key can then be removed from the configuration. The content keys themselves do not change, so no
// object has to be written again.

import { writeAudit } from "../storage/audit-entries.ts";
import { rewrapKey } from "../storage/data-keys.ts";
import type { AccessParts } from "./access-parts.ts";

export interface Rewrapping {
  readonly rewrapped: number;
  /** The number of keys that the current master key had already wrapped. */
  readonly current: number;
}

/** Throws DataKeyUnreadable for a key whose master key is no longer configured. Running it again continues. */
export async function rewrapKeys(parts: AccessParts): Promise<Rewrapping> {
  const { database, clock, actor } = parts;
  const rows = await database
    .selectFrom("organizations")
    .select("organization_id")
    .where("deleted_at", "is", null)
    .orderBy("organization_id")
    .execute();
  let rewrapped = 0;
  for (const { organization_id: organizationId } of rows) {
    await database.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom("organizations")
        .select("data_key")
        .where("organization_id", "=", organizationId)
        .where("deleted_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      const wrapped = row && rewrapKey(row.data_key, organizationId, parts);
      if (wrapped === undefined) return;
      await transaction
        .updateTable("organizations")
        .set({ data_key: wrapped })
        .where("organization_id", "=", organizationId)
        .execute();
      const details = { master_key: parts.masterKeys.current };
      await writeAudit(transaction, { at: clock(), actor, action: "organization.rewrapped", organizationId, details });
      rewrapped += 1;
    });
  }
  return { rewrapped, current: rows.length - rewrapped };
}
