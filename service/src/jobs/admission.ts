// How many jobs of one organization the queue holds at once, and whose turn it is there.
//
// At most `runnable` jobs of one organization, whatever their kinds, are in the queue; the rest wait in our own table and
// are let in by whoever finishes one of them, in the same transaction: of the kind that has fewest in the queue the oldest,
// so that one kind does not wait behind another. What is `direct` is let in at once, and counted: what follows a job that
// has just ended (its place is free), and deletions.
//
// In the queue organizations take turns: a job of a kind gets the turn after its organization's last one, but none before
// the turn that is on, and jobs go by turn. So of a thousand jobs of one organization and one of another, the latter is the
// second to be handed out, however many hands there are; and asking for the next costs the same with ten jobs as with ten
// thousand.
//
// Nothing here waits for a lock. Those who hand in jobs at the same moment do not see each other's, so they let jobs in
// directly only up to half of the limit; past it, only one at a time lets in, and whoever finds the door taken goes on.
// The limit is kept unless more than the other half are handed in at the very same moment. What is missed in this way is
// let in by the repair. A delayed job is in the queue from the start, where it costs nothing, and is not counted; neither is
// one that is put aside.

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
  /** Every kind of job that is handed in. */
  readonly kinds: readonly string[];
  /** The trace of what is under way here, where traces are kept. */
  readonly traceparent?: () => string | undefined;
  /** Puts jobs into the queue, in the same transaction. */
  readonly send: (transaction: Transaction, kind: string, jobs: readonly AdmittedJob[]) => Promise<void>;
}

export interface AdmittedJob {
  readonly jobId: string;
  readonly organizationId: string;
  readonly turn: number;
  readonly startAfter?: Date;
}

/** The share of the limit up to which jobs are let in as they are handed in; there is work enough for a second then. */
const directShare = 0.5;
/** The most that one transaction lets in. */
const mostAtOnce = 200;
/** The most organizations that one repair looks at. */
const mostOrganizations = 1000;

/** Writes the job down, and puts it into the queue unless its organization has enough there. Gives its id. */
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
    // A job that runs days later is no part of this trace.
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
  /** Below this number it is let in at once. */
  readonly direct: number;
  readonly nextJobId: string | null;
  readonly traceparent: string | null;
}

const isInQueue = sql`state in ('queued', 'running') and admitted_at is not null`;

/** The turn that is on: the lowest of the kind's jobs in the queue. */
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

/** Lets in as many as there is room for. */
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

/** As if kinds had been let in evenly from the beginning. */
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

/** Lets in whatever waits and has room. Gives how many organizations it looked at. */
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

/** Jobs of an organization that have not come to an end, delayed ones aside. */
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
    .where((where) => where.or([where("state", "in", ["held", "waiting"]), where("admitted_at", "is not", null)])),
);

/** Tells whether somebody waits and nobody else is letting in; until the transaction ends, nobody else will. */
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
