// Repeats, on rows that were just loaded, the acts that the journal recorded after the backup.
//
// It runs in the transaction that loads the rows, so deleted rows are never visible. Entries that the rows already
// reflect, and entries about things made after the backup, change nothing.

import { deleteRows, eraseAudit } from "../access/organization-rows.ts";
import { removeOwnerJobs } from "../jobs/organization-jobs.ts";
import { markDeleted } from "../retention/mark-deleted.ts";
import { writeAudit } from "../storage/audit-entries.ts";
import type { Transaction } from "../storage/database.ts";
import type { JournalEntry } from "../storage/journal.ts";
import type { ContentKind } from "../storage/owner-kind.ts";

export interface ReplayParts {
  readonly owners: readonly ContentKind[];
  readonly now: Date;
  /** The actor for the audit. */
  readonly actor: string;
}

export async function replayJournal(
  transaction: Transaction,
  entries: readonly JournalEntry[],
  parts: ReplayParts,
): Promise<void> {
  for (const entry of entries) await replay(transaction, entry, parts);
}

async function replay(transaction: Transaction, entry: JournalEntry, parts: ReplayParts): Promise<void> {
  switch (entry.act) {
    case "content":
      return markDeleted(transaction, entry.id, parts);
    case "organization":
      return deleteOrganizationAgain(transaction, entry.id, parts);
    case "key":
      return endKey(transaction, entry, parts);
    case "webhook":
      await transaction.deleteFrom("webhooks").where("webhook_id", "=", entry.id).execute();
      await removeOwnerJobs(transaction, entry.id);
      await transaction.updateTable("idempotency").where("owner_id", "=", entry.id).set({ body: null }).execute();
      return;
    case "retention":
      await transaction
        .updateTable("organizations")
        .set({ retention_days: entry.days })
        .where("organization_id", "=", entry.id)
        .execute();
      return;
    case "backup":
      return;
  }
}

async function deleteOrganizationAgain(
  transaction: Transaction,
  organizationId: string,
  { now, actor }: ReplayParts,
): Promise<void> {
  const counts = await deleteRows(transaction, organizationId);
  if (counts.organizations === 0) return;
  const details = { ...counts, erasure: await eraseAudit(transaction, organizationId) };
  await writeAudit(transaction, { at: now, actor, organizationId, details, action: "organization.deleted" });
}

async function endKey(
  transaction: Transaction,
  { id, until }: { readonly id: string; readonly until: Date },
  { now }: ReplayParts,
): Promise<void> {
  const ended = until <= now ? { revoked_at: until } : { expires_at: until };
  await transaction.updateTable("keys").set(ended).where("key_id", "=", id).where("revoked_at", "is", null).execute();
}
