// Claims jobs from pg-boss by their turns (admission.ts).
//
// Organizations alternate. A busy organization has every slot while it is alone, unless `perOrganization` limits it. A
// new organization gets one of the next slots that become free.

import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { type Attempt, attemptOf, slowQueue, within } from "./boss.ts";
import type { FailureReason } from "./job-queue.ts";
import type { Lane } from "./lanes.ts";
import { isDue } from "./queue-watch.ts";

export interface Claim {
  readonly kind: string;
  /** The queue that the job was taken from. */
  readonly queue: string;
  readonly lane: Lane;
  readonly organizationId: string;
  readonly attempt: Attempt;
  readonly ownerId: string;
  readonly payload: unknown;
  /** How often the job has ended in a fault. */
  readonly faults: number;
  /** For a job that follows others: the reasons of those that failed. */
  readonly failures: readonly FailureReason[];
  /** The trace of the call that enqueued the job. Set only if traces are kept. */
  readonly traceparent: string | undefined;
}

export interface ClaimParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly clock: Clock;
}

interface ClaimLimits {
  readonly most: number;
  /** Maximum number of running jobs of one organization in all processes together. Default: no limit. */
  readonly perOrganization?: number | undefined;
  /** Organizations whose jobs are not claimed. */
  readonly without?: readonly string[];
}

export interface LaneOf {
  readonly kind: string;
  readonly lane: Lane;
}

export async function claimJobs(
  parts: ClaimParts,
  { kind, lane }: LaneOf,
  { most, perOrganization, without = [] }: ClaimLimits,
): Promise<Claim[]> {
  const queue = lane === "fast" ? kind : slowQueue(kind);
  // Claiming costs the server ten times as much as this query, and usually there is no job.
  if (!(await isDue(parts.database, queue))) return [];
  const share = perOrganization === undefined ? {} : { groupConcurrency: perOrganization };
  const others = without.length === 0 ? {} : { ignoreGroups: [...without] };
  const fetchFrom = (database: Database | Transaction) =>
    parts.boss.fetch(queue, { batchSize: most, ...share, ...others, ...within(database) });
  const jobs = await (lane === "slow" ? inTurn(parts.database, queue, fetchFrom) : fetchFrom(parts.database));
  const attempts = jobs.map(attemptOf);
  return attempts.length === 0 ? [] : markRunning(parts, { kind, lane, queue }, attempts);
}

/**
 * Runs a claim while no other process claims from the queue (CPU-2b). pg-boss counts the running jobs of an organization
 * before it takes more of them. So two claims at the same time would each take one. The fast lane has many claims and no
 * limit for one organization by default, so it needs no lock.
 */
function inTurn<Jobs>(
  database: Database,
  queue: string,
  claim: (transaction: Transaction) => Promise<Jobs>,
): Promise<Jobs> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`claim ${queue}`}, 0))`.execute(transaction);
    return claim(transaction);
  });
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

/** Marks the claimed jobs as running. Removes from pg-boss those that have already ended or were deleted. */
async function markRunning(
  { boss, database, clock }: ClaimParts,
  from: Pick<Claim, "kind" | "lane" | "queue">,
  attempts: Attempt[],
): Promise<Claim[]> {
  const rows = await markJobs(database, { ids: attempts.map(({ id }) => id), now: clock() });
  const found = new Map(rows.map((row) => [row.job_id, row]));
  const strays = attempts.filter(({ id }) => !found.has(id));
  if (strays.length > 0) await boss.complete(from.queue, strays);
  return attempts.flatMap((attempt) => {
    const row = found.get(attempt.id);
    if (row === undefined) return [];
    const { organization_id: organizationId, owner_id: ownerId, payload, attempts: faults, failures } = row;
    const traceparent = row.traceparent ?? undefined;
    return [{ ...from, attempt, organizationId, ownerId, payload, faults, failures, traceparent }];
  });
}
