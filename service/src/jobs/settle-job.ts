// The end of a try, each in one transaction: pg-boss lets go of the job as it was handed out, the effect happens, our
// row says what became of it, and a job that waited is let in. One who has lost the job finds nothing to let go of, and
// nothing happens.

import type { PgBoss } from "pg-boss";
import type { Clock } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { type Admission, admitWaiting } from "./admission.ts";
import { type Attempt, deadQueue, handBack, lostAttempts, within } from "./boss.ts";
import type { Claim } from "./claim-jobs.ts";
import { countOff } from "./flow.ts";
import type { Effect, FailureReason, Later, WorkOptions } from "./job-queue.ts";

export interface SettleParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly clock: Clock;
  readonly admission: Admission;
  /** How long a job rests after its first fault, its second, and so on. */
  readonly restSeconds: readonly number[];
}

type OnFailed = WorkOptions["onFailed"];

/** How often a job may end in a fault. */
export const mostFaults = 3;

/** Done. Throws what the effect throws; then nothing has happened. */
export async function settleDone(parts: SettleParts, claim: Claim, effect: Effect | undefined): Promise<void> {
  await settle(parts, claim, async (transaction) => {
    await effect?.(transaction);
    return (await endJob(parts, transaction, { jobId: claim.attempt.id, state: "done" }))?.next_job_id;
  });
}

/** Failed for good. */
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

/** To be tried again, after a rest. */
export async function settleFault({ boss, database, restSeconds }: SettleParts, claim: Claim): Promise<void> {
  const { attempt, kind } = claim;
  const faults = claim.faults + 1;
  await database.transaction().execute(async (transaction) => {
    const response = await boss.fail(kind, attempt, null, within(transaction));
    if (lostAttempts([attempt], response).length > 0) return;
    const startAfter = restSeconds[faults - 1] ?? 0;
    await boss.update(kind, undefined, { id: attempt.id, startAfter, ...within(transaction) });
    await transaction
      .updateTable("jobs")
      .set({ state: "queued", attempts: faults })
      .where("job_id", "=", attempt.id)
      .execute();
  });
}

/** For so long a job is tried again because a part was away, from the first time that one was. */
const mostAwayMilliseconds = 24 * 3_600_000;
/** The rest grows to this: a part that is back has its jobs run soon. */
const mostAwayRestSeconds = 5;

/** True if the job has waited longer than `mostAwayMilliseconds` for parts that were away. */
export function isAwayTooLong({ clock }: SettleParts, { attempt: { away } }: Claim): boolean {
  return away !== undefined && clock().getTime() - away.since > mostAwayMilliseconds;
}

/** To be tried again soon, and no try is counted: a part was away. */
export async function settleAway({ boss, database, clock }: SettleParts, claim: Claim): Promise<void> {
  const { attempt, kind } = claim;
  const { since = clock().getTime(), times = 0 } = attempt.away ?? {};
  const restSeconds = Math.min(2 ** times, mostAwayRestSeconds);
  await database.transaction().execute(async (transaction) => {
    if (!(await handBack(boss, transaction, { kind, attempt, restSeconds, away: { since, times: times + 1 } }))) return;
    await transaction.updateTable("jobs").set({ state: "queued" }).where("job_id", "=", attempt.id).execute();
  });
}

/** Not done yet: the same job comes back later. */
export async function settleLater(
  { boss, database, clock }: SettleParts,
  claim: Claim,
  { startAfter, effect }: Later,
): Promise<void> {
  const { attempt, kind } = claim;
  const restSeconds = Math.max(1, Math.ceil((startAfter.getTime() - clock().getTime()) / 1000));
  await database.transaction().execute(async (transaction) => {
    if (!(await handBack(boss, transaction, { kind, attempt, restSeconds }))) return;
    await effect?.(transaction);
    await transaction
      .updateTable("jobs")
      .set({ state: "queued", start_after: startAfter, admitted_at: null })
      .where("job_id", "=", attempt.id)
      .execute();
  });
}

/** Failed because its workers died too often: pg-boss gave it up and put it into its other queue. */
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
  /** Gives the job that follows this and others. */
  end: (transaction: Transaction) => Promise<string | null | undefined>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const response = await boss.complete(claim.kind, claim.attempt, null, within(transaction));
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

/** Gives the job; nothing when it had ended before. */
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
