// Runs the service while Postgres and the store hang, restart or are unavailable.
//
// Connections to Postgres are frozen without a reset, its sessions are stopped, and it restarts in order and at once.
// The store is frozen. Its gateway is away for five minutes (half a minute with --short). 60 readers of one download do
// not read.
//
// Callers submit comparisons all the time, and repeat calls when they are asked to. Nothing that was accepted is lost,
// failed or counted twice, and no job loses an attempt. Every key answers within 15 s of the cure, and readiness is
// correct.

import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { Client } from "pg";
import { type Caller, postUpload, readJob } from "./call-service.ts";
import { KeptComparisons } from "./compare-while-killing.ts";
import { Findings } from "./findings.ts";
import { makeLarge } from "./make-pair.ts";
import { Probes } from "./probes.ts";
import { stallReaders } from "./stalled-readers.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const dependenciesUsage = "dependencies [--short]";

const WORKERS = 2;
/** Maximum time from the cure to the first good answer of every key, to readiness, and to the first finished job. */
const CURE_MILLISECONDS = 15_000;
/**
 * Maximum time from the harm until readiness is denied: a check takes up to three seconds, and its answer is kept for
 * two.
 */
const RED_MILLISECONDS = 7_000;
/** Maximum time of a call with a key: waiting for a connection and waiting for an answer. */
const ANSWER_MILLISECONDS = 20_000;
const FROZEN_MILLISECONDS = 20_000;
const GONE_MILLISECONDS = 5 * 60_000;
const GONE_SHORT_MILLISECONDS = 30_000;
const END_MILLISECONDS = 120_000;
const STOP_PAUSE_MILLISECONDS = 20;
/**
 * Number of comparisons submitted just before a harm, so that jobs are waiting when it begins. One more follows each
 * second.
 */
const BURST = 12;
const READERS = 60;
const STREAMS_PER_LINK = 8;
const LARGE_BYTES = 32 * 1024 * 1024;

const tell = (line: string) => console.error(`chaos: ${line}`);

interface Harm {
  readonly name: string;
  readonly milliseconds: number;
  /** True if readiness must be denied during the harm. */
  readonly isRed: boolean;
  /** New connections pass from the start; the service must detect that by itself. */
  readonly curesItself?: true;
  readonly begin: () => Promise<void> | void;
  /** The harm is over when this function has returned. */
  readonly end: () => Promise<void> | void;
}

interface Scene {
  readonly service: ChaosService;
  readonly findings: Findings;
  readonly probes: Probes;
  readonly kept: KeptComparisons;
  number: number;
}

export async function runDependencies(words: readonly string[]): Promise<Findings | undefined> {
  const options = { short: { type: "boolean", default: false }, ceph: { type: "boolean", default: true } } as const;
  const { values } = parseArgs({ args: [...words], options });
  // Limits are on, because the queries for them are part of every answer.
  const settings = { VERSUS_REQUESTS_PER_KEY: "1200", VERSUS_CREATES_PER_KEY: "1200" };
  const service = await startChaosService({ isCeph: true, workers: WORKERS, isFreezing: true, settings });
  try {
    return await run(service, values.short ? GONE_SHORT_MILLISECONDS : GONE_MILLISECONDS);
  } finally {
    await service.stop();
  }
}

async function run(service: ChaosService, goneMilliseconds: number): Promise<Findings> {
  const findings = new Findings();
  const add = (slug: string) => service.addOrganization(slug, { isZeroDay: false });
  const [keeping, first, second] = [await add("keeping"), await add("first"), await add("second")];
  const probes = new Probes(service.readyUrl, [keeping, first, second]);
  const scene = { service, findings, probes, kept: new KeptComparisons(keeping, findings), number: 0 };
  try {
    const readers = await stallSome(scene, first);
    for (const harm of harmsOf(service, goneMilliseconds)) await undergo(harm, scene);
    const whole = await readers.finish();
    findings.check("readers who do not read are cut", whole === 0, () => `${whole} were not`);
    await scene.kept.finish();
  } finally {
    await probes.stop();
  }
  findings.check(
    "a call with a key is answered in time",
    probes.longest < ANSWER_MILLISECONDS,
    () => `${probes.longest} ms`,
  );
  findings.check("no call with a key is answered with a fault", probes.faults === 0, () => `${probes.faults}`);
  tell(`the longest answer to a key took ${seconds(probes.longest)}`);
  await checkJobs(service, findings);
  return findings;
}

