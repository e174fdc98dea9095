// Runs the cases of one target on several threads, and supervises the threads.
//
// Cases are handed out in small ranges. A thread that dies, or spends too much CPU time on one check, is terminated,
// and its current case counts as failed. A new thread runs the other cases of the range, from its start. The result of
// a case does not depend on the thread that runs it, nor on the number of threads.

import { Worker } from "node:worker_threads";
import { type CaseFailure, MOST_CPU_SECONDS } from "./run-case.ts";
import { Counts } from "./target.ts";
import { BEATS, CURRENT_CASE, type Range, type WorkerMessage, type WorkerSettings } from "./worker-messages.ts";

export interface RunSettings {
  readonly target: string;
  /** URL of the module that finds the target. Default: the table of targets, `targets.ts`. */
  readonly targets?: string;
  /** CPU time after which a thread that is still at the same check is terminated. */
  readonly hangSeconds?: number;
  readonly seed: number;
  readonly cases: Range;
  readonly jobs: number;
  /** Called for each finished case. */
  readonly onDone: () => void;
  /** Called for each failed case, as soon as it fails. */
  readonly onFailed?: (failure: CaseFailure) => void;
}

export interface RunResult {
  readonly cases: number;
  readonly counts: ReadonlyMap<string, number>;
  /** One failure per case, ordered by case number. */
  readonly failures: readonly CaseFailure[];
}

/** Cases per range. Small, because a target may have all its slow cases next to each other. */
const RANGE_SIZE = 5;
const WATCH_EVERY_MS = 1000;
/**
 * Longer than `MOST_CPU_SECONDS`, so that a case that ends late is reported as slow, with its input, before it counts
 * as hung.
 */
const HANG_SECONDS = 2 * MOST_CPU_SECONDS;
const MOST_SHRUNK = 2;

interface Run extends RunSettings {
  readonly waiting: Range[];
  readonly counts: Counts;
  readonly failures: Map<number, CaseFailure>;
}

export async function runTarget(settings: RunSettings): Promise<RunResult> {
  const run: Run = {
    ...settings,
    waiting: splitRange(settings.cases),
    counts: new Counts(),
    failures: new Map(),
  };
  const threads = Math.min(settings.jobs, run.waiting.length);
  await Promise.all(Array.from({ length: threads }, () => runThreads(run)));
  const failures = [...run.failures.values()].sort((one, other) => one.caseNumber - other.caseNumber);
  return { cases: settings.cases.to - settings.cases.from, counts: run.counts.byName, failures };
}

function splitRange({ from, to }: Range): Range[] {
  const count = Math.ceil((to - from) / RANGE_SIZE);
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * RANGE_SIZE,
    to: Math.min(to, from + (index + 1) * RANGE_SIZE),
  }));
}

/** Runs threads one after another until no range is waiting. A thread that had to be terminated is replaced. */
async function runThreads(run: Run): Promise<void> {
  while (run.waiting.length > 0) {
    const ended = await runThread(run);
    if (ended === undefined) return;
    const { range, caseNumber, reason } = ended;
    if (!run.failures.has(caseNumber)) {
      const input = `run it alone: --seed ${run.seed} --only ${caseNumber}`;
      addFailure(run, { caseNumber, property: "a case ends", message: reason, input });
    }
    run.onDone();
    const rest = [
      { from: range.from, to: caseNumber },
      { from: caseNumber + 1, to: range.to },
    ];
    run.waiting.unshift(...rest.filter(({ from, to }) => from < to));
  }
}

/** Records a failure. A case that runs again, because its thread was terminated at a later one, is reported once. */
function addFailure(run: Run, failure: CaseFailure): void {
  const isNew = !run.failures.has(failure.caseNumber);
  run.failures.set(failure.caseNumber, failure);
  if (isNew) run.onFailed?.(failure);
}

interface EndedThread {
  readonly range: Range;
  readonly caseNumber: number;
  readonly reason: string;
}

/** Runs ranges on one thread. Returns undefined if none is left, or describes the thread that had to be terminated. */
async function runThread(run: Run): Promise<EndedThread | undefined> {
  const heartbeat = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const { target, seed, targets = new URL("./targets.ts", import.meta.url).href } = run;
  const workerData: WorkerSettings = { targets, target, seed, heartbeat, mostShrunk: MOST_SHRUNK };
  const worker = new Worker(new URL("./case-worker.ts", import.meta.url), { workerData });
  const watch = watchOver(worker, heartbeat, run.hangSeconds ?? HANG_SECONDS);
  try {
    for (let range = run.waiting.shift(); range !== undefined; range = run.waiting.shift()) {
      const reason = await Promise.race([runRange(run, worker, range), watch.ended]);
      if (reason !== undefined) return { range, caseNumber: Atomics.load(heartbeat, CURRENT_CASE), reason };
      for (let done = range.from; done < range.to; done += 1) run.onDone();
    }
    return undefined;
  } finally {
    watch.stop();
    await worker.terminate();
  }
}

/** Resolves when the range is finished. */
function runRange(run: Run, worker: Worker, range: Range): Promise<undefined> {
  return new Promise((resolve) => {
    const hear = (message: WorkerMessage): void => {
      if (message.kind === "failed") {
        addFailure(run, message.failure);
        return;
      }
      for (const [name, times] of message.counts) run.counts.add(name, times);
      worker.off("message", hear);
      resolve(undefined);
    };
    worker.on("message", hear);
    worker.postMessage(range);
  });
}

/** Watches the heartbeat and CPU time of a thread every second. `ended` resolves with the reason for its end. */
function watchOver(
  worker: Worker,
  heartbeat: Int32Array,
  hangSeconds: number,
): { ended: Promise<string>; stop: () => void } {
  let lastBeat = -1;
  let cpuAtBeat = 0;
  const ended = Promise.withResolvers<string>();
  worker.once("error", (problem) => ended.resolve(`the thread died: ${String(problem)}`));
  worker.once("exit", (code) => ended.resolve(`the thread ended with ${code}`));
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage();
    const beat = Atomics.load(heartbeat, BEATS);
    const cpu = (user + system) / 1e6;
    if (beat !== lastBeat) cpuAtBeat = cpu;
    lastBeat = beat;
    if (cpu - cpuAtBeat > hangSeconds) ended.resolve(`no end within ${hangSeconds} s of CPU time`);
  };
  // A thread that has just ended does not answer. The `exit` listener reports its end.
  const every = Math.min(WATCH_EVERY_MS, (hangSeconds * 1000) / 2);
  const timer = setInterval(() => void look().catch(() => undefined), every);
  return { ended: ended.promise, stop: () => clearInterval(timer) };
}
