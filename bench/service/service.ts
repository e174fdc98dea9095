// Measures what the service adds to the engine (`bench service`).
//
// It measures the CPU time of one comparison less the engine's own, and the throughput beside the bare engine. It also
// measures the time until a result is ready without other callers, and reads beside the simplest route.
//
// With `--beside FOLDER`, a checkout of another commit with its packages installed, both services run and take turns.
// The CPU time beside the engine, the time until a result is ready and the throughput of one organization are compared
// with the other commit's. On a busy machine only such a ratio can be judged.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { contractOf, type Pair } from "../compare/pairs.ts";
import { type Figure, median } from "../measure.ts";
import { BareEngine } from "./bare-engine.ts";
import { readsPerSecond } from "./load-reads.ts";
import { cpuByPart, type PartName } from "./processes.ts";
import { compareMany, type Documents, post, type RunningService, startService, untilReady } from "./running-service.ts";

const SHORT_PARAGRAPHS = 200;
const LONG_PARAGRAPHS = 2000;
/** Number of comparisons until the engine's code is compiled. */
const WARM_UP = 100;
const WORKERS = 2;
/** Comparisons in one turn, and turns. */
const COST_COUNT = 50;
const COST_TURNS = 4;
/** More than the number of concurrent readers, so that no two read the same comparison. */
const READ_COMPARISONS = 32;

interface Surroundings {
  readonly service: RunningService;
  readonly database: Client;
  readonly short: Pair;
  readonly long: Pair;
  readonly progress: (text: string) => void;
}

export async function benchService(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const { values } = parseArgs({ args: [...words], options: { beside: { type: "string" } } });
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  const service = await startService();
  const other = values.beside === undefined ? undefined : await startService(values.beside);
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    const pairs = { short: contractOf(SHORT_PARAGRAPHS, folder), long: contractOf(LONG_PARAGRAPHS, folder) };
    const surroundings = { service, database, ...pairs, progress };
    const cost = await costOfComparison(surroundings, other);
    const beside = other === undefined ? [] : await timesBesideOther(surroundings, other);
    await other?.stop();
    return [
      ...cost,
      ...beside,
      await timeUntilReady(surroundings),
      await readsBesideBareRoute(surroundings),
      await throughputBesideEngine(surroundings),
    ];
  } finally {
    await database.end();
    await Promise.all([service.stop(), other?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the cost of a comparison. Without another commit there is no bar for it, and it is only printed. */
async function costOfComparison(
  { service, short, progress }: Surroundings,
  other: RunningService | undefined,
): Promise<Figure[]> {
  const services = other === undefined ? [service] : [service, other];
  const documents = read(short);
  const engines = await warmEngines(short);
  for (const one of services) await compareMany(one, documents, WORKERS * WARM_UP);
  const engineTimes = [...(await engines.compare(COST_COUNT / WORKERS))];
  const costs = services.map(() => new Map<PartName, number>());
  for (let turn = 0; turn < COST_TURNS; turn += 1) {
    for (const [place, one] of services.entries()) {
      const spent = await cpuByPart(one.processId, () => compareMany(one, documents, COST_COUNT));
      for (const [part, cpu] of spent) costs[place]!.set(part, (costs[place]!.get(part) ?? 0) + cpu);
    }
    engineTimes.push(...(await engines.compare(COST_COUNT / WORKERS)));
  }
  engines.stop();
  const own = mean(engineTimes);
  const [ours = 0, others] = costs.map((cost, place) => {
    const each = [...cost].map(([part, cpu]) => [part, cpu / COST_COUNT / COST_TURNS] as const);
    const beside = each.reduce((sum, [, cpu]) => sum + cpu, 0) - own;
    const parts = each.map(([part, cpu]) => `${part} ${cpu.toFixed(1)}`).join(", ");
    const commit = place === 0 ? "this commit" : "the other commit";
    progress(`CPU ms a comparison, ${commit}: ${parts}; beside the engine ${beside.toFixed(1)}`);
    return beside;
  });
  progress(`CPU ms of the engine alone: ${own.toFixed(1)}`);
  if (others === undefined) return [];
  return [
    { name: "10 pages: CPU beside the engine, times the other commit's", value: ours / others, bar: { atMost: 1.1 } },
  ];
}

/** Comparisons in one turn of each service, and turns. */
const READY_COUNT = 15;
const THROUGHPUT_COUNT = 100;
const TIME_TURNS = 5;

/**
 * Measures both services in turns, each beginning every other turn, so that a busy period of the machine affects both.
 */
async function timesBesideOther({ service, short, progress }: Surroundings, other: RunningService): Promise<Figure[]> {
  const documents = read(short);
  const sides = [service, other].map((one) => ({ one, ready: [] as number[], rates: [] as number[] }));
  for (let turn = 0; turn < TIME_TURNS; turn += 1) {
    for (const { one, ready, rates } of turn % 2 === 0 ? sides : sides.toReversed()) {
      for (let count = 0; count < READY_COUNT; count += 1) ready.push(await millisecondsToReady(one, documents));
      rates.push(await comparisonsPerSecond(one, documents));
    }
  }
  const [ours, others] = sides.map(({ ready, rates }, place) => {
    const figures = { ready: median(ready), rate: median(rates) };
    const commit = place === 0 ? "this commit" : "the other commit";
    progress(`${commit}: ${figures.ready.toFixed(0)} ms from 202 to ready, ${figures.rate.toFixed(2)} a second`);
    return figures;
  }) as [{ ready: number; rate: number }, { ready: number; rate: number }];
  return [
    {
      name: "10 pages: 202 to ready, times the other commit's",
      value: ours.ready / others.ready,
      bar: { atMost: 1.1 },
    },
    {
      name: "10 pages: the other commit's throughput of one organization, times ours",
      value: others.rate / ours.rate,
      bar: { atMost: 1.05 },
    },
  ];
}

/** Returns the time from the reply that accepts a comparison until a read returns ready, without other work. */
async function millisecondsToReady(service: RunningService, documents: Documents): Promise<number> {
  const id = await post(service, documents);
  const accepted = performance.now();
  await untilReady(service, id, 5);
  return performance.now() - accepted;
}

/**
 * Returns the throughput of one organization that submits more than can be processed at the same time, from the
 * service's own record.
 */
async function comparisonsPerSecond(service: RunningService, documents: Documents): Promise<number> {
  const ids = await compareMany(service, documents, THROUGHPUT_COUNT);
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    return ids.length / (await secondsOf(database, ids));
  } finally {
    await database.end();
  }
}

/** Returns the seconds from the first submission to the last end. */
async function secondsOf(database: Client, ids: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ seconds: string }>(
    "select extract(epoch from max(finished_at) - min(created_at)) as seconds from comparisons where comparison_id = any($1)",
    [ids],
  );
  return Number(rows[0]?.seconds);
}

/**
 * Starts the engine under the conditions of the service: one process per worker, so that the processors are equally
 * busy. Each has the same number of earlier comparisons, because compiling continues for hundreds of them. It takes
 * turns with the service, so that a busy period of the machine affects both. The figure is a mean, like the service's:
 * collecting the engine's garbage is a cost of the engine.
 */
async function warmEngines({ before, after }: Pair) {
  const engines = Array.from({ length: WORKERS }, () => new BareEngine(before, after));
  const compare = async (each: number): Promise<number[]> => {
    const times = await Promise.all(engines.map((engine) => engine.compare(each)));
    return times.flatMap(({ cpu }) => cpu);
  };
  await compare(WARM_UP);
  return {
    compare,
    stop: () => {
      for (const engine of engines) engine.stop();
    },
  };
}

/** Measures the client's view, one comparison after another: from before its POST until a read returns ready. */
async function timeUntilReady({ service, short, progress }: Surroundings): Promise<Figure> {
  const documents = read(short);
  const engine = new BareEngine(short.before, short.after);
  await engine.compare(WARM_UP);
  const own = median((await engine.compare(20)).wall);
  engine.stop();
  // As warm as the engine alone: children that were renewed meanwhile must compile their code again.
  await compareMany(service, documents, WORKERS * WARM_UP);
  const times: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    const start = performance.now();
    await untilReady(service, await post(service, documents), 5);
    times.push(performance.now() - start);
    await sleep(200);
  }
  const whole = median(times);
  progress(`ms from POST to ready, seen by the client, p50: ${whole.toFixed(0)}; the engine alone: ${own.toFixed(0)}`);
  return {
    name: "10 pages, idle: ms until ready beside the engine's own, p50",
    value: whole - own,
    bar: { atMost: 60 },
  };
}

