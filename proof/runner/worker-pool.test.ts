// Tests the order of results, and jobs that crash their thread.

import { expect, test } from "vitest";
import { mapInThreads, type ThreadWork } from "./worker-pool.ts";

// The same work twice: as a module that a thread loads, and as a function of this thread.
const source = `export function work(job) {
  if (job === 13) throw new Error("unlucky");
  if (job === 14) process.exit(3);
  return job * 2;
}`;
const doubling: ThreadWork<number, number | string> = {
  module: `data:text/javascript,${encodeURIComponent(source)}`,
  work: (job) => {
    if (job === 13) throw new Error("unlucky");
    return job * 2;
  },
  onCrash: (job, reason) => `${job}: ${reason.split("\n")[0]}`,
};

test.each([1, 2])("results come in the order of the jobs, with %i threads", async (threads) => {
  let done = 0;
  const onDone = (): void => {
    done += 1;
  };
  const results = await mapInThreads(doubling, [5, 1, 13, 4], { threads, onDone });
  expect(results).toEqual([10, 2, "13: Error: unlucky", 8]);
  expect(done).toBe(4);
});

test("a job that takes its thread down does not take the others with it", async () => {
  const results = await mapInThreads(doubling, [14, 1, 14, 2, 3], { threads: 2, onDone: () => {} });
  expect(results).toEqual(["14: The thread ended with code 3", 2, "14: The thread ended with code 3", 4, 6]);
});

test("no jobs, no threads", async () => {
  expect(await mapInThreads(doubling, [], { threads: 2, onDone: () => {} })).toEqual([]);
});
