// Runs the whole service while its workers are killed every five seconds, and the API once.
//
// Nothing that was accepted is lost or counted twice, and deleted content is gone. The default is 500 comparisons, 100
// uploads, 100 edits and 100 comparisons or uploads that are deleted; they take about three minutes. More minutes mean
// more kills for the same work.
//
// Before that, a tenth of the rounds runs at the same rate without a kill, to show what the kills cost the callers.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { KeptComparisons } from "./compare-while-killing.ts";
import { comparisonsAndUploads, PassingJobs } from "./delete-while-killing.ts";
import { KeptEdits } from "./edit-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing } from "./kill-in-rounds.ts";
import {
  type Amount,
  apiRound,
  type Kept,
  roundsIn,
  runRounds,
  shareOf,
  tell,
  untilNoneWaits,
} from "./rounds-of-jobs.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";
import { KeptUploads } from "./upload-while-killing.ts";
import { tellWaits, waitsOf } from "./waits.ts";

export const compareUsage = "compare [--count N] [--zero-day N] [--minutes M] [--ceph]";
const WORKERS = 3;
/** Number of comparisons per upload, and per edit. */
const FILE_SHARE = 5;
/** Number of comparisons that are submitted per minute, if `--minutes` is not given. */
const A_MINUTE = 170;
/** Minimum number of rounds without kills, so that the 99th percentile has a meaning. */
const LEAST_REFERENCE_ROUNDS = 6;
const REFERENCE_SHARE = 10;

interface Wanted extends Amount {
  readonly isCeph: boolean;
}

function readWords(words: readonly string[]): Wanted | undefined {
  const options = {
    count: { type: "string", default: "500" },
    minutes: { type: "string" },
    "zero-day": { type: "string", default: "100" },
    ceph: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args: [...words], options });
  const [count, deleted] = [Number(values.count), Number(values["zero-day"])];
  const minutes = Number(values.minutes ?? Math.max(3, count / A_MINUTE));
  if (![count, deleted, minutes].every((number) => number > 0)) return undefined;
  return { count, deleted, rounds: roundsIn(minutes), isCeph: values.ceph };
}

async function run(service: ChaosService, wanted: Wanted): Promise<Findings> {
  const findings = new Findings();
  const add = (name: string, isZeroDay = false) => service.addOrganization(name, { isZeroDay });
  const kept: readonly Kept[] = [
    { noun: "comparisons", share: 1, jobs: new KeptComparisons(await add("keeping"), findings) },
    { noun: "uploads", share: FILE_SHARE, jobs: new KeptUploads(await add("uploading"), findings) },
    { noun: "edits", share: FILE_SHARE, jobs: new KeptEdits(await add("editing"), findings) },
  ];
  const passing = new PassingJobs(await add("passing", true), findings, comparisonsAndUploads);
  const reference = new KeptComparisons(await add("reference"), findings);
  const killing = new Killing(service, { killsApiAt: apiRound(wanted) });
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    await runReference(wanted, reference, service);
    await runRounds(wanted, { killing, kept, passing }, { service, database, findings });
    const [killed, quiet] = [await waitsOf(database, "keeping"), await waitsOf(database, "reference")];
    for (const line of tellWaits(killed, quiet)) console.log(line);
  } finally {
    await database.end();
  }
  return findings;
}

/** Runs a tenth of the rounds at the same rate without kills. */
async function runReference(wanted: Wanted, jobs: KeptComparisons, service: ChaosService): Promise<void> {
  const { count, rounds } = wanted;
  const quiet = new Killing(service, { isQuiet: true });
  const some = Math.min(rounds, Math.max(LEAST_REFERENCE_ROUNDS, Math.ceil(rounds / REFERENCE_SHARE)));
  for (let round = 0; round < some; round += 1) {
    const burst = shareOf(count, { round, rounds }).map((number) => jobs.begin(number));
    await quiet.round(burst, () => jobs.look());
  }
  await untilNoneWaits(jobs, quiet);
  await jobs.finish();
  tell(`${jobs.accepted} comparisons without a death`);
}

/** Returns undefined for unknown arguments. */
export async function runCompare(words: readonly string[]): Promise<Findings | undefined> {
  const wanted = readWords(words);
  if (wanted === undefined) return undefined;
  const service = await startChaosService({ isCeph: wanted.isCeph, workers: WORKERS });
  try {
    return await run(service, wanted);
  } finally {
    await service.stop();
  }
}
