// Takes jobs from pg-boss, by their turns (admission.ts): organizations alternate, so a busy one has every hand while nobody
// else is there, and a newcomer waits for one job at most.

import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { type Attempt, attemptOf, within } from "./boss.ts";
import type { FailureReason } from "./job-queue.ts";
import { isDue } from "./queue-watch.ts";

export interface Claim {
  readonly kind: string;
  readonly organizationId: string;
  readonly attempt: Attempt;
  readonly ownerId: string;
  readonly payload: unknown;
  /** How often the job has ended in a fault. */
  readonly faults: number;
  /** Of a job that follows others: why those failed that did. */
  readonly failures: readonly FailureReason[];
  /** The trace of what asked for it, where traces are kept. */
  readonly traceparent: string | undefined;
}

export interface ClaimParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly clock: Clock;
}

interface Wanted {
  readonly most: number;
  /** How many of one organization may run at the same time, in all processes together. */
  readonly perOrganization?: number | undefined;
}

export async function claimJobs(parts: ClaimParts, kind: string, { most, perOrganization }: Wanted): Promise<Claim[]> {
  // Taking costs the server ten times what this question does, and most often there is nothing to take.
  if (!(await isDue(parts.database, kind))) return [];
  const share = perOrganization === undefined ? {} : { groupConcurrency: perOrganization };
  const jobs = await parts.boss.fetch(kind, { batchSize: most, ...share, ...within(parts.database) });
  const attempts = jobs.map(attemptOf);
  return attempts.length === 0 ? [] : markRunning(parts, kind, attempts);
}

const failuresBefore = sql<readonly FailureReason[]>`
  case when jobs.waits_for is null then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('code', error_code, 'upstream', upstream_code) order by created_at), '[]')
    from jobs as before where before.next_job_id = jobs.job_id and before.state = 'failed'
  ) end`;

const markJobs = statement((database, { ids, now }: { readonly ids: readonly string[]; readonly now: Date }) =>
  database
    .updateTable("jobs")
    .set(({ fn, val }) => ({ state: "running", started_at: fn.coalesce("started_at", val(now)) }))
    .where(sql<boolean>`job_id = any(${ids}::uuid[])`)
    .where("state", "in", ["queued", "running"])
    .returning(["job_id", "organization_id", "owner_id", "payload", "attempts", "traceparent"])
    .returning(failuresBefore.as("failures")),
);

/** A job that has come to its end already, or was removed, is taken out of pg-boss. */
async function markRunning({ boss, database, clock }: ClaimParts, kind: string, attempts: Attempt[]): Promise<Claim[]> {
  const rows = await markJobs(database, { ids: attempts.map(({ id }) => id), now: clock() });
  const found = new Map(rows.map((row) => [row.job_id, row]));
  const strays = attempts.filter(({ id }) => !found.has(id));
  if (strays.length > 0) await boss.complete(kind, strays);
  return attempts.flatMap((attempt) => {
    const row = found.get(attempt.id);
    if (row === undefined) return [];
    const { organization_id: organizationId, owner_id: ownerId, payload, attempts: faults, failures } = row;
    const traceparent = row.traceparent ?? undefined;
    return [{ attempt, kind, organizationId, ownerId, payload, faults, failures, traceparent }];
  });
}
