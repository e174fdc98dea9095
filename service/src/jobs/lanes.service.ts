// Tests the fast and slow lanes and the processor budgets (CPU-1, CPU-2, CPU-4) on a real database.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CpuBudget } from "./cpu-budget.ts";
import type { Job, JobHandler } from "./job-queue.ts";
import { GaveWay, type Lane, Lanes, SlowDocument } from "./lanes.ts";
import { gate, jobRow, makeQueueTests, newOrganization, type QueueTests } from "./testing/queue-tests.ts";

let tests: QueueTests;
beforeAll(async () => {
  tests = await makeQueueTests(["compare"]);
});
afterAll(() => tests.close());

/** Opens a queue of its own kind, so that tests do not see each other's jobs. */
async function workOn(kind: string, children: number, handler: JobHandler, behind: () => readonly string[] = () => []) {
  const ends: string[] = [];
  const queue = await tests.openQueue({
    ...{ kinds: [kind], behind },
    onEnd: ({ lane, outcome }) => ends.push(`${lane} ${outcome}`),
  });
  const start = () => queue.workOn([{ kind, handler }], { concurrency: children, lanes: new Lanes(children) });
  return { queue, ends, start };
}

/** Returns a handler that needs the slow lane, where it runs until the gate is open. */
function slowUntil(opened: Promise<void>, seen: string[] = []): JobHandler {
  return async ({ lane, ownerId, attempt }: Job) => {
    seen.push(`${lane} ${ownerId} ${attempt}`);
    if (lane === "fast") throw new SlowDocument();
    await opened;
  };
}

test("[CPU-1] a job that needs more time moves to the slow lane, and loses no try", async () => {
  const seen: string[] = [];
  const { queue, ends, start } = await workOn("moved", 2, slowUntil(Promise.resolve(), seen));
  const [id = ""] = await tests.enqueue(queue, [{ kind: "moved", ownerId: "one" }]);
  await start();
  await expect.poll(() => ends, { timeout: 20_000 }).toEqual(["fast slow", "slow done"]);
  expect(seen).toEqual(["fast one 1", "slow one 1"]);
  expect(await jobRow(tests.database, id)).toMatchObject({ state: "done", attempts: 0, is_slow: true });
  expect(tests.takeReports()).toEqual([]);
});

test("[CPU-2] two children: the slow lane has one, and the fast lane goes on", async () => {
  const { opened, open } = gate();
  const running = { fast: 0, slow: 0 };
  const most = { ...running };
  const { queue, ends, start } = await workOn("shared", 2, async ({ lane = "fast", ownerId }) => {
    running[lane] += 1;
    most[lane] = Math.max(most[lane], running[lane]);
    try {
      if (ownerId === "endless" && lane === "fast") throw new SlowDocument();
      if (ownerId === "endless") await opened;
    } finally {
      running[lane] -= 1;
    }
  });
  const endless = () => ({ kind: "shared", ownerId: "endless", organizationId: newOrganization() });
  await tests.enqueue(queue, [endless(), endless(), endless()]);
  await start();
  await expect.poll(() => ends.filter((end) => end === "fast slow").length, { timeout: 20_000 }).toBe(3);
  const organizationId = newOrganization();
  await tests.enqueue(queue, Array(10).fill({ kind: "shared", ownerId: "short", organizationId }));
  await expect.poll(() => ends.filter((end) => end === "fast done").length, { timeout: 20_000 }).toBe(10);
  expect(most.slow).toBe(1);
  open();
  await expect.poll(() => ends.filter((end) => end === "slow done").length, { timeout: 20_000 }).toBe(3);
});

test("[CPU-2] one organization runs one slow document of a kind, in all processes together, and they take turns", async () => {
  const { opened, open } = gate();
  const [busy, calm] = [newOrganization(), newOrganization()];
  const begun: string[] = [];
  const handler: JobHandler = async ({ lane, ownerId }) => {
    if (lane === "fast") throw new SlowDocument();
    begun.push(ownerId);
    await opened;
  };
  // Each process has eight children and therefore two slow slots.
  const one = await workOn("turns", 8, handler);
  const other = await workOn("turns", 8, handler);
  const busyJobs = [1, 2, 3, 4].map(() => ({ kind: "turns", ownerId: "busy", organizationId: busy }));
  await tests.enqueue(one.queue, busyJobs);
  await Promise.all([one.start(), other.start()]);
  const moved = () => [...one.ends, ...other.ends].filter((end) => end === "fast slow").length;
  await expect.poll(moved, { timeout: 20_000 }).toBe(4);
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(["busy"]);
  await tests.enqueue(one.queue, [{ kind: "turns", ownerId: "calm", organizationId: calm }]);
  await expect.poll(() => begun, { timeout: 20_000 }).toEqual(["busy", "calm"]);
  open();
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(5);
});

