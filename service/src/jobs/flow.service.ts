// Tests flows of jobs (SRV-17) on a real database, with workers killed.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Job, JobFailure, type JobQueue, type WrittenFlow } from "./job-queue.ts";
import {
  countedEffect,
  effectsOf,
  jobOf,
  jobRow,
  makeQueueTests,
  newOrganization,
  type QueueTests,
  stateOf,
} from "./testing/queue-tests.ts";

let tests: QueueTests;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  tests = await makeQueueTests(["part", "whole"]);
});
afterEach(() => tests.takeReports());
afterAll(async () => {
  for (const each of processes) each.kill("SIGKILL");
  await tests.close();
});

/** Enqueues `parts` jobs and the one that follows them. The payload of a part is its number. */
function handIn(queue: JobQueue, parts: number, organizationId = newOrganization()): Promise<WrittenFlow> {
  const jobs = Array.from({ length: parts }, (_, payload) => jobOf({ organizationId, kind: "part", payload }));
  const next = jobOf({ organizationId, kind: "whole" });
  return tests.database.transaction().execute((transaction) => queue.flow(transaction, { jobs, next }));
}

const becomes = (jobId: string, state: string, seconds = 10) =>
  expect.poll(() => stateOf(tests.database, jobId), { timeout: seconds * 1000, interval: 20 }).toBe(state);

/** Takes the following jobs. Returns those that ran. */
async function workOnWhole(queue: JobQueue): Promise<Job[]> {
  const ran: Job[] = [];
  const handler = async (job: Job) => {
    ran.push(job);
    return countedEffect(job.jobId);
  };
  await queue.work("whole", handler, { concurrency: 2 });
  return ran;
}

test("[SRV-17] the one that follows runs once, when the last of the others has ended", async () => {
  const queue = await tests.openQueue();
  const { jobIds, nextId } = await handIn(queue, 5);
  const ran = await workOnWhole(queue);
  expect(await jobRow(tests.database, nextId)).toMatchObject({ state: "held", waits_for: 5 });
  const seen: string[] = [];
  const handler = async ({ jobId }: Job) => {
    seen.push(await stateOf(tests.database, nextId));
    return countedEffect(jobId);
  };
  await queue.work("part", handler, { concurrency: 3 });
  await becomes(nextId, "done");
  expect(seen).toEqual(["held", "held", "held", "held", "held"]);
  expect(ran).toMatchObject([{ jobId: nextId, failures: [] }]);
  for (const id of [...jobIds, nextId]) expect(await effectsOf(tests.database, id)).toHaveLength(1);
  await queue.stop();
});

test.each([2, 0])(
  "of %i jobs and one that follows, further ones follow one after another, also one that failed",
  async (parts) => {
    const queue = await tests.openQueue();
    const organizationId = newOrganization();
    const job = (payload: string) => jobOf({ organizationId, kind: "whole", payload });
    const jobs = Array.from({ length: parts }, () => jobOf({ organizationId, kind: "part" }));
    const flow = { jobs, next: job("next"), afterwards: [job("third"), job("fourth")] };
    await tests.database.transaction().execute((transaction) => queue.flow(transaction, flow));
    const ran: unknown[] = [];
    const handler = async ({ payload }: Job) => {
      ran.push(payload);
      if (payload !== "part" && payload !== "fourth") throw new JobFailure("COMPARISON_FAILED");
    };
    for (const kind of ["whole", "part"]) await queue.work(kind, handler, { concurrency: 2 });
    await expect.poll(() => ran.filter((payload) => typeof payload === "string")).toEqual(["next", "third", "fourth"]);
    await queue.stop();
  },
);

test("[SRV-17] nothing of a flow is there when its transaction is rolled back", async () => {
  const queue = await tests.openQueue();
  let written: WrittenFlow | undefined;
  const failing = tests.database.transaction().execute(async (transaction) => {
    written = await queue.flow(transaction, { jobs: [jobOf({ kind: "part" })], next: jobOf({ kind: "whole" }) });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  for (const id of [...written!.jobIds, written!.nextId]) await expect(stateOf(tests.database, id)).rejects.toThrow();
  await queue.stop();
});

test("[SRV-17] one that fails does not keep the one that follows, which is told why", async () => {
  const queue = await tests.openQueue();
  const { nextId } = await handIn(queue, 3);
  const ran = await workOnWhole(queue);
  const handler = async ({ payload }: Job) => {
    if (payload === 1) throw new JobFailure("DOCUMENT_UNREADABLE", "XML_INVALID");
  };
  await queue.work("part", handler, { concurrency: 1 });
  await becomes(nextId, "done");
  expect(ran).toMatchObject([{ failures: [{ code: "DOCUMENT_UNREADABLE", upstream: "XML_INVALID" }] }]);
  await queue.stop();
});

test("a flow of no jobs is the one that follows", async () => {
  const queue = await tests.openQueue();
  const { nextId } = await handIn(queue, 0);
  await workOnWhole(queue);
  await becomes(nextId, "done");
  await queue.stop();
});

/** Starts a worker process. Returns it with the jobs that it has begun. */
function startWorker(milliseconds: number): { readonly process: ChildProcess; readonly said: string[] } {
  const program = join(import.meta.dirname, "testing/worker-process.ts");
  const worker = spawn(process.execPath, [program, tests.url, "part", String(milliseconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(worker);
  const said: string[] = [];
  createInterface(worker.stdout).on("line", (line) => said.push(line));
  return { process: worker, said };
}

test("workers that are killed while they work lose no flow, and none is followed twice", async () => {
  const queue = await tests.openQueue();
  const ran = await workOnWhole(queue);
  const flows = await Promise.all(Array.from({ length: 6 }, () => handIn(queue, 4)));
  const doomed = [startWorker(150), startWorker(150)];
  await expect.poll(() => Math.min(...doomed.map(({ said }) => said.length)), { timeout: 30_000 }).toBeGreaterThan(3);
  for (const { process: worker } of doomed) worker.kill("SIGKILL");
  const begun = doomed.flatMap(({ said }) => said).filter((line) => line !== "ready").length;
  expect(begun).toBeLessThan(24);
  startWorker(20);
  for (const { nextId } of flows) await becomes(nextId, "done", 40);
  expect(ran).toHaveLength(6);
  for (const { jobIds, nextId } of flows) {
    for (const id of [...jobIds, nextId]) expect(await effectsOf(tests.database, id)).toHaveLength(1);
  }
  await queue.stop();
}, 90_000);
