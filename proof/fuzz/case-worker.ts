// Runs cases in a worker thread. Receives ranges of case numbers and returns counts and failures.
//
// Before each case and each attempt to shrink one, the thread increments a heartbeat in shared memory. The parent
// thread reads there which case is running and whether the thread hangs.

import { parentPort, workerData } from "node:worker_threads";
import { checkInput, describeFailure, makeInput, shrinkFailure } from "./run-case.ts";
import { Counts } from "./target.ts";
import type { findTarget } from "./targets.ts";
import { BEATS, CURRENT_CASE, type Range, type WorkerMessage, type WorkerSettings } from "./worker-messages.ts";

async function work({ targets, target: name, seed, heartbeat, mostShrunk }: WorkerSettings): Promise<void> {
  const loaded = (await import(targets)) as { readonly findTarget: typeof findTarget };
  const target = loaded.findTarget(name);
  const shrunk = new Counts();
  const beat = () => Atomics.add(heartbeat, BEATS, 1);
  const say = (message: WorkerMessage) => parentPort?.postMessage(message);
  const run = (caseNumber: number, counts: Counts): void => {
    Atomics.store(heartbeat, CURRENT_CASE, caseNumber);
    beat();
    const input = makeInput(target, { seed, caseNumber });
    const problem = checkInput(target, input, counts);
    if (problem === undefined) return;
    const failure = describeFailure(target, caseNumber, { input, problem });
    say({ kind: "failed", failure });
    if ((shrunk.byName.get(failure.property) ?? 0) >= mostShrunk) return;
    shrunk.add(failure.property);
    const smallest = shrinkFailure(target, { input, problem }, beat);
    say({ kind: "failed", failure: describeFailure(target, caseNumber, smallest) });
  };
  parentPort?.on("message", ({ from, to }: Range) => {
    const counts = new Counts();
    for (let caseNumber = from; caseNumber < to; caseNumber += 1) run(caseNumber, counts);
    say({ kind: "done", counts: counts.byName });
  });
}

await work(workerData as WorkerSettings);
