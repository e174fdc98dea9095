// Asks the database which queues have due or lost jobs, and whether jobs wait for admission.
//
// The queue asks once a second (boss-queue.ts). One query finds queues with due jobs, also those that nobody was
// notified of (only just due, or a lost notification). It also finds queues with jobs whose worker sends no heartbeats
// or takes too long. The tables belong to pg-boss, and the conditions are those that pg-boss uses itself.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";

export interface QueueState {
  readonly due: readonly string[];
  /** Queues with a job whose worker died or takes too long. */
  readonly lost: readonly string[];
  /** True if jobs wait for admission. */
  readonly isWaiting: boolean;
}

const isDueThere = sql`exists (
  select 1 from pgboss.job as j
  where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
)`;

const isLostThere = sql`exists (
  select 1 from pgboss.job as j
  where j.name = queue.name and j.state = 'active' and (
    j.heartbeat_on + j.heartbeat_seconds * interval '1s' < pgboss.job_now()
    or j.started_on + j.expire_seconds * interval '1s' < pgboss.job_now()
  )
)`;

export async function watchQueues(database: Database, names: readonly string[]): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select
      array(select name from unnest(${names}::text[]) as queue (name) where ${isDueThere}) as due,
      array(select name from unnest(${names}::text[]) as queue (name) where ${isLostThere}) as lost,
      exists (select 1 from jobs where state = 'waiting') as "isWaiting"`.execute(database);
  return rows[0] ?? { due: [], lost: [], isWaiting: false };
}

/** True if the queue has a job to claim. */
export async function isDue(database: Database, name: string): Promise<boolean> {
  const rows = await findDue(database, { name });
  return rows.length > 0;
}

const findDue = statement((database, { name }: { readonly name: string }) => ({
  compile: () => sql`select 1 from (select ${name}::text as name) as queue where ${isDueThere}`.compile(database),
}));