function harmsOf({ ways, postgres, store, databaseUrl }: ChaosService, goneMilliseconds: number): Harm[] {
  const stopped: number[] = [];
  const frozen = { milliseconds: FROZEN_MILLISECONDS, isRed: true };
  return [
    {
      ...frozen,
      name: "the way to Postgres is frozen; what was open then never answers again",
      begin: () => ways.database?.freeze(),
      end: () => ways.database?.forget(),
    },
    {
      name: "every session of Postgres is stopped; new ones answer",
      milliseconds: FROZEN_MILLISECONDS,
      isRed: false,
      curesItself: true,
      begin: async () => void stopped.push(...(await stopSessions(databaseUrl))),
      end: () => {
        for (const session of stopped) process.kill(session, "SIGCONT");
      },
    },
    ...(["fast", "immediate"] as const).map((how) => ({
      name: `Postgres is restarted (${how})`,
      milliseconds: 0,
      isRed: false,
      begin: () => postgres.restart(how),
      end: () => {},
    })),
    {
      ...frozen,
      name: "the way to the store is frozen; what was open then never answers again",
      begin: () => ways.store?.freeze(),
      end: () => ways.store?.forget(),
    },
    {
      name: "the gateway of the store is gone",
      milliseconds: goneMilliseconds,
      isRed: true,
      begin: () => store.gateway?.stop(),
      end: () => store.gateway?.start(),
    },
  ];
}

/**
 * Stops every session of the service between two transactions, and returns their processes. A session that is stopped
 * inside a transaction keeps its locks until it continues, and no service can wait less than that.
 */
