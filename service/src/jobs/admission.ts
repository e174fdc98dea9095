// How many jobs of one organization the queue holds at once.
//
// Asking pg-boss for work that is fair among organizations costs more the more jobs of a busy one it has to step over:
// 5 ms with 1,000 of them, 170 ms with 50,000. So of each kind at most `runnable` jobs of one organization are in the
// queue; the rest wait in our own table and are let in, oldest first, by whoever finishes one of them, in the same
// transaction. Kinds are counted apart, so that what follows a comparison does not wait behind every later comparison.
//
// Nothing here waits for a lock. Those who hand in jobs at the same moment do not see each other's, so they let jobs in
// directly only up to half of the limit; past it, only one at a time lets in, and whoever finds the door taken goes on.
// The limit is kept unless more than the other half are handed in at the very same moment. What is missed in this way is let in by the repair. A delayed job is in the queue from the start, where it costs
// nothing, and is not counted.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { JobState } from "../storage/schema.ts";
import { statement } from "../storage/statement.ts";
import type { NewJob } from "./job-queue.ts";

export interface Admission {
  readonly runnable: number;
  readonly clock: Clock;
  /** Puts jobs into the queue, in the same transaction. */
  readonly send: (transaction: Transaction, kind: string, jobs: readonly AdmittedJob[]) => Promise<void>;
}

export interface AdmittedJob {
  readonly jobId: string;
  readonly organizationId: string;
  readonly startAfter?: Date;
}

/** One organization's jobs of one kind. */
export interface Lane {
  readonly organizationId: string;
  readonly kind: string;
}

/** The share of the limit up to which jobs are let in as they are handed in; there is work enough for a second then. */
const directShare = 0.5;
/** The most that one transaction lets in. */
const mostAtOnce = 200;
/** The most lanes that one repair looks at. */
const mostLanes = 1000;

/** Writes the job down, and puts it into the queue unless its organization has enough there. Gives its id. */
export async function recordJob(transaction: Transaction, job: NewJob, admission: Admission): Promise<string> {
  const { organizationId, kind, ownerId, payload, startAfter } = job;
  const jobId = randomUUID();
  const now = admission.clock();
  const isDelayed = startAfter !== undefined && startAfter > now;
  const [row] = await insertJob(transaction, {
    jobId,
    organizationId,
    kind,
    ownerId,
    payload: payload === undefined ? null : JSON.stringify(payload),
    now,
    startAfter: startAfter ?? null,
    isDelayed,
    direct: Math.ceil(admission.runnable * directShare),
  });
  if (row?.state === "queued") {
    await admission.send(transaction, kind, [{ jobId, organizationId, ...(isDelayed ? { startAfter } : {}) }]);
  }
  return jobId;
}

interface JobRow extends Lane {
  readonly jobId: string;
  readonly ownerId: string;
  readonly payload: string | null;
  readonly now: Date;
  readonly startAfter: Date | null;
  readonly isDelayed: boolean;
  /** Below this number it is let in at once. */
  readonly direct: number;
}

const insertJob = statement((database, row: JobRow) => ({
  compile: () =>
    sql<{ state: JobState }>`
      insert into jobs (job_id, organization_id, kind, owner_id, payload, created_at, start_after, state, admitted_at)
      select ${row.jobId}::uuid, ${row.organizationId}::uuid, ${row.kind}, ${row.ownerId}, ${row.payload}::jsonb,
        ${row.now}::timestamptz, ${row.startAfter}::timestamptz,
        case when ${row.isDelayed}::boolean or is_direct then 'queued' else 'waiting' end,
        case when is_direct and not ${row.isDelayed}::boolean then ${row.now}::timestamptz end
      from (
        select count(1) < ${row.direct}::integer as is_direct from jobs
        where organization_id = ${row.organizationId}::uuid and kind = ${row.kind}
          and state in ('queued', 'running') and admitted_at is not null
      ) as lane
      returning state`.compile(database),
}));

/** Lets in as many as there is room for. */
export async function admitWaiting(transaction: Transaction, lane: Lane, admission: Admission): Promise<void> {
  if (!(await takeDoor(transaction, lane))) return;
  const room = admission.runnable - (await admittedJobs(transaction, lane));
  if (room <= 0) return;
  const admitted = await transaction
    .updateTable("jobs")
    .set({ state: "queued", admitted_at: admission.clock() })
    .where("job_id", "in", (query) =>
      query
        .selectFrom("jobs")
        .select("job_id")
        .where("organization_id", "=", lane.organizationId)
        .where("kind", "=", lane.kind)
        .where("state", "=", "waiting")
        .orderBy("created_at")
        .orderBy("job_id")
        .limit(Math.min(room, mostAtOnce)),
    )
    .returning(["job_id", "created_at"])
    .execute();
  const jobs = admitted
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map(({ job_id }) => ({ jobId: job_id, organizationId: lane.organizationId }));
  if (jobs.length > 0) await admission.send(transaction, lane.kind, jobs);
}

/** Lets in whatever waits and has room. Gives how many lanes it looked at. */
export async function repairAdmission(database: Database, admission: Admission): Promise<number> {
  const lanes = await database
    .selectFrom("jobs")
    .select(["organization_id", "kind"])
    .distinct()
    .where("state", "=", "waiting")
    .limit(mostLanes)
    .execute();
  for (const { organization_id, kind } of lanes) {
    await database
      .transaction()
      .execute((transaction) => admitWaiting(transaction, { organizationId: organization_id, kind }, admission));
  }
  return lanes.length;
}

/** Jobs of an organization that have not come to an end, delayed ones aside. */
export async function countUnfinishedJobs(database: Database | Transaction, organizationId: string): Promise<number> {
  const [row] = await countUnfinished(database, { organizationId });
  return row?.count ?? 0;
}

const countUnfinished = statement((database, { organizationId }: Pick<Lane, "organizationId">) =>
  database
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("state", "in", ["waiting", "queued", "running"])
    .where((where) => where.or([where("state", "=", "waiting"), where("admitted_at", "is not", null)])),
);

async function admittedJobs(transaction: Transaction, { organizationId, kind }: Lane): Promise<number> {
  const { count } = await transaction
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .where("state", "in", ["queued", "running"])
    .where("admitted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Tells whether somebody waits and nobody else is letting in; until the transaction ends, nobody else will. */
async function takeDoor(transaction: Transaction, { organizationId, kind }: Lane): Promise<boolean> {
  const [row] = await tryDoor(transaction, { organizationId, kind, door: `admission ${organizationId} ${kind}` });
  return row?.taken === true;
}

const tryDoor = statement((database, { organizationId, kind, door }: Lane & { readonly door: string }) => ({
  compile: () =>
    sql<{ taken: boolean }>`
      select case
        when exists (
          select 1 from jobs where organization_id = ${organizationId} and kind = ${kind} and state = 'waiting'
        )
        then pg_try_advisory_xact_lock(hashtextextended(${door}, 0))
        else false
      end as taken`.compile(database),
}));
