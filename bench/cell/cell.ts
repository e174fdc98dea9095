// Measures what one comparison costs a cell, by the length of its documents (`bench cell`).
//
// It measures CPU milliseconds of the API, the worker, its children and Postgres; rows written, bytes of the
// write-ahead log and of tables, objects and bytes of the store.
//
// `--write` puts the figures into the file that `npm run simulate` reads. Nothing else writes that file, so the
// simulated day uses measured figures.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { contractOf } from "../compare/pairs.ts";
import { PARAGRAPHS_A_PAGE } from "../make-contract.ts";
import type { Figure } from "../measure.ts";
import { cpuByPart } from "../service/processes.ts";
import { compareMany, type Documents, type RunningService, startService } from "../service/running-service.ts";

/** The cost of one comparison of documents with this number of pages. */
interface MeasuredSize {
  readonly pages: number;
  /** Milliseconds of processor time. `documents` are the children that compare. */
  readonly cpu: {
    readonly api: number;
    readonly worker: number;
    readonly documents: number;
    readonly postgres: number;
  };
  readonly rowsInserted: number;
  readonly rowsUpdated: number;
  readonly rowsDeleted: number;
  readonly commits: number;
  /** Growth in bytes of the write-ahead log, and of tables and indexes. */
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly storeObjects: number;
  readonly storeBytes: number;
}

const measuredFile = join(import.meta.dirname, "../../proof/simulate/measured-cell.json");
/**
 * The number of measured comparisons by pages, and of those before, until code is compiled. Long ones are few and vary
 * little.
 */
const sizes = [
  { pages: 1, count: 100, warmUp: 100 },
  { pages: 10, count: 60, warmUp: 30 },
  { pages: 50, count: 20, warmUp: 10 },
] as const;
/** An idle connection reports its counts after ten seconds. */
const STATISTICS_MILLISECONDS = 11_000;
/**
 * Maximum number of rows that a comparison writes, whatever its length. More would mean that a queue or an audit grows.
 */
const MOST_ROWS = 60;

export async function benchCell(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const { values } = parseArgs({ args: [...words], options: { write: { type: "boolean", default: false } } });
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  const service = await startService();
  const database = new Client(service.databaseUrl);
  try {
    await database.connect();
    const measured: MeasuredSize[] = [];
    for (const { pages, count, warmUp } of sizes) {
      const { before, after } = contractOf(pages * PARAGRAPHS_A_PAGE, folder);
      const documents = { before: new Uint8Array(readFileSync(before)), after: new Uint8Array(readFileSync(after)) };
      await compareMany(service, documents, warmUp);
      const one = await measureSize({ service, database, documents, pages, count });
      progress(JSON.stringify(one));
      measured.push(one);
    }
    if (values.write) writeMeasured(measured);
    return figuresOf(measured);
  } finally {
    await database.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measuring {
  readonly service: RunningService;
  readonly database: Client;
  readonly documents: Documents;
  readonly pages: number;
  readonly count: number;
}

/** Measures one size. The service also writes without calls: that amount is measured first and subtracted. */
async function measureSize({ service, database, documents, pages, count }: Measuring): Promise<MeasuredSize> {
  await sleep(STATISTICS_MILLISECONDS);
  const before = await countsOf(database, service);
  await sleep(STATISTICS_MILLISECONDS);
  const idle = await countsOf(database, service);
  const cpu = await cpuByPart(service.processId, () => compareMany(service, documents, count));
  await sleep(STATISTICS_MILLISECONDS);
  const after = await countsOf(database, service);
  const seconds = (after.at - idle.at) / 1000;
  const each = (name: keyof Counts) => {
    const resting = ((idle[name] - before[name]) / ((idle.at - before.at) / 1000)) * seconds;
    return rounded(Math.max(0, after[name] - idle[name] - resting) / count);
  };
  const part = (name: "api" | "worker" | "documents" | "postgres") => rounded((cpu.get(name) ?? 0) / count);
  return {
    pages,
    cpu: { api: part("api"), worker: part("worker"), documents: part("documents"), postgres: part("postgres") },
    rowsInserted: each("inserted"),
    rowsUpdated: each("updated"),
    rowsDeleted: each("deleted"),
    commits: each("commits"),
    logBytes: Math.round(each("logBytes")),
    tableBytes: Math.round(each("tableBytes")),
    storeObjects: each("storeObjects"),
    storeBytes: Math.round(each("storeBytes")),
  };
}

interface Counts {
  readonly at: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly commits: number;
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly storeObjects: number;
  readonly storeBytes: number;
}

async function countsOf(database: Client, { storeFolder }: RunningService): Promise<Counts> {
  const { rows } = await database.query<
    Record<"inserted" | "updated" | "deleted" | "commits" | "log" | "tables", string>
  >(`
    select (select sum(n_tup_ins) from pg_stat_user_tables) as inserted,
      (select sum(n_tup_upd) from pg_stat_user_tables) as updated,
      (select sum(n_tup_del) from pg_stat_user_tables) as deleted,
      (select xact_commit from pg_stat_database where datname = current_database()) as commits,
      pg_database_size(current_database()) as tables,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`);
  const files = readdirSync(storeFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const row = rows[0]!;
  return {
    at: performance.now(),
    inserted: Number(row.inserted),
    updated: Number(row.updated),
    deleted: Number(row.deleted),
    commits: Number(row.commits),
    logBytes: Number(row.log),
    tableBytes: Number(row.tables),
    storeObjects: files.length,
    storeBytes: files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0),
  };
}

function writeMeasured(sizesMeasured: readonly MeasuredSize[]): void {
  const { model } = cpus()[0]!;
  const measuredWith = "npm run bench -- cell --write";
  writeFileSync(
    measuredFile,
    `${JSON.stringify({ measuredWith, processor: model, node: process.version, sizes: sizesMeasured }, undefined, 2)}\n`,
  );
}

function figuresOf(measured: readonly MeasuredSize[]): Figure[] {
  return measured.map(({ pages, rowsInserted, rowsUpdated, rowsDeleted }) => ({
    name: `${pages} pages: rows written for one comparison`,
    value: rowsInserted + rowsUpdated + rowsDeleted,
    bar: { atMost: MOST_ROWS },
  }));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
