// Makes the work of loaded rows go on. The queue of pg-boss is empty; jobs that had not ended are known to our own table,
// where they wait to be let in like any other (jobs/admission.ts).

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
    .set({ state: "waiting", admitted_at: null })
    .where("state", "in", ["queued", "running"])
    .execute();
  // The hour of zero-day retention begins when a comparison has ended. One that had not when the backup was made has ended
  // since, as far as anybody knows: its hour begins with the backup.
  for (const { table } of owners) {
    await sql`
      update ${sql.table(table)} set delete_at = ${new Date(startedAt.getTime() + hour)}
      where zero_day and delete_at is null and deleted_at is null`.execute(transaction);
  }
}
