// Tests the admission and the turns of jobs (SRV-14, CPU-3) on a real database.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countUnfinishedJobs } from "./admission.ts";
import type { JobQueue, NewJob } from "./job-queue.ts";
import { ask, makeQueueTests, newOrganization, type QueueTests, stateOf } from "./testing/queue-tests.ts";

let tests: QueueTests;
beforeAll(async () => {
  tests = await makeQueueTests(["compare", "render"]);
});
afterAll(() => tests.close());

const many = (count: number, job: Partial<NewJob>): Partial<NewJob>[] => Array.from({ length: count }, () => job);

/** Returns the number of the organization's jobs that pg-boss could assign or has assigned. */
async function inQueue(organizationId: string, kind = "compare"): Promise<number> {
  const [row] = await ask<{ count: number }>(
    tests.database,
    sql`select count(*)::int as count from pgboss.job
      where name = ${kind} and group_id = ${organizationId} and state in ('created', 'retry', 'active')`,
  );
  return row!.count;
}

async function count(organizationId: string, state: "waiting" | "queued" | "done"): Promise<number> {
  const rows = await tests.database
    .selectFrom("jobs")
    .select("job_id")
    .where("organization_id", "=", organizationId)
    .where("state", "=", state)
    .execute();
  return rows.length;
}

/** Runs jobs that take a moment each. Returns the organizations in the order in which their jobs ended. */
async function workThrough(queue: JobQueue, concurrency: number): Promise<string[]> {
  const ends: string[] = [];
  await queue.work(
    "compare",
    async ({ organizationId }) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      ends.push(organizationId);
    },
    { concurrency },
  );
  return ends;
}

test("of 1,500 jobs of one organization at most 1,000 are in pg-boss, and 20 of another are not starved", async () => {
  const queue = await tests.openQueue();
  const [busy, other] = [newOrganization(), newOrganization()];
  await tests.enqueue(queue, many(1500, { organizationId: busy }));
  expect(await inQueue(busy)).toBe(500);
  expect(await count(busy, "waiting")).toBe(1000);
  expect(await countUnfinishedJobs(tests.database, busy)).toBe(1500);
  const ends = await workThrough(queue, 4);
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBeGreaterThan(20);
  await tests.enqueue(queue, many(20, { organizationId: other }));
  const handedInAt = ends.length;
  let most = 0;
  const watch = async () => {
    most = Math.max(most, await inQueue(busy));
    return ends.filter((organization) => organization === other).length;
  };
  await expect.poll(watch, { timeout: 30_000, interval: 20 }).toBe(20);
  // The organizations alternate, so the twenty jobs end among about the next forty. The limit leaves a margin.
  expect(ends.lastIndexOf(other) - handedInAt).toBeLessThan(120);
  const finished = async () => {
    most = Math.max(most, await inQueue(busy));
    return count(busy, "done");
  };
  await expect.poll(finished, { timeout: 120_000, interval: 100 }).toBe(1500);
  expect(most).toBeGreaterThan(900);
  expect(most).toBeLessThanOrEqual(1000);
  expect(await countUnfinishedJobs(tests.database, busy)).toBe(0);
  await queue.stop();
  expect(tests.takeReports()).toEqual([]);
}, 180_000);

test("[CPU-3] an organization that is alone has every hand", async () => {
  const queue = await tests.openQueue();
  const organizationId = newOrganization();
  let running = 0;
  let most = 0;
  await queue.work(
    "compare",
    async () => {
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 300));
      running--;
    },
    { concurrency: 6 },
  );
  await tests.enqueue(queue, many(12, { organizationId }));
  await expect.poll(() => count(organizationId, "done"), { timeout: 15_000 }).toBe(12);
  expect(most).toBe(6);
  await queue.stop();
});

test("jobs that wait are let in oldest first", async () => {
  let now = Date.UTC(2026, 0, 1);
  const clock = () => new Date(now++);
  const queue = await tests.openQueue({ runnable: 1, clock });
  const organizationId = newOrganization();
  const ids = await tests.enqueue(queue, many(6, { organizationId }));
  const states = await Promise.all(ids.map((id) => stateOf(tests.database, id)));
  expect(states).toEqual(["queued", "waiting", "waiting", "waiting", "waiting", "waiting"]);
  const order: string[] = [];
  await queue.work("compare", async ({ jobId }) => void order.push(jobId), { concurrency: 3 });
  await expect.poll(() => count(organizationId, "done"), { timeout: 15_000 }).toBe(6);
  expect(order).toEqual(ids);
  await queue.stop();
});