test("[CPU-2] processes that claim at the same time take one slow document of an organization", async () => {
  let running = 0;
  let most = 0;
  const handler: JobHandler = async ({ lane }) => {
    if (lane === "fast") throw new SlowDocument();
    running += 1;
    most = Math.max(most, running);
    await sleep(1_000);
    running -= 1;
  };
  const processes = await Promise.all([1, 2, 3].map(() => workOn("together", 8, handler)));
  // A claim takes its time, so that the claims of the processes overlap.
  await tests.pool.query(`create function nap() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.3); return new; end $$`);
  await tests.pool.query(`create trigger nap before update on pgboss.job for each row
    when (new.name = 'together.slow' and new.state = 'active' and old.state <> 'active') execute function nap()`);
  const organizationId = newOrganization();
  await tests.enqueue(
    processes[0]!.queue,
    [1, 2, 3, 4].map(() => ({ kind: "together", organizationId })),
  );
  await Promise.all(processes.map(({ start }) => start()));
  const done = () => processes.flatMap(({ ends }) => ends).filter((end) => end === "slow done").length;
  await expect.poll(done, { timeout: 60_000 }).toBe(4);
  expect(most).toBe(1);
});

test("[CPU-2] one child: a slow document that gave way comes back, and loses no try", async () => {
  let times = 0;
  const { queue, ends, start } = await workOn("single", 1, async ({ lane, attempt }) => {
    expect(attempt).toBe(1);
    if (lane === "fast") throw new SlowDocument();
    times += 1;
    if (times < 3) throw new GaveWay();
  });
  await tests.enqueue(queue, [{ kind: "single" }]);
  await start();
  await expect.poll(() => ends, { timeout: 30_000 }).toEqual(["fast slow", "slow later", "slow later", "slow done"]);
});

test("[CPU-2] one child: the slow lane waits until the fast lane is empty", async () => {
  const seen: Lane[] = [];
  const { queue, ends, start } = await workOn("waiting", 1, async ({ lane = "fast", ownerId }) => {
    seen.push(lane);
    if (lane === "fast" && ownerId === "slow") throw new SlowDocument();
  });
  await tests.enqueue(queue, [
    { kind: "waiting", ownerId: "slow", organizationId: newOrganization() },
    ...Array.from({ length: 5 }, () => ({ kind: "waiting", ownerId: "fast", organizationId: newOrganization() })),
  ]);
  await start();
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(7);
  expect(seen).toEqual([...Array(6).fill("fast"), "slow"]);
});

test("[CPU-4] an organization with an empty bucket comes after every other, and alone it loses nothing", async () => {
  const [spent, other] = [newOrganization(), newOrganization()];
  const begun: string[] = [];
  const handler: JobHandler = async ({ ownerId }) => void begun.push(ownerId);
  const { queue, start } = await workOn("spent", 1, handler, () => [spent]);
  const jobs = (ownerId: string, organizationId: string) =>
    Array.from({ length: 4 }, () => ({ kind: "spent", ownerId, organizationId }));
  await tests.enqueue(queue, [...jobs("spent", spent), ...jobs("other", other)]);
  await start();
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(8);
  expect(begun).toEqual([...Array(4).fill("other"), ...Array(4).fill("spent")]);
});

test("[CPU-4] a bucket holds 600 seconds, fills with half of the children of the cell, and is shared by processes", async () => {
  const { database } = tests;
  await database
    .insertInto("processes")
    .values([
      { process_id: newOrganization(), roles: ["worker"], heard_at: new Date(), children: 6 },
      { process_id: newOrganization(), roles: ["api"], heard_at: new Date(), children: 100 },
    ])
    .execute();
  const report = (problem: unknown) => expect.fail(String(problem));
  const one = new CpuBudget({ database, isClaiming: true, report });
  const other = new CpuBudget({ database, isClaiming: true, report });
  const organization = newOrganization();
  const tokens = () => tokensOf(organization);
  one.spend(organization, 200);
  await one.flush();
  expect(await tokens()).toBeCloseTo(400, 0);
  other.spend(organization, 410);
  await Promise.all([other.flush(), one.flush()]);
  expect(await tokens()).toBeLessThan(0);
  await one.flush();
  expect([one.behind, other.behind]).toEqual([[organization], [organization]]);
  // However much an organization spends, its bucket never falls below -60. Six children bring it to 0 in 20 seconds.
  one.spend(organization, 10_000);
  await one.flush();
  expect(await tokens()).toBe(-60);
  const pass = (seconds: number) =>
    tests.pool.query("update rate_buckets set filled_at = filled_at - make_interval(secs => $1) where bucket = $2", [
      seconds,
      `cpu:${organization}`,
    ]);
  await pass(15);
  await one.flush();
  expect(one.behind).toEqual([organization]);
  await pass(10);
  await one.flush();
  expect(one.behind).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

test("[CPU-4] seconds that could not be written are written with the next ones", async () => {
  const { database, pool } = tests;
  const budget = new CpuBudget({ database, isClaiming: false, report: () => {} });
  const organization = newOrganization();
  await pool.query("alter table rate_buckets rename to rate_buckets_away");
  budget.spend(organization, 150);
  await expect(budget.flush()).rejects.toThrow("rate_buckets");
  await pool.query("alter table rate_buckets_away rename to rate_buckets");
  budget.spend(organization, 50);
  await budget.flush();
  expect(await tokensOf(organization)).toBe(400);
  await budget.flush();
  expect(await tokensOf(organization)).toBe(400);
  await budget.close();
});

async function tokensOf(organization: string): Promise<number> {
  const row = await tests.database
    .selectFrom("rate_buckets")
    .select("tokens")
    .where("bucket", "=", `cpu:${organization}`)
    .executeTakeFirstOrThrow();
  return row.tokens;
}
