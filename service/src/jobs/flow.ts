// Writes several jobs, and one that follows when all of them have ended, in one transaction (SRV-17).
//
// The following job is held: it is in no queue and knows how many jobs it waits for. The transaction that settles one
// of the others, done or failed, counts it off, and the last one admits the following job. It therefore runs once,
// whichever worker dies. A failed job does not stop the following one, which receives the reasons (`Job.failures`),
// because only it knows what to do. A job whose owner must not wait for the others writes the failure into the owner at
// once; the following job then finds nothing to do.

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
  // From the last to the first: each job names the one that follows it.
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

/** Counts one job off, in the transaction that ends it and after its effect. The last one admits the held job. */
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

// The job follows jobs that have ended, so it gets the current turn, which is the lowest.
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
