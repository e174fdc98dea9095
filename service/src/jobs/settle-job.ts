// Ends attempts, each in one transaction.
//
// The transaction ends the assignment in pg-boss, performs the effect if there is one, and updates our row. If the job
// ended or left the fast lane, it also admits waiting jobs. If the job was assigned to another worker, pg-boss finds no
// assignment, and the transaction changes nothing (SRV-11).

import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { type Admission, admitWaiting } from "./admission.ts";
import { type Attempt, deadQueue, handBack, lostAttempts, slowQueue, within } from "./boss.ts";
import type { Claim } from "./claim-jobs.ts";
import { countOff } from "./flow.ts";
import type { Effect, FailureReason, Later, WorkOptions } from "./job-queue.ts";

export interface SettleParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly clock: Clock;
  readonly admission: Admission;
  /** Seconds that a job rests after its first fault, its second, and so on. */
  readonly restSeconds: readonly number[];
}

type OnFailed = WorkOptions["onFailed"];

/** The number of faults after which a job fails. */
export const mostFaults = 3;

/** Ends a job as done. Throws what the effect throws; then nothing has changed. */
export async function settleDone(parts: SettleParts, claim: Claim, effect: Effect | undefined): Promise<void> {
  await settle(parts, claim, async (transaction) => {
    await effect?.(transaction);
    return (await endJob(parts, transaction, { jobId: claim.attempt.id, state: "done" }))?.next_job_id;
  });
}

/** Ends a job as failed for good. */
export async function settleFailed(
  parts: SettleParts,
  claim: Claim,
  { reason, onFailed }: { readonly reason: FailureReason; readonly onFailed: OnFailed },
): Promise<void> {
  await settle(parts, claim, async (transaction) => {
    const job = await endJob(parts, transaction, { jobId: claim.attempt.id, state: "failed", reason });
    await onFailed?.(transaction, { jobId: claim.attempt.id, ...claim }, reason);
    return job?.next_job_id;
  });
}

/** Returns a job to the queue after a fault, with a rest. */
export async function settleFault({ boss, database, restSeconds }: SettleParts, claim: Claim): Promise<void> {
  const { attempt, queue } = claim;
  const faults = claim.faults + 1;
  await database.transaction().execute(async (transaction) => {
    const response = await boss.fail(queue, attempt, null, within(transaction));
    if (lostAttempts([attempt], response).length > 0) return;
    const startAfter = restSeconds[faults - 1] ?? 0;
    await boss.update(queue, undefined, { id: attempt.id, startAfter, ...within(transaction) });
    await transaction
      .updateTable("jobs")
      .set({ state: "queued", attempts: faults })
      .where("job_id", "=", attempt.id)
      .execute();
  });
}

/** For this long a job is retried because of unavailable parts, counted from the first time. */
const mostAwayMilliseconds = 24 * 3_600_000;
/** Maximum rest, so that jobs run soon after a part is available again. */
const mostAwayRestSeconds = 5;

/** True if a part was first found unavailable more than `mostAwayMilliseconds` ago. */
export function isAwayTooLong({ clock }: SettleParts, { attempt: { away } }: Claim): boolean {
  return away !== undefined && clock().getTime() - away.since > mostAwayMilliseconds;
}

/** Returns a job to the queue because a part was unavailable. No attempt is counted. */
export async function settleAway({ boss, database, clock }: SettleParts, claim: Claim): Promise<void> {
  const { attempt, queue } = claim;
  const { since = clock().getTime(), times = 0 } = attempt.away ?? {};
  const restSeconds = Math.min(2 ** times, mostAwayRestSeconds);
  await database.transaction().execute(async (transaction) => {
    if (!(await handBack(boss, transaction, { queue, attempt, restSeconds, away: { since, times: times + 1 } })))
      return;
    await transaction.updateTable("jobs").set({ state: "queued" }).where("job_id", "=", attempt.id).execute();
  });
}

/** Returns a job to the queue, to run again at `startAfter`, and performs its effect. */
export async function settleLater(
  { boss, database, clock }: SettleParts,
  claim: Claim,
  { startAfter, effect }: Later,
): Promise<void> {
  const { attempt, queue } = claim;
  const restSeconds = Math.max(1, Math.ceil((startAfter.getTime() - clock().getTime()) / 1000));
  await database.transaction().execute(async (transaction) => {
    if (!(await handBack(boss, transaction, { queue, attempt, restSeconds }))) return;
    await effect?.(transaction);
    await transaction
      .updateTable("jobs")
      .set({ state: "queued", start_after: startAfter, admitted_at: null })
      .where("job_id", "=", attempt.id)
      .execute();
  });
}

