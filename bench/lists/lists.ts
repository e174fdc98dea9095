// Measures lists and reads of an organization with a million comparisons (`bench lists [--count n]`).
//
// The same calls to another service with an empty table take turns with them. The 200th page is compared with the
// first, and no table may be read completely. The rows are made in the database itself, because making them by the
// service would take a day.

import pg from "pg";
import { type Figure, median } from "../measure.ts";
import { type RunningService, startService } from "../service/running-service.ts";

const ROWS = 1_000_000;
const CALLS = 300;
const FAR_PAGE = 200;

type Progress = (text: string) => void;

/** Maps a name to a measured call. */
type Calls = Readonly<Record<string, string>>;

const listCalls: Calls = {
  "the first page": "/v1/compare",
  "a page of 200": "/v1/compare?limit=200",
  "by status": "/v1/compare?status=failed",
  "by reference": "/v1/compare?reference=M-7",
  "by reference and status": "/v1/compare?reference=M-7&status=ready",
  "the deleted ones": "/v1/compare?status=deleted",
};

export async function benchLists(progress: Progress, words: readonly string[]): Promise<Figure[]> {
  const count = Number(words[words.indexOf("--count") + 1] ?? ROWS) || ROWS;
  const [few, many] = [await startFilled(1), await startFilled(1)];
  try {
    const start = performance.now();
    await addRows(many.database, { from: 2, count: count - 1 });
    await many.database.query("vacuum analyze");
    progress(`${count} comparisons made in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    const calls = { ...listCalls, "a read": `/v1/compare/${idOf(1)}` };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(calls)) {
      const [empty, full] = await inTurns({ service: few.service, path }, { service: many.service, path });
      progress(`${name}: ${full.toFixed(2)} ms, of an empty table ${empty.toFixed(2)} ms`);
      figures.push({ name: `${name}: p50 against an empty table`, value: full / empty, bar: { atMost: 3 } });
    }
    const whole = await readWhole(many.service, many.database, calls);
    return [
      ...figures,
      ...(await measureFar(many.service, many.database, count)),
      { name: "tables that were read whole", value: whole, bar: { atMost: 0 } },
    ];
  } finally {
    for (const { database, service } of [few, many]) {
      await database.end();
      await service.stop();
    }
  }
}

interface Filled {
  readonly service: RunningService;
  readonly database: pg.Pool;
}

async function startFilled(count: number): Promise<Filled> {
  const service = await startService();
  const database = new pg.Pool({ connectionString: service.databaseUrl, max: 1 });
  await addRows(database, { from: 1, count });
  return { service, database };
}

interface Asked {
  readonly service: RunningService;
  readonly path: string;
}

/** Returns the medians of both in milliseconds. Other work of the machine affects both equally. */
async function inTurns(one: Asked, other: Asked): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let count = 0; count < CALLS; count++) {
    for (const [at, { service, path }] of [one, other].entries()) {
      const start = performance.now();
      await ask(service, path);
      if (count >= CALLS / 10) times[at]!.push(performance.now() - start);
    }
  }
  return [median(times[0]), median(times[1])];
}

interface List {
  readonly comparisons: readonly { readonly comparison_id: string }[];
  readonly next_cursor: string | null;
}

async function ask({ url, key }: RunningService, path: string): Promise<List> {
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as List;
}

/**
 * Compares the 200th page with the first. Every row of the pages before it must appear once while rows are added and
 * deleted.
 */
async function measureFar(service: RunningService, database: pg.Pool, count: number): Promise<Figure[]> {
  const seen: string[] = [];
  let path = "/v1/compare";
  for (let page = 1; page < FAR_PAGE; page++) {
    const { comparisons, next_cursor: cursor } = await ask(service, path);
    seen.push(...comparisons.map(({ comparison_id: id }) => id));
    if (cursor === null) break;
    path = `/v1/compare?cursor=${cursor}`;
    await addRows(database, { from: count + page, count: 1 });
    await database.query("update comparisons set deleted_at = created_at where comparison_id = $1", [seen.at(-7)]);
  }
  const { rows } = await database.query<{ comparison_id: string }>(
    `select comparison_id from comparisons where comparison_id <= $1 and comparison_id >= $2
      and (deleted_at is null or comparison_id = any($3)) order by comparison_id desc`,
    [seen[0], seen.at(-1), seen],
  );
  const [first, far] = await inTurns({ service, path: "/v1/compare" }, { service, path });
  return [
    { name: "rows missed or met twice", value: missed(rows, seen), bar: { atMost: 0 } },
    { name: `page ${FAR_PAGE} against the first`, value: far / first, bar: { atMost: 2 } },
  ];
}

function missed(rows: readonly { readonly comparison_id: string }[], seen: readonly string[]): number {
  const wanted = rows.map(({ comparison_id: id }) => id);
  const once = new Set(seen);
  return wanted.filter((id) => !once.has(id)).length + (seen.length - once.size);
}

/** Returns the number of full scans of the table `comparisons` during these calls, as the database counts them. */
async function readWhole(service: RunningService, database: pg.Pool, calls: Calls): Promise<number> {
  const scans = async (): Promise<number> => {
    const { rows } = await database.query<{ scans: string }>(
      "select seq_scan as scans from pg_stat_user_tables where relname = 'comparisons'",
    );
    return Number(rows[0]?.scans);
  };
  await database.query("select pg_stat_clear_snapshot()");
  const before = await scans();
  for (const path of Object.values(calls)) for (let count = 0; count < 10; count++) await ask(service, path);
  // The processes report their counts once a second.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await database.query("select pg_stat_clear_snapshot()");
  return (await scans()) - before;
}

function idOf(number: number): string {
  return `cmp_01${String(number).padStart(24, "0")}`;
}

/** Adds rows of the only organization. One in ten failed, one in ten is deleted; they share a thousand references. */
async function addRows(
  database: pg.Pool,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  const rows = `generate_series(${from}, ${from + count - 1}) as n`;
  const id = "'cmp_01' || lpad(n::text, 24, '0')";
  await database.query(`
    insert into comparisons (comparison_id, organization_id, account_id, created_at, finished_at, status, author,
      original_name, modified_name, documents, engine_version, reference, deleted_at)
    select ${id}, organization_id, account_id, made_at, made_at, case when n % 10 = 3 then 'failed' else 'ready' end, 'a',
      'contract.docx', 'contract-2.docx', 2, '1', 'M-' || n % 1000, case when n % 10 = 7 then made_at end
    from (select organization_id, account_id from accounts where organization_id is not null limit 1) as account, ${rows},
      lateral (select now() - interval '90 days' + n * interval '1 millisecond' as made_at) as times`);
  await database.query(`
    insert into artifacts (owner_id, format, status, file_name)
    select ${id}, format, 'ready', 'contract-2-redline.' || format
    from ${rows}, unnest(array['docx', 'json', 'md']) as format`);
}
