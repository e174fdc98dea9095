// Runs documents with branched versions and merges while workers are killed every five seconds.
//
// The API is killed once. Every accepted version ends with its file and its redline, and none is counted twice. Nothing
// remains of a deleted document, whether it was ready or not. A quarter of the documents is deleted.

import { parseArgs } from "node:util";
import { Client } from "pg";
import { PassingJobs } from "./delete-while-killing.ts";
import { checkVersions, KeptDocuments, passingDocuments } from "./documents-while-killing.ts";
import { Findings } from "./findings.ts";
import { Killing } from "./kill-in-rounds.ts";
import { type Amount, apiRound, roundsIn, runRounds } from "./rounds-of-jobs.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const documentsUsage = "documents [--count N] [--minutes M] [--short] [--ceph]";
const WORKERS = 3;
const DELETED_SHARE = 4;
/** Number of documents that are submitted per minute. */
const A_MINUTE = 30;
const COUNT = 120;
/** Number of documents in the quick run of the gate. */
const SHORT_COUNT = 32;

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
  const kept = [{ noun: "documents", share: 1, jobs: new KeptDocuments(await add("keeping"), findings) }];
  const passing = new PassingJobs(await add("passing"), findings, passingDocuments);
  const killing = new Killing(service, { killsApiAt: apiRound(wanted) });
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    await runRounds(wanted, { killing, kept, passing }, { service, database, findings });
    await checkVersions({ ...service, database }, findings);
  } finally {
    await database.end();
  }
  return findings;
}

/** Returns undefined for unknown arguments. */
export async function runDocuments(words: readonly string[]): Promise<Findings | undefined> {
  const wanted = readWords(words);
  if (wanted === undefined) return undefined;
  const service = await startChaosService({ isCeph: wanted.isCeph, workers: WORKERS });
  try {
    return await run(service, wanted);
  } finally {
    await service.stop();
  }
}
