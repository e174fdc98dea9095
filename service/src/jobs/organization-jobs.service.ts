// Tests removing the jobs of an organization.

import { afterAll, beforeAll, expect, test } from "vitest";
import { countOrganizationJobs, removeOrganizationJobs } from "./organization-jobs.ts";
import {
  countedEffect,
  effectsOf,
  gate,
  makeQueueTests,
  newOrganization,
  type QueueTests,
} from "./testing/queue-tests.ts";

let tests: QueueTests;
beforeAll(async () => {
  tests = await makeQueueTests(["compare"]);
});
afterAll(() => tests.close());

test("where the queue was never opened there is nothing to remove", async () => {
  const organizationId = newOrganization();
  expect(await countOrganizationJobs(tests.database, organizationId)).toBe(0);
  const remove = tests.database.transaction().execute((all) => removeOrganizationJobs(all, organizationId));
  expect(await remove).toBe(0);
});

test("an organization's jobs are removed whatever their state, and one that runs has no effect any more", async () => {
  const queue = await tests.openQueue({ runnable: 2 });
  const [organizationId, other] = [newOrganization(), newOrganization()];
  const running = gate();
  const started: string[] = [];
  await queue.work(
    "compare",
    async ({ jobId }) => {
      started.push(jobId);
      await running.opened;
      return countedEffect(jobId);
    },
    { concurrency: 1 },
  );
  const startAfter = new Date(Date.now() + 3_600_000);
  const [first = ""] = await tests.enqueue(queue, [{ organizationId }]);
  await expect.poll(() => started, { timeout: 5000 }).toEqual([first]);
  await tests.enqueue(queue, [{ organizationId, startAfter }, { organizationId }, { organizationId }]);
  const [kept = ""] = await tests.enqueue(queue, [{ organizationId: other }]);
  expect(await countOrganizationJobs(tests.database, organizationId)).toBeGreaterThan(4);
  const removed = await tests.database.transaction().execute((all) => removeOrganizationJobs(all, organizationId));
  expect(removed).toBe(4);
  expect(await countOrganizationJobs(tests.database, organizationId)).toBe(0);
  running.open();
  await expect.poll(() => effectsOf(tests.database, kept), { timeout: 5000 }).toHaveLength(1);
  expect(await effectsOf(tests.database, first)).toEqual([]);
  expect(started).toEqual([first, kept]);
  expect(await countOrganizationJobs(tests.database, organizationId)).toBe(0);
});
