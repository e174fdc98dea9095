// Runs a worker in a process of its own, to be killed: takes one job at a time and prints its id.
//
// Arguments: the address of the database, the kind, and how long a job takes in milliseconds.

import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../storage/database.ts";
import { openBossQueue } from "../boss-queue.ts";
import { countedEffect } from "./queue-tests.ts";

const [url = "", kind = "", milliseconds = "0"] = process.argv.slice(2);
const { database } = openDatabase({ url });
const queue = await openBossQueue({
  connection: { url },
  database,
  clock: () => new Date(),
  kinds: [kind],
  report: (problem) => process.stderr.write(`${problem}\n`),
});
await queue.work(
  kind,
  async ({ jobId }) => {
    process.stdout.write(`${jobId}\n`);
    await wait(Number(milliseconds));
    return countedEffect(jobId);
  },
  { concurrency: 1 },
);
process.stdout.write("ready\n");
