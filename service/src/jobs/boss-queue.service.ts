// Tests the queue on pg-boss: effects, faults, delays and recurring work (SRV-12, SRV-13, SRV-15).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Job, JobFailure, type JobQueue } from "./job-queue.ts";
import {
  ask,
  countedEffect,
  effectsOf,
  gate,
  jobOf,
  jobRow,
  makeQueueTests,
  newOrganization,
  type QueueTests,
  stateOf,
} from "./testing/queue-tests.ts";

let tests: QueueTests;
beforeAll(async () => {
  tests = await makeQueueTests(["compare"]);
});
afterAll(() => tests.close());

let queue: JobQueue;
let kinds = 0;
/** A kind whose jobs no other test takes. */
let kind: string;
beforeAll(async () => {
  queue = await tests.openQueue();
});
afterEach(() => tests.takeReports());

async function newKind(): Promise<string> {
  kinds++;
  return `kind${kinds}`;
}

/** Opens a queue with a kind of its own, and enqueues a job. */
async function withJob(over: Parameters<QueueTests["enqueue"]>[1][number] = {}): Promise<string> {
  kind = await newKind();
  queue = await tests.openQueue({ kinds: [kind], restSeconds: [0, 1] });
  const [jobId] = await tests.enqueue(queue, [{ kind, ...over }]);
  return jobId!;
}

const becomes = (jobId: string, state: string, seconds = 5) =>
  expect.poll(() => stateOf(tests.database, jobId), { timeout: seconds * 1000, interval: 20 }).toBe(state);

test("a job is there when its transaction commits, and not when it is rolled back", async () => {
  kind = await newKind();
  queue = await tests.openQueue({ kinds: [kind] });
  const seen: Job[] = [];
  await queue.work(kind, async (job) => void seen.push(job), { concurrency: 1 });
  let rolledBack = "";
  const failing = tests.database.transaction().execute(async (transaction) => {
    rolledBack = await queue.enqueue(transaction, jobOf({ kind }));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await ask(tests.database, sql`select 1 from jobs where job_id = ${rolledBack}`)).toEqual([]);
  expect(await ask(tests.database, sql`select 1 from pgboss.job where id = ${rolledBack}`)).toEqual([]);

  const organizationId = newOrganization();
  const [jobId] = await tests.enqueue(queue, [
    { kind, organizationId, ownerId: "cmp_7", payload: { formats: ["docx"] } },
  ]);
  await becomes(jobId!, "done");
  expect(seen).toMatchObject([{ jobId, organizationId, ownerId: "cmp_7", payload: { formats: ["docx"] }, attempt: 1 }]);
  const row = await jobRow(tests.database, jobId!);
  expect(row).toMatchObject({ kind, attempts: 0, error_code: null });
  expect([row.created_at, row.admitted_at, row.started_at, row.finished_at].every((at) => at instanceof Date)).toBe(
    true,
  );
});

test("a waiting worker hears of a job at once", async () => {
  kind = await newKind();
  queue = await tests.openQueue({ kinds: [kind] });
  let startedAt = 0;
  await queue.work(
    kind,
    async () => {
      startedAt = performance.now();
    },
    { concurrency: 1 },
  );
  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const [jobId] = await tests.enqueue(queue, [{ kind }]);
    const handedIn = performance.now();
    await becomes(jobId!, "done");
    waits.push(startedAt - handedIn);
  }
  expect(Math.min(...waits)).toBeLessThan(150);
});

test("an effect commits with the end of its job", async () => {
  const jobId = await withJob();
  await queue.work(kind, async (job) => countedEffect(job.jobId), { concurrency: 1 });
  await becomes(jobId, "done");
  expect(await effectsOf(tests.database, jobId)).toHaveLength(1);
});

test("an effect that throws leaves nothing behind, and the job is tried again", async () => {
  const jobId = await withJob();
  await queue.work(
    kind,
    async (job) => async (transaction) => {
      await countedEffect(job.jobId)(transaction);
      if (job.attempt === 1) throw new Error("the first time");
    },
    { concurrency: 1 },
  );
  await becomes(jobId, "done", 10);
  expect(await effectsOf(tests.database, jobId)).toHaveLength(1);
  expect(await jobRow(tests.database, jobId)).toMatchObject({ attempts: 1 });
});

