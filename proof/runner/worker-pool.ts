// Distributes work that keeps a core busy over threads.
//
// A thread loads the module with the work and calls its `work` for one job after another. Jobs and results are copied,
// so both are plain data. For a job that throws, or ends its thread, `onCrash` gives the result, and the others
// continue. With one thread, the work runs in the calling thread, which is easier to debug and profile. A job that ends
// its thread then ends the run.

import { Worker } from "node:worker_threads";
import { runAtOnce } from "./run-at-once.ts";

/** The work of a module: `module` is its URL, and it exports `work` under that name. */
export interface ThreadWork<Job, Result> {
  readonly module: string;
  readonly work: (job: Job) => Result | Promise<Result>;
  readonly onCrash: (job: Job, reason: string) => Result;
}

export interface PoolSettings<Result> {
  readonly threads: number;
  /** Called with the index of each finished job, and its result. */
  readonly onDone: (position: number, result: Result) => void;
}

/** The answer of a thread to a job. */
export type Answer = { readonly result: unknown } | { readonly crash: string };

/** Returns the results in the order of the jobs. */
export async function mapInThreads<Job, Result>(
  { module, work, onCrash }: ThreadWork<Job, Result>,
  jobs: readonly Job[],
  { threads, onDone }: PoolSettings<Result>,
): Promise<Result[]> {
  const idle: Worker[] = [];
  const runJob = async (job: Job, position: number): Promise<Result> => {
    const answer = threads === 1 ? await answerJob(work, job) : await askThread(idle, module, job);
    const result = "crash" in answer ? onCrash(job, answer.crash) : (answer.result as Result);
    onDone(position, result);
    return result;
  };
  try {
    return await runAtOnce(jobs, threads, runJob);
  } finally {
    await Promise.all(idle.map((worker) => worker.terminate()));
  }
}

/** Runs one job. An error that it throws is an answer too. */
export async function answerJob(work: (job: never) => unknown, job: unknown): Promise<Answer> {
  try {
    return { result: await work(job as never) };
  } catch (problem) {
    return { crash: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) };
  }
}

/** Sends the job to an idle thread, or to a new one. A thread that died is not used again. */
function askThread(idle: Worker[], module: string, job: unknown): Promise<Answer> {
  const worker = idle.pop() ?? new Worker(new URL("./worker-thread.ts", import.meta.url), { workerData: module });
  return new Promise((resolve) => {
    const settle = (answer: Answer): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(answer);
    };
    const onMessage = (answer: Answer): void => {
      idle.push(worker);
      settle(answer);
    };
    const onError = (problem: Error): void => settle({ crash: problem.message });
    const onExit = (code: number): void => settle({ crash: `The thread ended with code ${code}` });
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(job);
  });
}
