// `npm run chaos -- compare [--count N] [--zero-day N] [--minutes M] [--ceph]`: the whole service while its workers are
// killed every five seconds. Nothing that was accepted is lost or counted twice, and what was deleted is gone. 500
// comparisons, as many uploads by a fifth, and 100 of either that are deleted take about three minutes; more minutes are
// more deaths for as many.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { KeptComparisons } from "./compare-while-killing.ts";
import { PassingJobs, zeroDayMark } from "./delete-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing, ROUND_MILLISECONDS } from "./kill-in-rounds.ts";
import { countTakenOver, lookForRemains, type Remains, unsettled } from "./look-for-remains.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";
import { KeptUploads } from "./upload-while-killing.ts";

const usage = "npm run chaos -- compare [--count N] [--zero-day N] [--minutes M] [--ceph]";
/** Of a run: the service starts, and the last that was taken over comes to its end. */
const REST_MILLISECONDS = 50_000;
const WORKERS = 3;
/** One upload for so many comparisons. */
const UPLOAD_SHARE = 5;
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
  const kept = new KeptComparisons(await service.addOrganization("keeping", { isZeroDay: false }), findings);
  const passing = new PassingJobs(await service.addOrganization("passing", { isZeroDay: true }), findings);
  const uploads = new KeptUploads(await service.addOrganization("uploading", { isZeroDay: false }), findings);
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    const remains = { ...service, database };
    const killing = new Killing(service);
    await submit(wanted, { killing, kept, uploads, passing });
    const handedIn = `${kept.accepted} comparisons, ${uploads.accepted} uploads and ${passing.ids.length} to be deleted`;
    tell(`${handedIn} handed in, ${killing.kills} workers killed`);
    await untilAllEnded(remains, { killing, kept, uploads, passing });
    tell(`all but ${waitingOf({ kept, uploads, passing })} ended, ${killing.kills} workers killed`);
    await kept.finish();
    await uploads.finish();
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

interface Actors {
  readonly killing: Killing;
  readonly kept: KeptComparisons;
  readonly uploads: KeptUploads;
  readonly passing: PassingJobs;
}

function waitingOf({ kept, uploads, passing }: Omit<Actors, "killing">): number {
  return kept.waiting + uploads.waiting + passing.waiting;
}

/** What all organizations hand in, spread over the rounds. */
async function submit({ count, zeroDay, rounds }: Wanted, { killing, kept, uploads, passing }: Actors): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const share = (total: number) => {
      const first = Math.floor((total * round) / rounds);
      const end = Math.floor((total * (round + 1)) / rounds);
      return Array.from({ length: end - first }, (_, index) => first + index);
    };
    const burst = [
      ...share(count).map((number) => kept.begin(number)),
      ...share(Math.ceil(count / UPLOAD_SHARE)).map((number) => uploads.begin(number)),
      ...share(zeroDay).map((number) => passing.begin(number)),
    ];
    await killing.round(burst, async () => {
      await kept.look();
      await uploads.look();
    });
  }
}

async function untilAllEnded(remains: Remains, { killing, kept, uploads, passing }: Actors): Promise<void> {
  for (let rounds = 0; rounds < MOST_ROUNDS_AFTER; rounds += 1) {
    await kept.look();
    await uploads.look();
    if (waitingOf({ kept, uploads, passing }) === 0 && (await unsettled(remains, passing.ids)).length === 0) return;
    await killing.round([], () => passing.look());
  }
}

const wanted = readWords(process.argv.slice(2));
if (wanted === undefined) {
  console.error(usage);
  process.exit(2);
}
const service = await startChaosService({ isCeph: wanted.isCeph, workers: WORKERS });
try {
  const findings = await run(service, wanted);
  for (const line of findings.lines()) console.log(line);
  console.log(`${findings.passed} passed, ${findings.failed} failed`);
  process.exitCode = findings.failed === 0 ? 0 : 1;
} finally {
  await service.stop();
}
