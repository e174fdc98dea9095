// Tests jobs whose worker, child or connection dies (SRV-10, SRV-11, SRV-20).

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobFailure } from "./job-queue.ts";
import { Sandbox } from "./sandbox.ts";
import { countedEffect, effectsOf, jobRow, makeQueueTests, type QueueTests, stateOf } from "./testing/queue-tests.ts";

let tests: QueueTests;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  tests = await makeQueueTests(["slow", "cut", "crashing"]);
});
afterAll(async () => {
  for (const each of processes) each.kill("SIGKILL");
  await tests.close();
});

/** Starts a worker process. Returns it with its output, line by line. */
function startWorker(kind: string, milliseconds: number): { readonly process: ChildProcess; readonly said: string[] } {
  const program = join(import.meta.dirname, "testing/worker-process.ts");
  const worker = spawn(process.execPath, [program, tests.url, kind, String(milliseconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(worker);
  const said: string[] = [];
  createInterface(worker.stdout).on("line", (line) => said.push(line));
  return { process: worker, said };
}

test("[SRV-10] [SRV-11] a job whose worker is killed is taken over by another within seconds, and its effect happens once", async () => {
  const queue = await tests.openQueue();
  const doomed = startWorker("slow", 60_000);
  const [jobId = ""] = await tests.enqueue(queue, [{ kind: "slow" }]);
  await expect.poll(() => doomed.said, { timeout: 15_000 }).toContain(jobId);
  const heir = startWorker("slow", 100);
  await expect.poll(() => heir.said, { timeout: 15_000 }).toContain("ready");
  doomed.process.kill("SIGKILL");
  const killedAt = performance.now();
  await expect.poll(() => stateOf(tests.database, jobId), { timeout: 30_000, interval: 50 }).toBe("done");
  const seconds = (performance.now() - killedAt) / 1000;
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(20);
  expect(await effectsOf(tests.database, jobId)).toEqual([heir.process.pid]);
  expect(await jobRow(tests.database, jobId)).toMatchObject({ attempts: 0 });
  heir.process.kill("SIGKILL");
});

test("when the server cuts every connection in the middle of work, each job still ends once", async () => {
  const queue = await tests.openQueue({ restSeconds: [0, 1] });
  await queue.work(
    "cut",
    async ({ jobId }) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return countedEffect(jobId);
    },
    { concurrency: 4 },
  );
  const ids = await tests.enqueue(
    queue,
    Array.from({ length: 40 }, () => ({ kind: "cut" })),
  );
  const done = async () =>
    (await Promise.all(ids.map((id) => stateOf(tests.database, id)))).filter((s) => s === "done");
  await expect.poll(async () => (await done()).length, { interval: 20, timeout: 30_000 }).toBeGreaterThan(8);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(tests.database);
  await expect.poll(async () => (await done()).length, { timeout: 30_000 }).toBe(40);
  for (const id of ids) expect(await effectsOf(tests.database, id)).toHaveLength(1);
  await queue.stop();
});

test("[SRV-20] a child that crashes fails its job: the job is not tried again and the worker lives on", async () => {
  const sandbox = new Sandbox({
    children: 1,
    mode: "bubblewrap",
    memoryMegabytes: 512,
    seconds: 30,
    recycleAfter: 10,
    program: join(import.meta.dirname, "testing/misbehaving-child.ts"),
  });
  const queue = await tests.openQueue();
  let tries = 0;
  await queue.work(
    "crashing",
    async ({ payload, signal }) => {
      tries++;
      const task = {
        kind: "compare" as const,
        before: new Uint8Array(),
        after: new Uint8Array(),
        names: { before: "", after: "" },
        author: String(payload),
        date: "",
        formats: [],
      };
      const { kind } = await sandbox.run(task, signal);
      if (kind === "crashed") throw new JobFailure("COMPARISON_FAILED");
    },
    { concurrency: 1 },
  );
  const [crashing = "", fine = ""] = await tests.enqueue(queue, [
    { kind: "crashing", payload: "aborts" },
    { kind: "crashing", payload: "tells its number" },
  ]);
  await expect.poll(() => stateOf(tests.database, fine), { timeout: 15_000 }).toBe("done");
  expect(await jobRow(tests.database, crashing)).toMatchObject({ state: "failed", error_code: "COMPARISON_FAILED" });
  expect(tries).toBe(2);
  await queue.stop();
  await sandbox.close();
});
