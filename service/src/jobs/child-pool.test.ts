// Tests the pool of child processes: order, waiting (SRV-25) and giving way (CPU-2).

import { expect, test } from "vitest";
import { ChildPool, type PoolChild } from "./child-pool.ts";

type Result = "done" | "late";

interface Task {
  readonly name: string;
  readonly isSlow?: boolean;
}

/** A child that serves a task until the test ends it or its signal is aborted. */
class TestChild implements PoolChild<Task, Result> {
  isGone = false;
  served = 0;
  working: string | undefined;
  finish: () => void = () => {};

  run({ name }: Task, signal: AbortSignal): Promise<Result> {
    this.served++;
    this.working = name;
    return new Promise<Result>((resolve, reject) => {
      this.finish = () => resolve("done");
      signal.addEventListener("abort", () => reject(signal.reason));
    }).finally(() => {
      this.working = undefined;
    });
  }

  async end(): Promise<void> {
    this.isGone = true;
  }
}

const never = new AbortController().signal;
const fast = (name: string): Task => ({ name });
const slow = (name: string): Task => ({ name, isSlow: true });
const gaveWay = new Error("gave way");

function makePool(children: number, seconds = 60) {
  const started: TestChild[] = [];
  const pool = new ChildPool<Task, Result, TestChild>({
    ...{ children, seconds, recycleAfter: 100, starts: "ahead", late: "late" },
    start: async () => {
      const child = new TestChild();
      started.push(child);
      return child;
    },
    isWell: () => true,
    givesWay: ({ isSlow = false }) => isSlow,
    gaveWay: () => gaveWay,
  });
  /** Returns the tasks that children work on. */
  const working = () => started.flatMap((child) => child.working ?? []).sort();
  const finish = (name: string) => started.find((child) => child.working === name)?.finish();
  const run = (task: Task) => {
    const result = pool.run(task, never);
    result.catch(() => {});
    return result;
  };
  return { pool, started, working, finish, run };
}

test("requests are served first come first served, as many at a time as there are children", async () => {
  const { pool, working, finish, run } = makePool(2);
  const all = ["a", "b", "c", "d"].map((name) => run(fast(name)));
  await expect.poll(working).toEqual(["a", "b"]);
  finish("a");
  await expect.poll(working).toEqual(["b", "c"]);
  finish("b");
  await expect.poll(working).toEqual(["c", "d"]);
  for (const name of ["c", "d"]) finish(name);
  expect(await Promise.all(all)).toEqual(["done", "done", "done", "done"]);
  await pool.close();
});

test("[SRV-25] a request that gets no child in time has the result of one that took too long", async () => {
  const { pool, working, finish, run } = makePool(1, 0.1);
  const first = run(fast("a"));
  await expect.poll(working).toEqual(["a"]);
  expect(await run(fast("b"))).toBe("late");
  // The first request has its child, and all the time that the child gives it.
  finish("a");
  expect(await first).toBe("done");
  await pool.close();
});

test("[SRV-25] without children no request waits for ever", async () => {
  const { pool, run } = makePool(0, 0.1);
  expect(await run(fast("a"))).toBe("late");
  await pool.close();
});

test("a request that is aborted while it waits takes no child", async () => {
  const { pool, started, working, finish, run } = makePool(1);
  const first = run(fast("a"));
  await expect.poll(working).toEqual(["a"]);
  const controller = new AbortController();
  const second = pool.run(fast("b"), controller.signal);
  controller.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  finish("a");
  await first;
  expect(started[0]?.served).toBe(1);
  await pool.close();
});

test("a pool that is closed rejects what runs, what waits and what comes", async () => {
  const { pool, working, run } = makePool(1);
  const both = [run(fast("a")), run(fast("b"))];
  await expect.poll(working).toEqual(["a"]);
  await pool.close();
  for (const each of [...both, run(fast("c"))]) await expect(each).rejects.toThrow("closed");
});

test("[CPU-2] a slow task with the only child is stopped for a fast one, which a fresh child serves", async () => {
  const { pool, started, working, finish, run } = makePool(1);
  const first = run(slow("slow"));
  await expect.poll(working).toEqual(["slow"]);
  const second = run(fast("fast"));
  await expect(first).rejects.toBe(gaveWay);
  await expect.poll(working).toEqual(["fast"]);
  expect(started[0]?.isGone).toBe(true);
  finish("fast");
  expect(await second).toBe("done");
  await pool.close();
});

test("[CPU-2] a slow task is not stopped for another slow one", async () => {
  const { pool, working, finish, run } = makePool(1);
  const first = run(slow("a"));
  await expect.poll(working).toEqual(["a"]);
  const second = run(slow("b"));
  finish("a");
  expect(await first).toBe("done");
  await expect.poll(working).toEqual(["b"]);
  finish("b");
  expect(await second).toBe("done");
  await pool.close();
});

test("[CPU-2] a slow task is not stopped while another child is free", async () => {
  const { pool, working, finish, run } = makePool(2);
  const first = run(slow("slow"));
  await expect.poll(working).toEqual(["slow"]);
  const second = run(fast("fast"));
  await expect.poll(working).toEqual(["fast", "slow"]);
  for (const name of ["slow", "fast"]) finish(name);
  expect(await Promise.all([first, second])).toEqual(["done", "done"]);
  await pool.close();
});

test("[CPU-2] a slow task is not stopped while the fast lane has a child", async () => {
  const { pool, working, finish, run } = makePool(2);
  const all = [run(slow("slow")), run(fast("a"))];
  await expect.poll(working).toEqual(["a", "slow"]);
  all.push(run(fast("b")));
  finish("a");
  await expect.poll(working).toEqual(["b", "slow"]);
  for (const name of ["slow", "b"]) finish(name);
  expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
  await pool.close();
});

test("[CPU-2] of several slow tasks that have every child, one is stopped for a fast one", async () => {
  const { pool, working, finish, run } = makePool(2);
  const [first, second] = [run(slow("a")), run(slow("b"))];
  await expect.poll(working).toEqual(["a", "b"]);
  const third = run(fast("fast"));
  await expect(first).rejects.toBe(gaveWay);
  await expect.poll(working).toEqual(["b", "fast"]);
  for (const name of ["b", "fast"]) finish(name);
  expect(await Promise.all([second, third])).toEqual(["done", "done"]);
  await pool.close();
});
