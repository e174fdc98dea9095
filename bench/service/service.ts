// `bench service`: what the service costs beside what it is for. CPU of one comparison less the engine's own, throughput
// beside the bare engine, the time until a result is there when nobody else waits, and reads beside the barest route.
//
// With `--beside FOLDER`, a checkout of another commit with its packages installed, both services run and take turns, and
// the CPU beside the engine is held against the other commit's: on a noisy machine only such a ratio can be judged.

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
/** Until the engine's code is compiled. */
const WARM_UP = 100;
const WORKERS = 2;
/** Comparisons in one turn, and turns. */
const COST_COUNT = 50;
const COST_TURNS = 4;
/** More than there are readers at once: none reads what another is reading. */
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
    await other?.stop();
    return [
      ...cost,
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

/** Without another commit there is nothing to judge the cost by, and it is only told. */
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
    { name: "10 pages: CPU beside the engine, times the other commit's", value: ours / others, bar: { atMost: 1.2 } },
  ];
}

/**
 * The engine as the service has it: as many processes at once as there are workers, so that both have the processors as
 * full, and each with as many comparisons behind it, because compiling goes on for hundreds of them. It takes turns with
 * the service, so that a machine that is busier for a while is so for both. The figure is a mean, as
 * the service's is: what the engine leaves to be collected is the engine's cost.
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

/** As the client sees it, one comparison after the other: from before its POST until a read says ready. */
async function timeUntilReady({ service, short, progress }: Surroundings): Promise<Figure> {
  const documents = read(short);
  const engine = new BareEngine(short.before, short.after);
  await engine.compare(WARM_UP);
  const own = median((await engine.compare(20)).wall);
  engine.stop();
  // As warm as the engine alone: children that were renewed meanwhile have their code to compile again.
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
  const { rows } = await database.query<{ seconds: string }>(
    "select extract(epoch from max(finished_at) - min(created_at)) as seconds from comparisons where comparison_id = any($1)",
    [ids],
  );
  const through = ids.length / Number(rows[0]?.seconds);
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
