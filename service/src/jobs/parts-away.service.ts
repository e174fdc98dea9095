// Tests that jobs lose nothing and count no attempt while the store or the database is unavailable.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../storage/database.ts";
import { PartAway } from "../storage/part-away.ts";
import { startTestProxy } from "../testing/freezing-proxy.ts";
import {
  ask,
  countedEffect,
  effectsOf,
  gate,
  jobRow,
  makeQueueTests,
  type QueueTests,
  stateOf,
} from "./testing/queue-tests.ts";

let tests: QueueTests;
beforeAll(async () => {
  tests = await makeQueueTests(["away"]);
});
afterAll(() => tests.close());
afterEach(() => tests.takeReports());

const becomes = (jobId: string, state: string, seconds = 10) =>
  expect.poll(() => stateOf(tests.database, jobId), { timeout: seconds * 1000, interval: 50 }).toBe(state);

const bossRow = async (jobId: string) =>
  (
    await ask<{ retry_count: number; retry_limit: number }>(
      tests.database,
      sql`select retry_count, retry_limit from pgboss.job where id = ${jobId}`,
    )
  )[0]!;

test("[SRV-73] a part that is away costs neither a try nor a handing out, and the job is done when it is back", async () => {
  const queue = await tests.openQueue({ kinds: ["back"] });
  const [jobId] = await tests.enqueue(queue, [{ kind: "back" }]);
  const attempts: number[] = [];
  let isAway = true;
  await queue.work(
    "back",
    async (job) => {
      attempts.push(job.attempt);
      if (isAway) throw new PartAway("the store");
      return countedEffect(job.jobId);
    },
    { concurrency: 1 },
  );
  await expect.poll(() => attempts.length, { timeout: 20_000 }).toBe(4);
  await becomes(jobId!, "queued");
  const { retry_count, retry_limit } = await bossRow(jobId!);
  expect(retry_limit - retry_count).toBeGreaterThanOrEqual(20);
  isAway = false;
  await becomes(jobId!, "done");
  expect(new Set(attempts)).toEqual(new Set([1]));
  expect(await jobRow(tests.database, jobId!)).toMatchObject({ attempts: 0 });
  expect(await effectsOf(tests.database, jobId!)).toHaveLength(1);
  await queue.stop();
});

test("[SRV-73] after a day the job fails with its code", async () => {
  let now = Date.now();
  const queue = await tests.openQueue({ kinds: ["day"], clock: () => new Date(now) });
  const [jobId] = await tests.enqueue(queue, [{ kind: "day" }]);
  let tries = 0;
  await queue.work(
    "day",
    async () => {
      tries++;
      throw new PartAway("the store");
    },
    { concurrency: 1, faultCode: "COMPARISON_FAILED" },
  );
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  expect(await stateOf(tests.database, jobId!)).not.toBe("failed");
  now += 24 * 3_600_000 + 1;
  await becomes(jobId!, "failed");
  expect(await jobRow(tests.database, jobId!)).toMatchObject({ error_code: "COMPARISON_FAILED", attempts: 0 });
  await queue.stop();
});

test("[SRV-73] while the store is away nothing is taken; when it is back work goes on at once", async () => {
  const told: (() => void)[] = [];
  const storeWatch = { isAway: true, onBack: (back: () => void) => void told.push(back) };
  const queue = await tests.openQueue({ kinds: ["paused"], recurring: ["paused-sweep"], storeWatch });
  const [jobId] = await tests.enqueue(queue, [{ kind: "paused" }]);
  let swept = 0;
  await queue.work("paused", async (job) => countedEffect(job.jobId), { concurrency: 1 });
  await queue.schedule("paused-sweep", { everySeconds: 1 }, async () => void swept++);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect([await stateOf(tests.database, jobId!), swept]).toEqual(["queued", 0]);
  storeWatch.isAway = false;
  for (const back of told) back();
  await becomes(jobId!, "done", 2);
  await expect.poll(() => swept, { timeout: 3000 }).toBeGreaterThan(0);
  await queue.stop();
});

test("[SRV-74] what was done while the database was away is settled when it is back, and is not done again", async () => {
  const proxy = await startTestProxy(tests.url);
  const open = openDatabase({ url: proxy.url });
  const queue = await tests.openQueue({ kinds: ["cut"], connection: { url: proxy.url }, database: open.database });
  const [jobId] = await tests.enqueue(queue, [{ kind: "cut" }]);
  const [begun, ended] = [gate(), gate()];
  let runs = 0;
  await queue.work(
    "cut",
    async (job) => {
      runs++;
      begun.open();
      await ended.opened;
      return countedEffect(job.jobId);
    },
    { concurrency: 1 },
  );
  await begun.opened;
  await proxy.tell("freeze");
  ended.open();
  // Longer than the time after which a worker counts as dead.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect(await stateOf(tests.database, jobId!)).toBe("running");
  await proxy.tell("forget");
  await becomes(jobId!, "done", 15);
  expect(runs).toBe(1);
  expect(await effectsOf(tests.database, jobId!)).toHaveLength(1);
  await queue.stop();
  await open.close();
  await proxy.stop();
});