async function stopSessions(databaseUrl: string): Promise<number[]> {
  const database = new Client(databaseUrl);
  await database.connect();
  const list = async () => {
    const { rows } = await database.query<{ pid: number; state: string }>(
      "select pid, state from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return new Map(rows.map(({ pid, state }) => [pid, state]));
  };
  const stopped: number[] = [];
  let left = [...(await list()).keys()];
  while (left.length > 0) {
    const before = await list();
    const idle = left.filter((pid) => before.get(pid) === "idle");
    for (const pid of idle) process.kill(pid, "SIGSTOP");
    // A session may have begun something between the query and the signal. It continues, and is stopped later.
    const after = await list();
    for (const pid of idle) {
      if (after.get(pid) === "idle") stopped.push(pid);
      else process.kill(pid, "SIGCONT");
    }
    left = left.filter((pid) => after.has(pid) && !stopped.includes(pid));
    await sleep(STOP_PAUSE_MILLISECONDS);
  }
  await database.end();
  return stopped;
}

async function undergo(harm: Harm, scene: Scene): Promise<void> {
  const { name, milliseconds, isRed, begin, end } = harm;
  const { findings, probes, kept } = scene;
  const beginOne = () => kept.begin(scene.number++);
  await Promise.all(Array.from({ length: BURST }, beginOne));
  const harmedAt = performance.now();
  await begin();
  const handedIn: Promise<void>[] = [];
  for (let left = milliseconds; left > 0; left -= 1000) {
    handedIn.push(beginOne());
    await sleep(1000);
  }
  await end();
  const curedAt = harm.curesItself === true ? harmedAt : performance.now();
  const isCured = () => Math.max(probes.greenAfter(curedAt), probes.keysAfter(curedAt)) < Number.POSITIVE_INFINITY;
  await waitUntil(isCured, { pause: 100, patience: 4 * CURE_MILLISECONDS });
  const [green, keys] = [probes.greenAfter(curedAt), probes.keysAfter(curedAt)];
  const red = probes.redAfter(harmedAt);
  findings.check("every key answers within 15 s of the cure", keys <= CURE_MILLISECONDS, () => `${name}: ${keys} ms`);
  findings.check(
    "readiness is granted within 15 s of the cure",
    green <= CURE_MILLISECONDS,
    () => `${name}: ${green} ms`,
  );
  if (isRed) findings.check("readiness is denied within 7 s", red <= RED_MILLISECONDS, () => `${name}: ${red} ms`);
  await Promise.all(handedIn);
  await waitUntil(
    async () => {
      await kept.look();
      return kept.waiting === 0;
    },
    { pause: 250, patience: END_MILLISECONDS },
  );
  const resumed = await firstEndAfter(scene, curedAt);
  findings.check(
    "jobs end again within 15 s of the cure",
    resumed <= CURE_MILLISECONDS,
    () => `${name}: ${resumed} ms`,
  );
  const times = `keys ${seconds(keys)}, jobs ${seconds(resumed)}, green ${seconds(green)} after the cure`;
  tell(`${name}: ${times}${isRed ? `; red ${seconds(red)} after the harm` : ""}`);
}

/** Returns the milliseconds from the cure to the first finished comparison; 0 if all had finished before. */
async function firstEndAfter({ service: { databaseUrl } }: Scene, curedAt: number): Promise<number> {
  const cure = new Date(performance.timeOrigin + curedAt);
  const database = new Client(databaseUrl);
  await database.connect();
  const { rows } = await database.query<{ end: Date | null }>(
    "select min(finished_at) as end from comparisons where finished_at >= $1",
    [cure],
  );
  await database.end();
  const [row] = rows;
  return row?.end ? row.end.getTime() - cure.getTime() : 0;
}

/**
 * Opens readers that do not read. Eight are served, the rest are asked to come again, and all other callers are served
 * as before.
 */
async function stallSome(scene: Scene, caller: Caller) {
  const { findings, kept } = scene;
  const fileId = await postUpload(caller, makeLarge(LARGE_BYTES), "large");
  await waitUntil(async () => (await readJob(caller, fileId)).status === "ready", {
    pause: 250,
    patience: END_MILLISECONDS,
  });
  const { downloads } = await readJob(caller, fileId);
  const readers = await stallReaders(downloads[0]?.url ?? "", READERS);
  const served = readers.statuses.filter((status) => status === 200).length;
  const refused = readers.statuses.filter((status) => status === 429).length;
  const isSo = served === STREAMS_PER_LINK && served + refused === READERS;
  findings.check("of 60 readers of one link eight are served", isSo, () => `${served} served, ${refused} refused`);
  const begun = performance.now();
  await kept.begin(scene.number++);
  await waitUntil(
    async () => {
      await kept.look();
      return kept.waiting === 0;
    },
    { pause: 100, patience: END_MILLISECONDS },
  );
  const took = performance.now() - begun;
  findings.check("others are served meanwhile", took <= CURE_MILLISECONDS, () => `${took} ms`);
  tell(`${READERS} readers who do not read: ${served} served, ${refused} refused; a comparison took ${seconds(took)}`);
  return readers;
}

/** Checks the rows of all jobs: none lost an attempt, and none failed. */
async function checkJobs({ databaseUrl }: ChaosService, findings: Findings): Promise<void> {
  const database = new Client(databaseUrl);
  await database.connect();
  const { rows } = await database.query<{ tries: string; failed: string; count: string }>(
    `select count(*) as count, count(*) filter (where attempts > 0) as tries,
       count(*) filter (where state = 'failed') as failed from jobs`,
  );
  await database.end();
  const { count = "0", tries = "", failed = "" } = rows[0] ?? {};
  findings.check("no job lost a try", tries === "0", () => `${tries} of ${count}`);
  findings.check("no job failed", failed === "0", () => `${failed} of ${count}`);
  tell(`${count} jobs, ${tries} that lost a try, ${failed} failed`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