/** Moves a job from the queue of the fast lane to that of the slow lane. No attempt is counted. */
export async function settleSlow(parts: SettleParts, claim: Claim): Promise<void> {
  const { attempt, kind, organizationId } = claim;
  const { boss, database, admission } = parts;
  await database.transaction().execute(async (transaction) => {
    const response = await boss.complete(claim.queue, attempt, null, within(transaction));
    if (lostAttempts([attempt], response).length > 0) return;
    const [row] = await moveToSlow(transaction, { jobId: attempt.id });
    if (row === undefined) return;
    await admission.send(transaction, slowQueue(kind), [{ jobId: attempt.id, organizationId, turn: row.turn }]);
    // Its slot in the fast lane is free.
    await admitWaiting(transaction, organizationId, admission);
  });
}

// Organizations take turns in the slow lane as they do in the fast one (admission.ts).
const moveToSlow = statement((database, { jobId }: { readonly jobId: string }) => ({
  compile: () =>
    sql<{ turn: number }>`
      update jobs set state = 'queued', is_slow = true, admitted_at = null, turn = greatest(
        coalesce((select max(own.turn) from jobs as own where own.kind = jobs.kind and own.is_slow
          and own.state in ('queued', 'running') and own.organization_id = jobs.organization_id), 0) + 1,
        coalesce((select min(slow.turn) from jobs as slow where slow.kind = jobs.kind and slow.is_slow
          and slow.state in ('queued', 'running')), 0))
      where job_id = ${jobId} and state = 'running' returning turn`.compile(database),
}));

/** Returns a job to the slow lane because the fast lane needed the only child. No attempt is counted. */
export async function settleGaveWay({ boss, database }: SettleParts, { attempt, queue }: Claim): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await handBack(boss, transaction, { queue, attempt, restSeconds: gaveWayRestSeconds }))) return;
    await transaction.updateTable("jobs").set({ state: "queued" }).where("job_id", "=", attempt.id).execute();
  });
}

/** Seconds that a job rests after it gave way, so that the job of the fast lane begins first. */
const gaveWayRestSeconds = 1;

/** Fails a job whose workers died too often. pg-boss has moved it to the dead queue. */
export async function settleDead(
  parts: SettleParts,
  dead: { readonly kind: string; readonly attempt: Attempt; readonly jobId: string },
  { reason, onFailed }: { readonly reason: FailureReason; readonly onFailed: OnFailed },
): Promise<void> {
  const { kind, attempt, jobId } = dead;
  await parts.database.transaction().execute(async (transaction) => {
    const response = await parts.boss.complete(deadQueue(kind), attempt, null, within(transaction));
    if (lostAttempts([attempt], response).length > 0) return;
    const job = await endJob(parts, transaction, { jobId, state: "failed", reason });
    if (job === undefined) return;
    const { organization_id: organizationId, owner_id: ownerId, payload } = job;
    await onFailed?.(transaction, { jobId, organizationId, ownerId, payload }, reason);
    if (job.next_job_id !== null) await countOff(transaction, job.next_job_id, parts.admission);
    await admitWaiting(transaction, organizationId, parts.admission);
  });
}

async function settle(
  { boss, database, admission }: SettleParts,
  claim: Claim,
  /** Returns the id of the job that waits for this one, if there is one. */
  end: (transaction: Transaction) => Promise<string | null | undefined>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const response = await boss.complete(claim.queue, claim.attempt, null, within(transaction));
    if (lostAttempts([claim.attempt], response).length > 0) return;
    const nextJobId = await end(transaction);
    if (nextJobId) await countOff(transaction, nextJobId, admission);
    await admitWaiting(transaction, claim.organizationId, admission);
  });
}

interface JobEnd {
  readonly jobId: string;
  readonly state: "done" | "failed";
  readonly reason?: FailureReason;
}

/** Records the end. Returns the job, or undefined if it had ended before or was removed. */
async function endJob({ clock }: SettleParts, transaction: Transaction, { jobId, state, reason }: JobEnd) {
  const code = reason?.code ?? null;
  const [job] = await writeEnd(transaction, { jobId, state, at: clock(), code, upstream: reason?.upstream ?? null });
  return job;
}

interface EndRow extends Pick<JobEnd, "jobId" | "state"> {
  readonly at: Date;
  readonly code: string | null;
  readonly upstream: string | null;
}

const writeEnd = statement((database, { jobId, state, at, code, upstream }: EndRow) =>
  database
    .updateTable("jobs")
    .set({ state, finished_at: at, error_code: code, upstream_code: upstream })
    .where("job_id", "=", jobId)
    .where("state", "in", ["queued", "running"])
    .returning(["organization_id", "owner_id", "payload", "next_job_id"]),
);
