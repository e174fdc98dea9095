// Runs the cases of one target on several threads, and watches over them.
//
// Cases are handed out in small ranges. A thread that spends too much CPU time on one check, or dies, is ended and
// the case it was at has failed; the rest of its range is run again by a new thread. Which thread runs a case makes
// no difference to it, so neither does the number of threads.

import { Worker } from "node:worker_threads";
import { type CaseFailure, MOST_CPU_SECONDS } from "./run-case.ts";
import { Counts } from "./target.ts";
import { BEATS, CURRENT_CASE, type Range, type WorkerMessage, type WorkerSettings } from "./worker-messages.ts";

export interface RunSettings {
  readonly target: string;
  /** The address of the module that knows the target, when it is not the table of targets. */
  readonly targets?: string;
  /** CPU time after which a thread that is still at the same check is ended. */
  readonly hangSeconds?: number;
  readonly seed: number;
  readonly cases: Range;
  readonly jobs: number;
  /** Called for each case that is done. */
  readonly onDone: () => void;
  /** Called for each case that fails, as soon as it does. */
  readonly onFailed?: (failure: CaseFailure) => void;
}

export interface RunResult {
  readonly cases: number;
  readonly counts: ReadonlyMap<string, number>;
  /** By case, each once. */
  readonly failures: readonly CaseFailure[];
}

/** Small, because a target may keep all its slow cases together. */
const RANGE_SIZE = 5;
const WATCH_EVERY_MS = 1000;
/** Later than a case that ends by itself is called slow, so that the slow one can still be shown. */
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

/** One thread after the other, until nothing is waiting: a thread is replaced when it had to be ended. */
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

/** A case that is run again, because its thread had to be ended at a later one, is told of once. */
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

/** Runs ranges on one thread until none is left (undefined) or the thread had to be ended. */
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

/** Settles when the range is done. */
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

/** Looks at a thread's heartbeat and CPU time every second; `ended` tells why it died, or why it must be ended. */
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
  // A thread that has just ended answers no more: the listener for its end tells of it.
  const every = Math.min(WATCH_EVERY_MS, (hangSeconds * 1000) / 2);
  const timer = setInterval(() => void look().catch(() => undefined), every);
  return { ended: ended.promise, stop: () => clearInterval(timer) };
}
