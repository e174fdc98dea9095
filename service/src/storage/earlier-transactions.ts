// Waits for transactions that may have read the database before a change.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./database.ts";

const lookMilliseconds = 100;

/** Fulfilled when all transactions of this database that run now have ended. */
export async function earlierTransactionsEnded(database: Database): Promise<void> {
  let left = await runningTransactions(database);
  while (left.size > 0) {
    await sleep(lookMilliseconds);
    const running = await runningTransactions(database);
    left = new Set([...left].filter((id) => running.has(id)));
  }
}

/**
 * Every transaction holds a lock on its own virtual id, which any role may read. Background workers of the server have
 * no user.
 */
async function runningTransactions(database: Database): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select virtualxid as id from pg_locks join pg_stat_activity using (pid)
    where locktype = 'virtualxid' and mode = 'ExclusiveLock' and granted and pid <> pg_backend_pid()
      and datname = current_database() and usename is not null`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
