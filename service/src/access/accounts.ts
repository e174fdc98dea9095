// Detaches the service account of an organization, and attaches it again.
//
// A key stays with its account. While the account is detached, a call with one of its keys gets API_KEY_ORG_MISMATCH.

import { writeAudit } from "../storage/audit-entries.ts";
import type { AccessParts } from "./access-parts.ts";
import { lockOrganization, selectAccount, selectDetachedAccount } from "./queries.ts";
import { AccessRefused } from "./rules.ts";

/** Returns the address of the account. Throws AccessRefused. */
export function detachAccount(parts: AccessParts, slugOrId: string): Promise<string> {
  return parts.database.transaction().execute(async (transaction) => {
    const { organization_id: organizationId, slug } = await lockOrganization(transaction, slugOrId);
    const account = await selectAccount(transaction, organizationId);
    if (account === undefined) throw new AccessRefused(`The account of ${slug} is already detached.`);
    await transaction
      .updateTable("accounts")
      .set({ organization_id: null })
      .where("account_id", "=", account.account_id)
      .execute();
    const entry = { at: parts.clock(), actor: parts.actor, organizationId, subject: account.account_id };
    await writeAudit(transaction, { ...entry, action: "account.detached" });
    return account.address;
  });
}

/** Returns the address of the account. Throws AccessRefused. */
export function attachAccount(parts: AccessParts, slugOrId: string): Promise<string> {
  return parts.database.transaction().execute(async (transaction) => {
    const { organization_id: organizationId, slug } = await lockOrganization(transaction, slugOrId);
    const attached = await selectAccount(transaction, organizationId);
    if (attached !== undefined) throw new AccessRefused(`The account of ${slug} is already attached.`);
    const account = await selectDetachedAccount(transaction, slug);
    if (account === undefined) throw new AccessRefused(`There is no detached account for ${slug}.`);
    await transaction
      .updateTable("accounts")
      .set({ organization_id: organizationId })
      .where("account_id", "=", account.account_id)
      .execute();
    const entry = { at: parts.clock(), actor: parts.actor, organizationId, subject: account.account_id };
    await writeAudit(transaction, { ...entry, action: "account.attached" });
    return account.address;
  });
}
