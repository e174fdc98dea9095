// The whole service while its workers are killed every five seconds, and once the process that answers requests. Nothing
// that was accepted is lost or counted twice, and what was deleted is gone. 500 comparisons, as many uploads by a fifth, as
// many edits, and 100 of the first two that are deleted take about three minutes; more minutes are more deaths for as many.
//
// First a tenth of it is run at the same rate without a death, to tell what the deaths cost those who wait.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { KeptComparisons } from "./compare-while-killing.ts";
import { PassingJobs, zeroDayMark } from "./delete-while-killing.ts";
import { KeptEdits } from "./edit-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing, ROUND_MILLISECONDS } from "./kill-in-rounds.ts";
import { countTakenOver, lookForRemains, type Remains, unsettled } from "./look-for-remains.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";
import { KeptUploads } from "./upload-while-killing.ts";
import { tellWaits, waitsOf } from "./waits.ts";

export const compareUsage = "compare [--count N] [--zero-day N] [--minutes M] [--ceph]";
/** Of a run: the service starts, and the last that was taken over comes to its end. */
const REST_MILLISECONDS = 50_000;
const WORKERS = 3;
/** One upload, and one edit, for so many comparisons. */
const FILE_SHARE = 5;
const MOST_ROUNDS_AFTER = 60;
/** So many comparisons are handed in each minute where nothing is said of minutes. */
const A_MINUTE = 170;
/** Without deaths: enough for a hundredth to mean something. */
const LEAST_REFERENCE_ROUNDS = 6;
const REFERENCE_SHARE = 10;
/** So many deaths must find a child at work; in a short run half of them. */
const WANTED_HITS = 40;

interface Wanted {
  readonly count: number;
  readonly zeroDay: number;
  readonly rounds: number;
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
  const [count, zeroDay] = [Number(values.count), Number(values["zero-day"])];
  const minutes = Number(values.minutes ?? Math.max(3, count / A_MINUTE));
  if (![count, zeroDay, minutes].every((number) => number > 0)) return undefined;
  const rounds = Math.max(2, Math.ceil((minutes * 60_000 - REST_MILLISECONDS) / ROUND_MILLISECONDS));
  return { count, zeroDay, rounds, isCeph: values.ceph };
}

const tell = (line: string) => console.error(`chaos: ${line}`);

async function run(service: ChaosService, wanted: Wanted): Promise<Findings> {
  const findings = new Findings();
  const add = (name: string, isZeroDay = false) => service.addOrganization(name, { isZeroDay });
  const kept: readonly Kept[] = [
    { noun: "comparisons", share: 1, jobs: new KeptComparisons(await add("keeping"), findings) },
    { noun: "uploads", share: FILE_SHARE, jobs: new KeptUploads(await add("uploading"), findings) },
    { noun: "edits", share: FILE_SHARE, jobs: new KeptEdits(await add("editing"), findings) },
  ];
  const passing = new PassingJobs(await add("passing", true), findings);
  const reference = new KeptComparisons(await add("reference"), findings);
  const killing = new Killing(service, { killsApiAt: apiRound(wanted) });
  const actors = { killing, kept, passing };
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    const remains = { ...service, database };
    await runReference(wanted, reference, service);
    await submit(wanted, actors);
    const handedIn = kept.map(({ noun, jobs }) => `${jobs.accepted} ${noun}`).join(", ");
    tell(`${handedIn} and ${passing.ids.length} to be deleted handed in, ${killing.kills} workers killed`);
    await untilAllEnded(remains, actors);
    tell(`all but ${waitingOf(actors)} ended, ${killing.kills} workers killed`);
    for (const { jobs } of kept) await jobs.finish();
    await passing.finish();
    const taken = await countTakenOver(remains);
    tell(`${taken} jobs were taken over from a worker that died`);
    // Without any, the workers died idle and the run proves nothing.
    findings.check("workers died while they worked", taken > 0);
    const hits = Math.min(WANTED_HITS, Math.floor(killing.kills / 2));
    tell(`${killing.kills} workers killed, ${killing.hits} with a child at work; the API ${killing.apiKills} times`);
    findings.check(
      "enough workers died with a child at work",
      killing.hits >= hits,
      () => `${killing.hits} of ${hits}`,
    );
    findings.check("the API died once", killing.apiKills === 1);
    const [killed, quiet] = [await waitsOf(database, "keeping"), await waitsOf(database, "reference")];
    for (const line of tellWaits(killed, quiet)) console.log(line);
    const left = await unsettled(remains, passing.ids);
    findings.check("every deletion is carried out", left.length === 0, () => left.join(" "));
    await lookForRemains(remains, { ids: passing.ids, mark: zeroDayMark }, findings);
  } finally {
    await database.end();
  }
  return findings;
}

