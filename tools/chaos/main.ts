// `npm run chaos -- compare [--count N] [--minutes M] [--ceph]`: the whole service while its workers are killed every
// five seconds. Nothing that was accepted is lost or counted twice, and what was deleted is gone. `--count 120` takes
// about three minutes.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { compareWhileKilling } from "./compare-while-killing.ts";
import { deleteWhileKilling, zeroDayMark } from "./delete-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing } from "./kill-in-rounds.ts";
import { countTakenOver, lookForRemains, unfinishedFiles } from "./look-for-remains.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

const usage = "npm run chaos -- compare [--count N] [--minutes M] [--zero-day N] [--ceph]";
const ROUNDS_A_MINUTE = 12;
const BURST = 10;

interface Wanted {
  readonly count: number;
  readonly rounds: number;
  readonly zeroDay: number;
  readonly isCeph: boolean;
}

function readWords(words: readonly string[]): Wanted | undefined {
  const options = {
    count: { type: "string", default: "500" },
    minutes: { type: "string" },
    "zero-day": { type: "string", default: "100" },
    ceph: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (positionals.join() !== "compare") return undefined;
  const count = Number(values.count);
  const rounds = values.minutes === undefined ? Math.ceil(count / BURST) : Number(values.minutes) * ROUNDS_A_MINUTE;
  const zeroDay = Number(values["zero-day"]);
  if (![count, rounds, zeroDay].every((number) => number > 0)) return undefined;
  return { count, rounds, zeroDay, isCeph: values.ceph };
}

async function run(service: ChaosService, { count, rounds, zeroDay }: Wanted): Promise<Findings> {
  const findings = new Findings();
  const killing = new Killing(service);
  const tell = (line: string) => console.error(`chaos: ${line}`);
  const keeping = await service.addOrganization("keeping", { isZeroDay: false });
  const passing = await service.addOrganization("passing", { isZeroDay: true });
  await compareWhileKilling({ caller: keeping, count, rounds, killing, findings, tell });
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    const remains = { database, store: service.store, temporaryFolder: service.temporaryFolder };
    const deleting = {
      caller: passing,
      count: zeroDay,
      rounds: Math.ceil(zeroDay / BURST),
      killing,
      findings,
      remains,
    };
    const unfinishedBefore = await unfinishedFiles(remains);
    const ids = await deleteWhileKilling(deleting);
    tell(`${ids.length} zero-day comparisons deleted, ${killing.kills} workers killed`);
    const taken = await countTakenOver(remains);
    tell(`${taken} jobs of the last ten minutes were taken over from a worker that died`);
    // Without any, the workers died idle and the run proves nothing.
    findings.check("workers died while they worked", taken > 0);
    await lookForRemains(remains, { ids, mark: zeroDayMark, unfinishedBefore }, findings);
  } finally {
    await database.end();
  }
  return findings;
}

const wanted = readWords(process.argv.slice(2));
if (wanted === undefined) {
  console.error(usage);
  process.exit(2);
}
const service = await startChaosService(wanted);
try {
  const findings = await run(service, wanted);
  for (const line of findings.lines()) console.log(line);
  console.log(`${findings.passed} passed, ${findings.failed} failed`);
  process.exitCode = findings.failed === 0 ? 0 : 1;
} finally {
  await service.stop();
}
