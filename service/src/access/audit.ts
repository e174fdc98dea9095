// Every change to who may do what leaves an entry, in the transaction that makes the change. Ids and settings only:
// never a secret, and nothing of a document.

import type { Transaction } from "../storage/database.ts";

export interface AuditEntry {
  readonly at: Date;
  /** Who did it, for example `operator:alice`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly organizationId: string;
  /** The id of what was changed, where it is not the organization itself. */
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type AuditAction =
  | "organization.created"
  | "organization.changed"
  | "organization.closed"
  | "organization.deleted"
  | "account.attached"
  | "account.detached"
  | "key.created"
  | "key.rotated"
  | "key.revoked";

export async function writeAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await transaction
    .insertInto("audit_entries")
    .values({
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      organization_id: entry.organizationId,
      subject: entry.subject ?? null,
      details: entry.details === undefined ? null : JSON.stringify(entry.details),
    })
    .execute();
}
