// `npm run chaos -- compare [--count N] [--zero-day N] [--minutes M] [--ceph]`: the whole service while its workers are
// killed every five seconds. Nothing that was accepted is lost or counted twice, and what was deleted is gone. 500
// comparisons, as many uploads by a fifth, as many edits, and 100 of the first two that are deleted take about three
// minutes; more minutes are more deaths for as many.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { KeptComparisons } from "./compare-while-killing.ts";
import { PassingJobs, zeroDayMark } from "./delete-while-killing.ts";
import { KeptEdits } from "./edit-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing, ROUND_MILLISECONDS } from "./kill-in-rounds.ts";
import { countTakenOver, lookForRemains, type Remains, unsettled } from "./look-for-remains.ts";
import { retentionUsage, runRetention } from "./run-retention.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";
import { KeptUploads } from "./upload-while-killing.ts";

const usage = "npm run chaos -- compare [--count N] [--zero-day N] [--minutes M] [--ceph]";
/** Of a run: the service starts, and the last that was taken over comes to its end. */
const REST_MILLISECONDS = 50_000;
const WORKERS = 3;
/** One upload, and one edit, for so many comparisons. */
const FILE_SHARE = 5;
const MOST_ROUNDS_AFTER = 60;

interface Wanted {
  readonly count: number;
  readonly zeroDay: number;
  readonly rounds: number;
  readonly isCeph: boolean;
}

function readWords(words: readonly string[]): Wanted | undefined {
  const options = {
    count: { type: "string", default: "500" },
    minutes: { type: "string", default: "3" },
    "zero-day": { type: "string", default: "100" },
    ceph: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [count, zeroDay, minutes] = [values.count, values["zero-day"], values.minutes].map(Number) as Numbers;
  if (positionals.join() !== "compare" || ![count, zeroDay, minutes].every((number) => number > 0)) return undefined;
  const rounds = Math.max(2, Math.ceil((minutes * 60_000 - REST_MILLISECONDS) / ROUND_MILLISECONDS));
  return { count, zeroDay, rounds, isCeph: values.ceph };
}

type Numbers = [number, number, number];

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
  const killing = new Killing(service);
  const actors = { killing, kept, passing };
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    const remains = { ...service, database };
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

/** What all organizations hand in, spread over the rounds. */
async function submit({ count, zeroDay, rounds }: Wanted, { killing, kept, passing }: Actors): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const share = (total: number) => {
      const first = Math.floor((total * round) / rounds);
      const end = Math.floor((total * (round + 1)) / rounds);
      return Array.from({ length: end - first }, (_, index) => first + index);
    };
    const burst = [
      ...kept.flatMap(({ jobs, share: of }) => share(Math.ceil(count / of)).map((number) => jobs.begin(number))),
      ...share(zeroDay).map((number) => passing.begin(number)),
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

async function runCompare(words: readonly string[]): Promise<Findings | undefined> {
  const wanted = readWords(words);
  if (wanted === undefined) return undefined;
  const service = await startChaosService({ isCeph: wanted.isCeph, workers: WORKERS });
  return run(service, wanted).finally(() => service.stop());
}

const words = process.argv.slice(2);
const findings = words[0] === "retention" ? await runRetention(words.slice(1)) : await runCompare(words);
if (findings === undefined) {
  console.error(`${usage}\nnpm run chaos -- ${retentionUsage}`);
  process.exit(2);
}
for (const line of findings.lines()) console.log(line);
console.log(`${findings.passed} passed, ${findings.failed} failed`);
process.exitCode = findings.failed === 0 ? 0 : 1;
