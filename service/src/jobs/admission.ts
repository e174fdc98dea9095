// Limits an organization's jobs in the queue, and gives each job its turn there (SRV-14).
//
// At most `runnable` jobs of one organization, of all kinds together, are in the queue. The others wait in our own
// table. The transaction that ends a job admits waiting jobs, first those of the kind that has the fewest in the queue,
// so that kinds do not wait for each other. `direct` jobs are admitted at once and counted: deletions, and jobs that
// follow a job that has just ended, whose slot is free.
//
// In the queue, organizations take turns. A job gets the turn after the last one of its organization and kind, but no
// turn before the current one, and jobs are claimed by turn. If one organization has a thousand jobs and another has
// one, that one is among the next to be claimed. Asking for the next job costs the same with ten jobs as with ten
// thousand.
//
// No code here waits for a lock. Transactions that enqueue at the same moment do not see each other's jobs, so they
// admit directly only up to half of the limit. Beyond half, one transaction at a time admits, and a transaction that
// finds the lock taken continues. The limit is exceeded only if more than the other half is enqueued at the very same
// moment. The repair admits the jobs that are missed in this way. Delayed jobs, `aside` jobs and jobs of the slow lane
// are not counted. A delayed job is in the queue from the start, where it costs nothing.

import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { JobState } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";
import type { NewJob } from "./job-queue.ts";

export interface Admission {
  readonly runnable: number;
  readonly clock: Clock;
  /** Every kind of job that can be enqueued. */
  readonly kinds: readonly string[];
  /** Returns the current trace. Set only if traces are kept. */
  readonly traceparent?: () => string | undefined;
  /** Adds jobs to the queue, in the same transaction. */
  readonly send: (transaction: Transaction, kind: string, jobs: readonly AdmittedJob[]) => Promise<void>;
}

export interface AdmittedJob {
  readonly jobId: string;
  readonly organizationId: string;
  readonly turn: number;
  readonly startAfter?: Date;
}

/** The share of the limit up to which jobs are admitted when they are enqueued: by default 500 jobs. */
const directShare = 0.5;
/** Maximum number of jobs that one transaction admits. */
const mostAtOnce = 200;
/** Maximum number of organizations that one repair checks. */
const mostOrganizations = 1000;

/** Records the job, and adds it to the queue unless its organization has enough jobs there. Returns the job's id. */
export async function recordJob(
  transaction: Transaction,
  { organizationId, kind, ownerId, payload, startAfter, direct = false, aside = false }: NewJob,
  { nextJobId = null, ...admission }: Admission & { readonly nextJobId?: string | null },
): Promise<string> {
  const jobId = randomUUID();
  const now = admission.clock();
  const delay = startAfter !== undefined && startAfter > now ? { startAfter } : {};
  const isUncounted = "startAfter" in delay || aside;
  const [row] = await insertJob(transaction, {
    jobId,
    organizationId,
    kind,
    ownerId,
    payload: payload === undefined ? null : JSON.stringify(payload),
    now,
    startAfter: startAfter ?? null,
    isUncounted,
    direct: direct ? Number.MAX_SAFE_INTEGER : Math.ceil(admission.runnable * directShare),
    nextJobId,
    // A job that runs days later does not belong to this trace.
    traceparent: ("startAfter" in delay ? undefined : admission.traceparent?.()) ?? null,
  });
  if (row?.state === "queued") {
    const { turn } = row;
    await admission.send(transaction, kind, [{ jobId, organizationId, turn, ...delay }]);
  }
  return jobId;
}

interface JobRow {
  readonly jobId: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly payload: string | null;
  readonly now: Date;
  readonly startAfter: Date | null;
  readonly isUncounted: boolean;
  /** The job is admitted at once if its organization has fewer jobs than this in the queue. */
  readonly direct: number;
  readonly nextJobId: string | null;
  readonly traceparent: string | null;
}

const isInQueue = sql`state in ('queued', 'running') and admitted_at is not null`;