test("[SRV-12] a job that always throws is tried three times and ends failed with its code", async () => {
  const jobId = await withJob({ ownerId: "cmp_9" });
  const attempts: number[] = [];
  const times: number[] = [];
  const failures: unknown[] = [];
  await queue.work(
    kind,
    async ({ attempt }) => {
      attempts.push(attempt);
      times.push(performance.now());
      throw new Error("a fault");
    },
    {
      concurrency: 1,
      faultCode: "COMPARISON_FAILED",
      onFailed: async (transaction, job, reason) => {
        failures.push(job.ownerId, reason);
        await countedEffect(job.jobId)(transaction);
      },
    },
  );
  await becomes(jobId, "failed", 15);
  expect(attempts).toEqual([1, 2, 3]);
  expect(times[2]! - times[1]!).toBeGreaterThan(950);
  const reason = { code: "COMPARISON_FAILED", upstream: "COMPARISON_FAILED" };
  expect(failures).toEqual(["cmp_9", reason]);
  expect(await effectsOf(tests.database, jobId)).toHaveLength(1);
  expect(await jobRow(tests.database, jobId)).toMatchObject({
    error_code: "COMPARISON_FAILED",
    upstream_code: "COMPARISON_FAILED",
  });
  expect(tests.takeReports().map(String)).toEqual(["Error: a fault", "Error: a fault", "Error: a fault"]);
});

test("[SRV-13] a failure is for good at once, and is told in the transaction that says so", async () => {
  const jobId = await withJob();
  let tries = 0;
  const told: unknown[] = [];
  await queue.work(
    kind,
    async () => {
      tries++;
      throw new JobFailure("DOCUMENT_UNREADABLE", "XML_INVALID", "original");
    },
    { concurrency: 1, onFailed: async (_transaction, _job, reason) => void told.push(reason) },
  );
  await becomes(jobId, "failed");
  expect(tries).toBe(1);
  expect(told).toMatchObject([{ code: "DOCUMENT_UNREADABLE", upstream: "XML_INVALID", source: "original" }]);
  expect(await jobRow(tests.database, jobId)).toMatchObject({
    error_code: "DOCUMENT_UNREADABLE",
    upstream_code: "XML_INVALID",
  });
  expect(tests.takeReports()).toEqual([]);
});

