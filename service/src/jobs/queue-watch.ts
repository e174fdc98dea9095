// What a process that works asks every second, in one question: which queues have work that nobody was told of (it is due
// only now, or a notification got lost), which have jobs whose worker is no longer heard of, and whether jobs wait outside
// of the queue. The tables are pg-boss's; what is asked of them are the conditions that it uses itself.

import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";

export interface QueueState {
  readonly due: readonly string[];
  /** Their worker died, or takes for ever. */
  readonly lost: readonly string[];
  /** Somebody waits to be let in. */
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

/** Whether there is a job to take. */
export async function isDue(database: Database, name: string): Promise<boolean> {
  const rows = await findDue(database, { name });
  return rows.length > 0;
}

const findDue = statement((database, { name }: { readonly name: string }) => ({
  compile: () => sql`select 1 from (select ${name}::text as name) as queue where ${isDueThere}`.compile(database),
}));
