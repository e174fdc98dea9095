// Several jobs, and one that follows when all of them have ended: fan-out and fan-in, written in one transaction.
//
// The one that follows is held: it is in no queue, and knows how many it waits for. Whoever settles one of the others, be it
// done or failed, counts it off in the same transaction, and the last lets it in. So it comes once, whoever dies when. One
// that failed does not keep it: it runs all the same and is told why (Job.failures), because only it knows what to do
// without; whoever must not wait for the others writes the failure into its owner at once, and finds nothing to do later.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "../storage/database.ts";
import { statement } from "../storage/statement.ts";
import { type Admission, recordJob, turnOn } from "./admission.ts";
import type { NewFlow, NewJob, WrittenFlow } from "./job-queue.ts";

export async function recordFlow(
  transaction: Transaction,
  { jobs, next, afterwards = [] }: NewFlow,
  admission: Admission,
): Promise<WrittenFlow> {
  const held = { now: admission.clock(), traceparent: admission.traceparent?.() ?? null };
  let nextJobId: string | null = null;
  // From the last to the first: each names the one behind it.
  for (const job of afterwards.toReversed())
    nextJobId = await holdJob(transaction, job, { ...held, waitsFor: 1, nextJobId });
  if (jobs.length === 0) return { jobIds: [], nextId: await recordJob(transaction, next, { ...admission, nextJobId }) };
  const nextId = await holdJob(transaction, next, { ...held, waitsFor: jobs.length, nextJobId });
  const jobIds: string[] = [];
  for (const job of jobs) jobIds.push(await recordJob(transaction, job, { ...admission, nextJobId: nextId }));
  return { jobIds, nextId };
}

interface Holding {
  readonly waitsFor: number;
  readonly now: Date;
  readonly nextJobId: string | null;
  readonly traceparent: string | null;
}

async function holdJob(
  transaction: Transaction,
  { organizationId, kind, ownerId, payload }: NewJob,
  { waitsFor, now, nextJobId, traceparent }: Holding,
): Promise<string> {
  const jobId = randomUUID();
  await transaction
    .insertInto("jobs")
    .values({
      job_id: jobId,
      organization_id: organizationId,
      kind,
      owner_id: ownerId,
      state: "held",
      payload: payload === undefined ? null : JSON.stringify(payload),
      created_at: now,
      waits_for: waitsFor,
      next_job_id: nextJobId,
      traceparent,
    })
    .execute();
  return jobId;
}

/** Called in the transaction that ends a job, as the last thing that it writes. */
export async function countOff(transaction: Transaction, nextJobId: string, admission: Admission): Promise<void> {
  const [next] = await countDown(transaction, { nextJobId, now: admission.clock() });
  if (next?.waits_for !== 0) return;
  const { job_id: jobId, kind, organization_id: organizationId, turn } = next;
  await admission.send(transaction, kind, [{ jobId, organizationId, turn }]);
}

interface CountedRow {
  readonly job_id: string;
  readonly kind: string;
  readonly organization_id: string;
  readonly waits_for: number;
  readonly turn: number;
}

// It follows jobs that have ended, so it has waited for its turn: none is before it.
const countDown = statement((database, { nextJobId, now }: { readonly nextJobId: string; readonly now: Date }) => ({
  compile: () =>
    sql<CountedRow>`
      update jobs set waits_for = waits_for - 1,
        state = case when waits_for = 1 then 'queued' else state end,
        admitted_at = case when waits_for = 1 then ${now}::timestamptz end,
        turn = ${turnOn(sql.ref("jobs.kind"))}
      where job_id = ${nextJobId} and state = 'held'
      returning job_id, kind, organization_id, waits_for, turn`.compile(database),
}));