test("a delayed job waits for its time", async () => {
  const begun = Date.now();
  const jobId = await withJob({ startAfter: new Date(begun + 3000) });
  await queue.work(kind, async () => {}, { concurrency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await stateOf(tests.database, jobId)).toBe("queued");
  await becomes(jobId, "done");
  const { finished_at } = await jobRow(tests.database, jobId);
  const seconds = (finished_at!.getTime() - begun) / 1000;
  expect(seconds).toBeGreaterThan(2.9);
  expect(seconds).toBeLessThan(6);
});

test("[SRV-15] a job that is not due yet comes back as the same job, however often, and without a try", async () => {
  const jobId = await withJob();
  // As if the job had been assigned as often as a job with dying workers may be, except once.
  await sql`update pgboss.job set retry_count = retry_limit - 1 where id = ${jobId}`.execute(tests.database);
  const seen: number[] = [];
  await queue.work(
    kind,
    async (job) => {
      seen.push(job.attempt);
      return seen.length < 3 ? { startAfter: new Date(Date.now() + 500) } : countedEffect(job.jobId);
    },
    { concurrency: 1 },
  );
  await becomes(jobId, "done", 15);
  expect(seen).toEqual([1, 1, 1]);
  expect(await effectsOf(tests.database, jobId)).toHaveLength(1);
  expect(await ask(tests.database, sql`select job_id from jobs where kind = ${kind}`)).toEqual([{ job_id: jobId }]);
  expect(tests.takeReports()).toEqual([]);
});

test.each(["before it notices", "after it noticed"])(
  "of two workers that hold the same job one settles it: the other ends %s that it has lost the job",
  async (when) => {
    const jobId = await withJob();
    const gates = [gate(), gate()];
    const held: Job[] = [];
    const queues = [queue, await tests.openQueue({ kinds: [kind] })];
    const workOn = (number: 0 | 1) =>
      queues[number]!.work(
        kind,
        async (job) => {
          held.push(job);
          await gates[number]!.opened;
          return countedEffect(job.jobId);
        },
        { concurrency: 1 },
      );
    await workOn(0);
    await expect.poll(() => held.length).toBe(1);
    await takeForDead(jobId);
    await workOn(1);
    await expect.poll(() => held.length, { timeout: 5000 }).toBe(2);
    if (when === "after it noticed") await expect.poll(() => held[0]!.signal.aborted, { timeout: 5000 }).toBe(true);
    gates[0]!.open();
    await queues[0]!.stop();
    expect(await stateOf(tests.database, jobId)).toBe("running");
    expect(await effectsOf(tests.database, jobId)).toHaveLength(0);
    gates[1]!.open();
    await queues[1]!.stop();
    expect(await jobRow(tests.database, jobId)).toMatchObject({ state: "done", attempts: 0 });
    expect(await effectsOf(tests.database, jobId)).toHaveLength(1);
    expect(held[1]!.signal.aborted).toBe(false);
    expect(tests.takeReports()).toEqual([]);
  },
);

/** Ages the heartbeat of the job by an hour, until pg-boss assigns the job again. */
async function takeForDead(jobId: string): Promise<void> {
  const age = sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where id = ${jobId}`;
  const state = sql`select state from pgboss.job where id = ${jobId}`;
  const look = async () => {
    await age.execute(tests.database);
    return ask(tests.database, state);
  };
  await expect.poll(look, { timeout: 10_000, interval: 200 }).toEqual([{ state: "retry" }]);
}

test("[SRV-12] a job whose workers die too often fails with its code", async () => {
  const jobId = await withJob();
  const failures: unknown[] = [];
  // As if all deaths but the last had already happened.
  await sql`
    update pgboss.job set state = 'active', retry_count = retry_limit, heartbeat_on = now() - interval '1 hour',
      started_on = now() where id = ${jobId}`.execute(tests.database);
  await queue.work(kind, async () => {}, {
    concurrency: 1,
    faultCode: "COMPARISON_FAILED",
    onFailed: async (_transaction, job, reason) => void failures.push(job.jobId, reason.code),
  });
  await becomes(jobId, "failed", 10);
  expect(failures).toEqual([jobId, "COMPARISON_FAILED"]);
  expect(await jobRow(tests.database, jobId)).toMatchObject({ error_code: "COMPARISON_FAILED" });
});

test("stopping waits for the running jobs and takes no more", async () => {
  kind = await newKind();
  queue = await tests.openQueue({ kinds: [kind] });
  const running = gate();
  let begun = 0;
  await queue.work(
    kind,
    async (job) => {
      begun++;
      await running.opened;
      return countedEffect(job.jobId);
    },
    { concurrency: 2 },
  );
  const ids = await tests.enqueue(queue, [{ kind }, { kind }, { kind }]);
  await expect.poll(() => begun, { timeout: 5000 }).toBe(2);
  const stopped = queue.stop();
  running.open();
  await stopped;
  const states = await Promise.all(ids.map((id) => stateOf(tests.database, id)));
  expect(states.sort()).toEqual(["done", "done", "queued"]);
  expect(begun).toBe(2);
});

test("recurring work is run by one process at a time, about as often as said", async () => {
  const recurring = ["sweep"];
  const queues = await Promise.all([tests.openQueue({ recurring }), tests.openQueue({ recurring })]);
  let running = 0;
  let most = 0;
  const times: number[] = [];
  const run = async () => {
    running++;
    most = Math.max(most, running);
    times.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 200));
    running--;
  };
  for (const each of queues) await each.schedule("sweep", { everySeconds: 1 }, run);
  await new Promise((resolve) => setTimeout(resolve, 6000));
  await Promise.all(queues.map((each) => each.stop()));
  expect(most).toBe(1);
  expect(times.length).toBeGreaterThanOrEqual(4);
  expect(times.length).toBeLessThanOrEqual(8);
});

test("recurring work that throws is reported and comes again", async () => {
  queue = await tests.openQueue({ recurring: ["failing"] });
  let times = 0;
  await queue.schedule("failing", { everySeconds: 1 }, async () => {
    times++;
    throw new Error("not this time");
  });
  await expect.poll(() => times, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  await queue.stop();
  expect(tests.takeReports().map(String)).toContain("Error: not this time");
});

test("the check throws when the database is gone", async () => {
  queue = await tests.openQueue();
  await queue.check();
  await queue.stop();
  await expect(queue.check()).rejects.toThrow();
});
