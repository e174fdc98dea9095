// Resumes the work of loaded rows.
//
// The queue of pg-boss is empty. Our own table contains the jobs that had not ended, and there they wait for admission
// like any other job (jobs/admission.ts).

import { sql } from "kysely";
import type { Transaction } from "../storage/database.ts";
import type { ContentKind } from "../storage/owner-kind.ts";

const hour = 3_600_000;

export async function resumeWork(
  transaction: Transaction,
  { owners, startedAt }: { readonly owners: readonly ContentKind[]; readonly startedAt: Date },
): Promise<void> {
  await transaction
    .updateTable("jobs")
    .set({ state: "waiting", admitted_at: null, is_slow: false })
    .where("state", "in", ["queued", "running"])
    .execute();
  // The hour of zero-day retention begins when the work of an owner ends. Work that was running at the time of the
  // backup may have ended since, so its hour begins with the backup.
  for (const { table } of owners) {
    await sql`
      update ${sql.table(table)} set delete_at = ${new Date(startedAt.getTime() + hour)}
      where zero_day and delete_at is null and deleted_at is null`.execute(transaction);
  }
}