test("the repair lets in what nobody's end let in", async () => {
  const queue = await tests.openQueue({ runnable: 4 });
  const organizationId = newOrganization();
  await tests.enqueue(queue, many(8, { organizationId }));
  expect(await inQueue(organizationId)).toBe(2);
  // As if the two had been settled by a process that admitted no others.
  await sql`delete from pgboss.job where group_id = ${organizationId}`.execute(tests.database);
  await tests.database
    .updateTable("jobs")
    .set({ state: "done" })
    .where("organization_id", "=", organizationId)
    .where("state", "=", "queued")
    .execute();
  await workThrough(queue, 2);
  await expect.poll(() => count(organizationId, "done"), { timeout: 10_000 }).toBe(8);
  await queue.stop();
});

test("many who hand in jobs at the same time stay within the limit", async () => {
  const queue = await tests.openQueue({ runnable: 100 });
  const organizationId = newOrganization();
  await Promise.all(Array.from({ length: 30 }, () => tests.enqueue(queue, many(5, { organizationId }))));
  expect(await inQueue(organizationId)).toBeLessThanOrEqual(100);
  expect(await inQueue(organizationId)).toBeGreaterThanOrEqual(50);
  expect(await countUnfinishedJobs(tests.database, organizationId)).toBe(150);
  await sql`delete from jobs where organization_id = ${organizationId}`.execute(tests.database);
  await sql`delete from pgboss.job where group_id = ${organizationId}`.execute(tests.database);
});

test("an organization is counted over all kinds; delayed jobs are not counted, what is direct is let in at once", async () => {
  const queue = await tests.openQueue({ runnable: 4 });
  const organizationId = newOrganization();
  const startAfter = new Date(Date.now() + 3_600_000);
  await tests.enqueue(queue, [
    ...many(4, { organizationId, startAfter }),
    ...many(4, { organizationId }),
    ...many(1, { organizationId, kind: "render" }),
    ...many(2, { organizationId, kind: "render", direct: true }),
  ]);
  expect(await inQueue(organizationId)).toBe(4 + 2);
  expect(await inQueue(organizationId, "render")).toBe(2);
  expect(await countUnfinishedJobs(tests.database, organizationId)).toBe(7);
  await queue.stop();
});

test("a kind that waits is let in before more of the kind that fills the queue", async () => {
  const queue = await tests.openQueue({ runnable: 4 });
  const organizationId = newOrganization();
  await tests.enqueue(queue, [...many(20, { organizationId }), ...many(1, { organizationId, kind: "render" })]);
  const order: string[] = [];
  const work = (kind: string) => ({
    kind,
    handler: async () => {
      order.push(kind);
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  });
  await queue.workOn([work("compare"), work("render")], { concurrency: 1 });
  await expect.poll(() => count(organizationId, "done"), { timeout: 15_000 }).toBe(21);
  expect(order.indexOf("render")).toBeLessThan(4);
  await queue.stop();
});

test("[SRV-14] with one hand organizations alternate, and so do kinds", async () => {
  const queue = await tests.openQueue();
  const [busy, other] = [newOrganization(), newOrganization()];
  await tests.enqueue(queue, [
    ...many(40, { organizationId: busy }),
    ...many(10, { organizationId: busy, kind: "render" }),
    ...many(3, { organizationId: other }),
  ]);
  const ends: string[] = [];
  const work = (kind: string) => ({
    kind,
    handler: async ({ organizationId }: { readonly organizationId: string }) => {
      if (organizationId === busy) ends.push(`${kind} busy`);
      if (organizationId === other) ends.push(`${kind} other`);
    },
  });
  await queue.workOn([work("compare"), work("render")], { concurrency: 1 });
  await expect.poll(() => ends.length, { timeout: 15_000 }).toBe(53);
  await queue.stop();
  const compared = ends.filter((end) => end.startsWith("compare"));
  expect(compared.slice(0, 6).filter((end) => end.endsWith("other"))).toHaveLength(3);
  expect(ends.slice(0, 20).filter((end) => end.startsWith("render"))).toHaveLength(10);
});
