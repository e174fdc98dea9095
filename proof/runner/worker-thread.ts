// Runs in a thread of the pool: loads the module it was started for and answers its jobs.

import { parentPort, workerData } from "node:worker_threads";
import { answerJob } from "./worker-pool.ts";

const { work } = (await import(workerData as string)) as { work: (job: never) => unknown };

parentPort?.on("message", async (job: unknown) => parentPort?.postMessage(await answerJob(work, job)));