async function throughputBesideEngine({ service, database, long, progress }: Surroundings): Promise<Figure> {
  const documents = read(long);
  const engines = Array.from({ length: WORKERS }, () => new BareEngine(long.before, long.after));
  const each = 10;
  await Promise.all(engines.map((engine) => engine.compare(4)));
  const start = performance.now();
  await Promise.all(engines.map((engine) => engine.compare(each)));
  const bare = (WORKERS * each) / ((performance.now() - start) / 1000);
  for (const engine of engines) engine.stop();
  await compareMany(service, documents, WORKERS * 4);
  const ids = await compareMany(service, documents, WORKERS * each);
  const through = ids.length / (await secondsOf(database, ids));
  progress(`100 pages a second: ${through.toFixed(2)} through HTTP, ${bare.toFixed(2)} by the bare engine`);
  return { name: "100 pages: throughput, % of the bare engine", value: (through / bare) * 100, bar: { atLeast: 80 } };
}

async function readsBesideBareRoute({ service, short, progress }: Surroundings): Promise<Figure> {
  const { url, key, databaseUrl } = service;
  const ids = await compareMany(service, read(short), READ_COMPARISONS);
  const paths = ids.map((id) => `/v1/compare/${id}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-route-child.ts"), databaseUrl]);
  child.stderr.pipe(process.stderr);
  const [bareUrl] = (await once(createInterface(child.stdout), "line")) as [string];
  const best = { ours: 0, bare: 0 };
  for (let turn = 0; turn < 4; turn += 1) {
    best.ours = Math.max(best.ours, await readsPerSecond({ url, paths, key }, 2000));
    best.bare = Math.max(best.bare, await readsPerSecond({ url: bareUrl, paths, key }, 2000));
  }
  child.kill("SIGKILL");
  progress(`reads a second: ${best.ours.toFixed(0)}; of the bare route ${best.bare.toFixed(0)}`);
  return { name: "reads, % of a bare route", value: (best.ours / best.bare) * 100, bar: { atLeast: 60 } };
}

function read({ before, after }: Pair): Documents {
  return { before: new Uint8Array(readFileSync(before)), after: new Uint8Array(readFileSync(after)) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
