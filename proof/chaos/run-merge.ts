// Runs merges of four copies while workers are killed every five seconds, and the API once.
//
// Every accepted merge ends, and none is counted twice. A deleted merge is gone, whether it was ready or not. A quarter
// of the merges is deleted.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { PassingJobs } from "./delete-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing } from "./kill-in-rounds.ts";
import { KeptMerges, passingMerges } from "./merge-while-killing.ts";
import { type Amount, apiRound, roundsIn, runRounds } from "./rounds-of-jobs.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const mergeUsage = "merge [--count N] [--minutes M] [--short] [--ceph]";
const WORKERS = 3;
const DELETED_SHARE = 4;
/** Number of merges that are submitted per minute. */
const A_MINUTE = 75;
const COUNT = 300;
/** Number of merges in the quick run of the gate. */
const SHORT_COUNT = 60;

interface Wanted extends Amount {
  readonly isCeph: boolean;
}

function readWords(words: readonly string[]): Wanted | undefined {
  const options = {
    count: { type: "string" },
    minutes: { type: "string" },
    short: { type: "boolean", default: false },
    ceph: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args: [...words], options });
  const all = Number(values.count ?? (values.short ? SHORT_COUNT : COUNT));
  const minutes = Number(values.minutes ?? Math.max(1.5, all / A_MINUTE));
  if (!(all >= DELETED_SHARE && minutes > 0)) return undefined;
  const deleted = Math.floor(all / DELETED_SHARE);
  return { count: all - deleted, deleted, rounds: roundsIn(minutes), isCeph: values.ceph };
}

async function run(service: ChaosService, wanted: Wanted): Promise<Findings> {
  const findings = new Findings();
  const add = (name: string) => service.addOrganization(name, { isZeroDay: false });
  const kept = [{ noun: "merges", share: 1, jobs: new KeptMerges(await add("merging"), findings) }];
  const passing = new PassingJobs(await add("passing"), findings, passingMerges);
  const killing = new Killing(service, { killsApiAt: apiRound(wanted) });
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    await runRounds(wanted, { killing, kept, passing }, { service, database, findings });
  } finally {
    await database.end();
  }
  return findings;
}

/** Returns undefined for unknown arguments. */
export async function runMerge(words: readonly string[]): Promise<Findings | undefined> {
  const wanted = readWords(words);
  if (wanted === undefined) return undefined;
  const service = await startChaosService({ isCeph: wanted.isCeph, workers: WORKERS });
  try {
    return await run(service, wanted);
  } finally {
    await service.stop();
  }
}
