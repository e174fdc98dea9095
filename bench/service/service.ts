// `bench service`: what the service costs beside what it is for. CPU of one comparison less the engine's own, throughput
// beside the bare engine, the time until a result is there when nobody else waits, and reads beside the barest route.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { contractOf, type Pair } from "../compare/pairs.ts";
import { type Figure, median } from "../measure.ts";
import { BareEngine } from "./bare-engine.ts";
import { readsPerSecond } from "./load-reads.ts";
import { cpuByPart } from "./processes.ts";
import { compareMany, type Documents, post, type RunningService, startService, untilReady } from "./running-service.ts";

const SHORT_PARAGRAPHS = 200;
const LONG_PARAGRAPHS = 2000;
/** Until the engine's code is compiled. */
const WARM_UP = 100;
const WORKERS = 2;
/** More than there are readers at once: none reads what another is reading. */
const READ_COMPARISONS = 32;

interface Surroundings {
  readonly service: RunningService;
  readonly database: Client;
  readonly short: Pair;
  readonly long: Pair;
  readonly progress: (text: string) => void;
}

export async function benchService(progress: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  const service = await startService();
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    const pairs = { short: contractOf(SHORT_PARAGRAPHS, folder), long: contractOf(LONG_PARAGRAPHS, folder) };
    const surroundings = { service, database, ...pairs, progress };
    return [
      await costOfComparison(surroundings),
      await timeUntilReady(surroundings),
      await readsBesideBareRoute(surroundings),
      await throughputBesideEngine(surroundings),
    ];
  } finally {
    await database.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function costOfComparison({ service, short, progress }: Surroundings): Promise<Figure> {
  const documents = read(short);
  const engines = await warmEngines(short);
  await compareMany(service, documents, WORKERS * WARM_UP);
  const count = 100;
  const each = count / WORKERS / 2;
  const before = await engines.compare(each);
  const start = cpuByPart(service.processId);
  await compareMany(service, documents, count);
  const end = cpuByPart(service.processId);
  const own = mean([...before, ...(await engines.compare(each))]);
  engines.stop();
  const costs = [...end].map(([part, cpu]) => [part, (cpu - (start.get(part) ?? 0)) / count] as const);
  progress(`CPU ms a comparison: ${costs.map(([part, cpu]) => `${part} ${cpu.toFixed(1)}`).join(", ")}`);
  progress(`CPU ms of the engine alone: ${own.toFixed(1)}`);
  const all = costs.reduce((sum, [, cpu]) => sum + cpu, 0);
  return { name: "10 pages: CPU ms beside the engine's own", value: all - own, bar: { atMost: 15 } };
}

/**
 * The engine as the service has it: as many processes at once as there are workers, so that both have the processors as
 * full, and each with as many comparisons behind it, because compiling goes on for hundreds of them. One half is measured
 * before the service and one after, so that a machine that is busier for a while is so for both. The figure is a mean, as
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

/** By the server's own times, one comparison after the other. */
async function timeUntilReady({ service, database, short, progress }: Surroundings): Promise<Figure> {
  const documents = read(short);
  const engine = new BareEngine(short.before, short.after);
  await engine.compare(WARM_UP);
  const own = median((await engine.compare(20)).wall);
  engine.stop();
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const id = await post(service, documents);
    await untilReady(service, id, 100);
    ids.push(id);
    await sleep(200);
  }
  const { rows } = await database.query<{ milliseconds: string }>(
    "select extract(epoch from finished_at - created_at) * 1000 as milliseconds from comparisons where comparison_id = any($1)",
    [ids],
  );
  const whole = median(rows.map((row) => Number(row.milliseconds)));
  progress(`ms from created to finished, p50: ${whole.toFixed(0)}; the engine alone: ${own.toFixed(0)}`);
  return {
    name: "10 pages, idle: ms until ready beside the engine's own, p50",
    value: whole - own,
    bar: { atMost: 150 },
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