/** Returns SQL for the current turn: the lowest turn of the kind's jobs in the queue, or 0. */
export function turnOn(kind: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select min(queued.turn) from jobs as queued
    where queued.kind = ${kind} and queued.state in ('queued', 'running') and queued.admitted_at is not null), 0)`;
}

const insertJob = statement((database, row: JobRow) => ({
  compile: () =>
    sql<{ state: JobState; turn: number }>`
      insert into jobs (job_id, organization_id, kind, owner_id, payload, created_at, start_after, next_job_id, state,
        traceparent, admitted_at, turn)
      select ${row.jobId}::uuid, ${row.organizationId}::uuid, ${row.kind}, ${row.ownerId}, ${row.payload}::jsonb,
        ${row.now}::timestamptz, ${row.startAfter}::timestamptz, ${row.nextJobId}::uuid,
        case when ${row.isUncounted}::boolean or is_direct then 'queued' else 'waiting' end,
        ${row.traceparent}::text,
        case when is_direct and not ${row.isUncounted}::boolean then ${row.now}::timestamptz end,
        greatest(last_turn + 1, ${turnOn(sql`${row.kind}`)})
      from (
        select count(1) < ${row.direct}::bigint as is_direct,
          coalesce(max(turn) filter (where kind = ${row.kind}), 0) as last_turn
        from jobs where organization_id = ${row.organizationId}::uuid and ${isInQueue}
      ) as own
      returning state, turn`.compile(database),
}));

/**
 * Admits waiting jobs of the organization up to its limit, at most `mostAtOnce`. Does nothing if another transaction
 * admits them at this moment.
 */
export async function admitWaiting(
  transaction: Transaction,
  organizationId: string,
  admission: Admission,
): Promise<void> {
  if (!(await takeDoor(transaction, organizationId))) return;
  const { runnable, kinds, clock } = admission;
  const counts = await countInQueue(transaction, organizationId);
  const room = runnable - counts.reduce((sum, { count }) => sum + count, 0);
  if (room <= 0) return;
  const waiting = await listWaiting(transaction, { organizationId, kinds, most: Math.min(room, mostAtOnce) });
  const turns = new Map<string, number>();
  const admitted = waiting.map(({ job_id: jobId, kind, turn_on: turnOnNow }) => {
    const last = turns.get(kind) ?? counts.find((row) => row.kind === kind)?.last_turn ?? 0;
    const turn = Math.max(last + 1, turnOnNow);
    turns.set(kind, turn);
    return { jobId, kind, organizationId, turn };
  });
  if (admitted.length === 0) return;
  await letIn(transaction, {
    ids: admitted.map(({ jobId }) => jobId),
    turns: admitted.map(({ turn }) => turn),
    now: clock(),
  });
  for (const [kind, jobs] of Map.groupBy(admitted, (job) => job.kind)) await admission.send(transaction, kind, jobs);
}

const countByKind = statement((database, { organizationId }: { readonly organizationId: string }) => ({
  compile: () =>
    sql<{ kind: string; count: number; last_turn: number }>`
      select kind, count(*)::int as count, max(turn) as last_turn from jobs
      where organization_id = ${organizationId} and ${isInQueue} group by kind`.compile(database),
}));

function countInQueue(transaction: Transaction, organizationId: string) {
  return countByKind(transaction, { organizationId });
}

interface Waiting {
  readonly organizationId: string;
  readonly kinds: readonly string[];
  readonly most: number;
}

/** Orders waiting jobs as if the kinds had been admitted evenly from the beginning. */
const listWaiting = statement((database, { organizationId, kinds, most }: Waiting) => ({
  compile: () =>
    sql<{ job_id: string; kind: string; turn_on: number }>`
      select job_id, kinds.kind, ${turnOn(sql.ref("kinds.kind"))} as turn_on
      from unnest(${kinds}::text[]) as kinds (kind)
      cross join lateral (
        select count(*) as count from jobs
        where jobs.organization_id = ${organizationId} and jobs.kind = kinds.kind and ${isInQueue}
      ) as own
      cross join lateral (
        select job_id, created_at, row_number() over (order by created_at, job_id) as place from jobs
        where jobs.organization_id = ${organizationId} and jobs.kind = kinds.kind and state = 'waiting'
        order by created_at, job_id limit ${most}
      ) as oldest
      order by own.count + oldest.place, oldest.created_at, job_id limit ${most}`.compile(database),
}));

interface LetIn {
  readonly ids: readonly string[];
  readonly turns: readonly number[];
  readonly now: Date;
}

const letIn = statement((database, { ids, turns, now }: LetIn) => ({
  compile: () =>
    sql`
      update jobs set state = 'queued', admitted_at = ${now}, turn = admitted.turn
      from unnest(${ids}::uuid[], ${turns}::integer[]) as admitted (job_id, turn)
      where jobs.job_id = admitted.job_id`.compile(database),
}));

/**
 * Admits waiting jobs for which there is room, of at most `mostOrganizations` organizations. Returns the number of
 * organizations that it checked.
 */
export async function repairAdmission(database: Database, admission: Admission): Promise<number> {
  const organizations = await database
    .selectFrom("jobs")
    .select("organization_id")
    .distinct()
    .where("state", "=", "waiting")
    .limit(mostOrganizations)
    .execute();
  for (const { organization_id: organizationId } of organizations) {
    await database.transaction().execute((transaction) => admitWaiting(transaction, organizationId, admission));
  }
  return organizations.length;
}

/** Returns the number of the organization's jobs that have not ended, without delayed and `aside` jobs. */
export async function countUnfinishedJobs(database: Database | Transaction, organizationId: string): Promise<number> {
  const [row] = await countUnfinished(database, { organizationId });
  return row?.count ?? 0;
}

const countUnfinished = statement((database, { organizationId }: { readonly organizationId: string }) =>
  database
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("state", "in", ["held", "waiting", "queued", "running"])
    .where((where) =>
      where.or([
        where("state", "in", ["held", "waiting"]),
        where("admitted_at", "is not", null),
        where("is_slow", "=", true),
      ]),
    ),
);

/**
 * Takes the organization's admission lock until the transaction ends. True if jobs wait and no other transaction had
 * it.
 */
async function takeDoor(transaction: Transaction, organizationId: string): Promise<boolean> {
  const [row] = await tryDoor(transaction, { organizationId, door: `admission ${organizationId}` });
  return row?.taken === true;
}

const tryDoor = statement((database, given: { readonly organizationId: string; readonly door: string }) => ({
  compile: () =>
    sql<{ taken: boolean }>`
      select case
        when exists (select 1 from jobs where organization_id = ${given.organizationId} and state = 'waiting')
        then pg_try_advisory_xact_lock(hashtextextended(${given.door}, 0))
        else false
      end as taken`.compile(database),
}));