interface Kept {
  readonly noun: string;
  /** One of them for so many comparisons. */
  readonly share: number;
  readonly jobs: Pick<KeptComparisons, "accepted" | "waiting" | "begin" | "look" | "finish">;
}

interface Actors {
  readonly killing: Killing;
  readonly kept: readonly Kept[];
  readonly passing: PassingJobs;
}

function waitingOf({ kept, passing }: Omit<Actors, "killing">): number {
  return kept.reduce((sum, { jobs }) => sum + jobs.waiting, passing.waiting);
}

async function lookAt({ kept }: Pick<Actors, "kept">): Promise<void> {
  for (const { jobs } of kept) await jobs.look();
}

/** The numbers of the jobs, counted from 0, that one round of all hands in. */
function shareOf(total: number, { round, rounds }: { readonly round: number; readonly rounds: number }): number[] {
  const first = Math.floor((total * round) / rounds);
  const end = Math.floor((total * (round + 1)) / rounds);
  return Array.from({ length: end - first }, (_, index) => first + index);
}

/** The same rate, for a tenth of the rounds, while nobody dies. */
async function runReference(wanted: Wanted, jobs: KeptComparisons, service: ChaosService): Promise<void> {
  const { count, rounds } = wanted;
  const quiet = new Killing(service, { isQuiet: true });
  const some = Math.min(rounds, Math.max(LEAST_REFERENCE_ROUNDS, Math.ceil(rounds / REFERENCE_SHARE)));
  for (let round = 0; round < some; round += 1) {
    const burst = shareOf(count, { round, rounds }).map((number) => jobs.begin(number));
    await quiet.round(burst, () => jobs.look());
  }
  for (let rest = 0; jobs.waiting > 0 && rest < MOST_ROUNDS_AFTER; rest += 1) await quiet.round([], () => jobs.look());
  await jobs.finish();
  tell(`${jobs.accepted} comparisons without a death`);
}

/** In which the process that answers requests dies. */
function apiRound({ rounds }: Wanted): number {
  return Math.floor(rounds / 2);
}

/** Hands in the jobs of all organizations, spread over the rounds. */
async function submit(wanted: Wanted, { killing, kept, passing }: Actors): Promise<void> {
  const { count, zeroDay, rounds } = wanted;
  for (let round = 0; round < rounds; round += 1) {
    const share = (total: number) => shareOf(total, { round, rounds });
    const burst = [
      ...kept.flatMap(({ jobs, share: of }) => share(Math.ceil(count / of)).map((number) => jobs.begin(number))),
      // An API that dies may leave part of an upload behind: `chaos -- retention` looks at that.
      ...(round === apiRound(wanted) ? [] : share(zeroDay)).map((number) => passing.begin(number)),
    ];
    await killing.round(burst, () => lookAt({ kept }));
  }
}

async function untilAllEnded(remains: Remains, actors: Actors): Promise<void> {
  const { killing, passing } = actors;
  for (let rounds = 0; rounds < MOST_ROUNDS_AFTER; rounds += 1) {
    await lookAt(actors);
    if (waitingOf(actors) === 0 && (await unsettled(remains, passing.ids)).length === 0) return;
    await killing.round([], () => passing.look());
  }
}

/** Undefined for words that it does not know. */
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
