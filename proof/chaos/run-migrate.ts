// Runs `versus migrate` of a next version beside a read of a minute, backups and constant load.
//
// The run is killed at ten moments and started again. No write waits for long, none fails, and each migration is
// applied once.
//
// The read begins when the first run has connected. A kill that comes after the end of its run does not count: the
// drill reverts the migrations and kills the next run after half the time.

import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { freePorts } from "@versus/tools/servers/free-ports";
import { waitUntil } from "@versus/tools/servers/guarded-process";
import { versus } from "@versus/tools/versus-program";
import { Client } from "pg";
import { seededRandom } from "../runner/random.ts";
import { type Caller, postComparison, readJob } from "./call-service.ts";
import { Findings } from "./findings.ts";
import { makePair } from "./make-pair.ts";
import { writeNextVersion } from "./next-version.ts";
import { type ChaosService, startChaosService } from "./start-service.ts";

export const migrateUsage = "migrate [--rows N]";

const READ_MILLISECONDS = 60_000;
const MOST_PAUSE_MILLISECONDS = 1_500;
const KILLS_BESIDE_THE_READ = 5;
const KILLS = 10;
/** Maximum time from the first statement of a run until it is killed: beside the read, and after it. */
const LONGEST_BESIDE_THE_READ = 5_000;
const LONGEST_AFTER_THE_READ = 800;
const PROBE_MILLISECONDS = 50;
const CALL_MILLISECONDS = 500;
const READY_MILLISECONDS = 120_000;
const START_MILLISECONDS = 60_000;
/** Maximum time of the read if a backup has not ended after a minute. */
const FIRST_BACKUP_MILLISECONDS = 180_000;
/** Maximum number of kills, in total, that are tried again. */
const LATE_KILLS = 20;
/** The number of the lock that `versus migrate` holds. */
const MIGRATION_LOCK = "7241865325823964";
const LOCK_NOT_AVAILABLE = "55P03";
const MARK = "migrated";
const tell = (line: string) => console.error(`chaos: ${line}`);

interface NextChange {
  readonly name: string;
  readonly kind: "expand" | "concurrent";
  readonly table: string;
  readonly up: string;
  readonly down: string;
}

const changes: readonly NextChange[] = [
  {
    ...{ name: "9901_priority", kind: "expand", table: "jobs" },
    up: "alter table jobs add column priority text;",
    down: "alter table jobs drop column priority;",
  },
  {
    ...{ name: "9902_by_priority", kind: "concurrent", table: "jobs" },
    up: "create index concurrently jobs_by_priority on jobs (priority, created_at, kind);",
    down: "drop index concurrently jobs_by_priority;",
  },
  {
    ...{ name: "9903_note", kind: "expand", table: "comparisons" },
    up: "alter table comparisons add column note text;",
    down: "alter table comparisons drop column note;",
  },
];

const migrations = changes.map(({ name, kind, table, up, down }) => {
  const header = `-- Kind: ${kind}\n${kind === "concurrent" ? "" : `-- Locks: ${table}\n`}`;
  return { name, text: `${header}\n-- Up Migration\n\n${up}\n\n-- Down Migration\n\n${down}\n` };
});

/** Returns undefined for unknown arguments. */
export async function runMigrate(words: readonly string[]): Promise<Findings | undefined> {
  const options = { rows: { type: "string", default: "200000" } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const rows = Number(values.rows);
  if (positionals.length > 0 || !(rows >= 1)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "versus-chaos-migrate-"));
  const settings = { VERSUS_JOURNAL: `disk:${join(folder, "journal")}` };
  const service = await startChaosService({ isCeph: false, workers: 1, settings });
  try {
    const program = await writeNextVersion(join(folder, "next"), migrations);
    return await run({ service, program, folder, rows, findings: new Findings() });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly service: ChaosService;
  /** The command line of the next version. */
  readonly program: string;
  readonly folder: string;
  readonly rows: number;
  readonly findings: Findings;
}

async function run(scene: Scene): Promise<Findings> {
  const { service, findings, rows } = scene;
  const caller = await service.addOrganization("busy", { isZeroDay: false });
  const database = new Client(service.databaseUrl);
  await database.connect();
  try {
    await addOldJobs(database, rows);
    const load = new Load(caller);
    const probe = new WriteProbe(service.databaseUrl, "jobs");
    const other = new WriteProbe(service.databaseUrl, "comparisons");
    await sleep(5_000);
    const before = { jobs: probe.take(), comparisons: other.take(), calls: load.takeLongest() };
    tell(
      `before: longest write ${before.jobs} ms (jobs), ${before.comparisons} ms (comparisons), call ${before.calls} ms`,
    );
    const backups = new Backups(scene);
    await migrateBesideRead({ ...scene, database, backups });
    await backups.stop();
    const pauses = { jobs: await probe.stop(), comparisons: await other.stop() };
    await load.stop();
    tell(
      `longest write: ${pauses.jobs} ms (jobs), ${pauses.comparisons} ms (comparisons); ${probe.count + other.count} writes`,
    );
    tell(`longest call that hands in a comparison: ${load.longest} ms; ${load.ids.length} calls`);
    for (const [table, longest] of Object.entries(pauses)) {
      const isShort = longest <= MOST_PAUSE_MILLISECONDS;
      findings.check("no write waits for longer than 1.5 s", isShort, () => `${table}: ${longest} ms`);
    }
    const problems = [...probe.problems, ...other.problems, ...load.problems];
    findings.check("no write fails", problems.length === 0, () => problems.slice(0, 3).join("; "));
    backups.judge();
    await judgeResult(scene, { database, caller, ids: load.ids });
    return findings;
  } finally {
    await database.end();
  }
}

/** Adds finished jobs of an unknown organization, so that building an index takes time. */
async function addOldJobs(database: Client, rows: number): Promise<void> {
  await database.query(
    `insert into jobs (job_id, organization_id, kind, owner_id, state, created_at, finished_at)
     select gen_random_uuid(), '00000000-0000-4000-8000-000000000000', 'compare', 'old-' || number, 'done', now(), now()
     from generate_series(1, $1::int) as number`,
    [rows],
  );
}

async function migrateBesideRead(scene: Migrating): Promise<void> {
  const { findings } = scene;
  const random = seededRandom("migrate", 1);
  const beganAt = performance.now();
  let said = "";
  let reading: LongRead | undefined;
  let late = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill === KILLS_BESIDE_THE_READ) await reading?.ended;
    const longest = kill < KILLS_BESIDE_THE_READ ? LONGEST_BESIDE_THE_READ : LONGEST_AFTER_THE_READ;
    let milliseconds = Math.round(random() * longest);
    for (;;) {
      const onConnected = async () => {
        reading ??= await beginRead(scene);
      };
      const outcome = await migrateAndKill(scene, milliseconds, onConnected);
      said += outcome.said;
      tell(`kill ${kill + 1} after ${milliseconds} ms${outcome.isKilled ? "" : " came too late"}`);
      if (outcome.isKilled || late === LATE_KILLS) break;
      late += 1;
      milliseconds = Math.floor(milliseconds / 2);
      await revertAll(scene.database);
    }
  }
  findings.check("ten runs are killed", late < LATE_KILLS, () => `${late} kills came too late`);
  findings.check("migrate names the session that holds the lock", said.includes("long read"), () => said.slice(0, 500));
  const { stdout, stderr } = await nextVersus(scene, ["migrate"]);
  tell(
    `${late} kills came too late; the last run applied ${stdout.trim().replaceAll("\n", ", ") || "nothing"}, ${Math.round((performance.now() - beganAt) / 1000)} s after the first began`,
  );
  const again = await nextVersus(scene, ["migrate"]);
  findings.check("a further run has nothing to do", again.stdout === "", () => `${again.stdout}${stderr}`);
}

/** Begins a long read. Returns when the read has its locks. */
async function beginRead({ service, backups, findings }: Migrating): Promise<LongRead> {
  const reader = new Client(service.databaseUrl);
  await reader.connect();
  await reader.query("set application_name = 'long read'");
  await reader.query("begin isolation level repeatable read");
  await reader.query("select count(*) from jobs, lateral (select count(*) from comparisons) as others");
  const beganAt = performance.now();
  const read = async () => {
    await sleep(READ_MILLISECONDS);
    // The program of this version makes no backup after the first migration.
    const patience = FIRST_BACKUP_MILLISECONDS - READ_MILLISECONDS;
    await waitUntil(() => backups.made > 0, { pause: 100, patience });
    findings.check("a backup is made beside the read", backups.made > 0);
    await reader.query("commit");
    await reader.end();
    tell(`the read has ended after ${Math.round((performance.now() - beganAt) / 1000)} s`);
  };
  return { ended: read() };
}

interface LongRead {
  readonly ended: Promise<void>;
}

interface Migrating extends Scene {
  readonly database: Client;
  readonly backups: Backups;
}

/** Holds a run at its first statement until `onConnected` has ended, and kills it after `milliseconds`. */
async function migrateAndKill(
  { program, service, database }: Migrating,
  milliseconds: number,
  onConnected: () => Promise<void>,
) {
  // The server takes a moment to notice that the program of a session was killed. `pg_advisory_lock` is not used here:
  // the session may still build an index, which waits for every statement that waits.
  const take = async () => {
    const { rows } = await database.query(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`);
    return rows[0]?.taken === true;
  };
  if (!(await waitUntil(take, { pause: 50, patience: START_MILLISECONDS }))) throw new Error("A killed run goes on.");
  const child = spawn(process.execPath, [program, "migrate"], { env: { ...process.env, ...service.settings } });
  let said = "";
  child.stderr.on("data", (piece: Buffer) => {
    said += piece.toString();
  });
  child.stdout.resume();
  let isOver = false;
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("close", (_code, signal) => {
      isOver = true;
      resolve(signal);
    });
  });
  await waitUntil(async () => isOver || (await isConnected(database)), { pause: 20, patience: START_MILLISECONDS });
  if (isOver) throw new Error(`The next version did not connect. ${said}`);
  await onConnected();
  await database.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  await waitUntil(async () => isOver || (await isMigrating(database)), { pause: 5, patience: START_MILLISECONDS });
  await Promise.race([sleep(milliseconds), ended]);
  child.kill("SIGKILL");
  return { said, isKilled: (await ended) === "SIGKILL" };
}

/** True if a run asks for the lock that the drill holds. */
async function isConnected(database: Client): Promise<boolean> {
  const { rows } = await database.query(
    "select 1 from pg_stat_activity where query like '%pg_try_advisory_lock(' || $1 || ')%' and pid <> pg_backend_pid()",
    [MIGRATION_LOCK],
  );
  return rows.length > 0;
}

async function isMigrating(database: Client): Promise<boolean> {
  const { rows } = await database.query(
    "select 1 from pg_locks where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1",
    [MIGRATION_LOCK],
  );
  return rows.length > 0;
}

/** Waits for locks as `versus migrate` does, so that no write waits for long. */
async function revertAll(database: Client): Promise<void> {
  await database.query("set lock_timeout = '1s'");
  for (const { name, kind, down } of changes.toReversed()) {
    const { rowCount } = await database.query("select 1 from migrations where name = $1", [name]);
    if (rowCount === 0) continue;
    const forget = `delete from migrations where name = '${name}'`;
    const statements = kind === "concurrent" ? [down, forget] : [`begin; ${down} ${forget}; commit`];
    for (const statement of statements) await untilUnlocked(database, statement);
  }
  await database.query("set lock_timeout = 0");
}

async function untilUnlocked(database: Client, statement: string): Promise<void> {
  const tryOnce = async () => {
    try {
      await database.query(statement);
      return true;
    } catch (problem) {
      if ((problem as { readonly code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw problem;
      await database.query("rollback");
      return false;
    }
  };
  if (await waitUntil(tryOnce, { pause: 3_000, patience: START_MILLISECONDS })) return;
  throw new Error(`The drill did not get the lock for: ${statement}`);
}

function nextVersus({ program, service }: Scene, words: readonly string[]) {
  const env = { ...process.env, ...service.settings };
  return promisify(execFile)(process.execPath, [program, ...words], { env });
}

interface Judged {
  readonly database: Client;
  readonly caller: Caller;
  readonly ids: readonly string[];
}

async function judgeResult(scene: Scene, { database, caller, ids }: Judged): Promise<void> {
  const { findings } = scene;
  const { rows: applied } = await database.query("select name from migrations where name like '99%' order by name");
  const names = applied.map(({ name }: { name: string }) => name).join(", ");
  findings.check(
    "each migration is applied once",
    names === migrations.map(({ name }) => name).join(", "),
    () => names,
  );
  const { rows: index } = await database.query(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass('jobs_by_priority')",
  );
  findings.check("the index is whole", index[0]?.valid === true, () => JSON.stringify(index));
  for (const id of ids.slice(-5)) await judgeReady(findings, caller, id);
  await judgeBoth(scene, caller);
}

/** Checks that a process of the next version works beside those of this version. */
async function judgeBoth({ program, service, findings }: Scene, caller: Caller): Promise<void> {
  const [port = 0] = await freePorts(1);
  const env = { ...process.env, ...service.settings, VERSUS_PORT: String(port) };
  const child = spawn(process.execPath, [program, "serve", "--role", "api"], { env });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (piece: Buffer) => {
      said += piece;
    });
  try {
    const isStarted = await waitUntil(() => said.includes('"msg":"started"'), {
      pause: 100,
      patience: START_MILLISECONDS,
    });
    findings.check("a process of the next version starts", isStarted, () => said.slice(-500));
    if (!isStarted) return;
    const beside = { ...caller, url: `http://127.0.0.1:${port}` };
    await judgeReady(findings, caller, await postComparison(beside, makePair(1, MARK, 1), MARK));
    await judgeReady(findings, beside, await postComparison(caller, makePair(2, MARK, 1), MARK));
  } finally {
    child.kill("SIGKILL");
  }
}

async function judgeReady(findings: Findings, caller: Caller, id: string): Promise<void> {
  const until = performance.now() + READY_MILLISECONDS;
  let { status } = await readJob(caller, id);
  while (status === "processing" && performance.now() < until) {
    await sleep(500);
    ({ status } = await readJob(caller, id));
  }
  findings.check("comparisons of the old and of the new program end", status === "ready", () => `${id}: ${status}`);
}

/** Submits comparisons all the time. */
class Load {
  readonly ids: string[] = [];
  readonly problems: string[] = [];
  longest = 0;
  #isOver = false;
  readonly #working: Promise<void>;

  constructor(caller: Caller) {
    this.#working = this.#work(caller);
  }

  takeLongest(): number {
    const { longest } = this;
    this.longest = 0;
    return longest;
  }

  async #work(caller: Caller): Promise<void> {
    const pair = makePair(0, MARK, 1);
    while (!this.#isOver) {
      const beganAt = performance.now();
      try {
        this.ids.push(await postComparison(caller, pair, MARK));
      } catch (problem) {
        this.problems.push(String(problem));
      }
      this.longest = Math.max(this.longest, Math.round(performance.now() - beganAt));
      await sleep(CALL_MILLISECONDS);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }
}

/** Writes a row of a table every 50 ms. */
class WriteProbe {
  readonly problems: string[] = [];
  count = 0;
  #longest = 0;
  #isOver = false;
  readonly #working: Promise<void>;

  constructor(databaseUrl: string, table: "jobs" | "comparisons") {
    const column = table === "jobs" ? "kind" : "original_name";
    this.#working = this.#work(
      databaseUrl,
      `update ${table} set ${column} = ${column} where ctid in (select ctid from ${table} limit 1)`,
    );
  }

  take(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  async #work(databaseUrl: string, statement: string): Promise<void> {
    const client = new Client(databaseUrl);
    await client.connect();
    while (!this.#isOver) {
      const beganAt = performance.now();
      await client.query(statement).catch((problem: unknown) => this.problems.push(String(problem)));
      this.#longest = Math.max(this.#longest, Math.round(performance.now() - beganAt));
      this.count += 1;
      await sleep(PROBE_MILLISECONDS);
    }
    await client.end();
  }

  async stop(): Promise<number> {
    this.#isOver = true;
    await this.#working;
    return this.#longest;
  }
}

/** Makes one backup after another. */
class Backups {
  /** Number of complete backups. */
  made = 0;
  readonly #scene: Scene;
  readonly #ends: string[] = [];
  #isOver = false;
  readonly #working: Promise<void>;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#working = this.#work();
  }

  async #work(): Promise<void> {
    const { folder, service } = this.#scene;
    for (let number = 0; !this.#isOver; number += 1) {
      const made = await versus(["backup", join(folder, `backup-${number}`)], service.settings).catch(String);
      this.#ends.push(made);
      if (isWhole(made)) this.made += 1;
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  judge(): void {
    const { findings, folder } = this.#scene;
    const whole = this.#ends.filter(isWhole);
    tell(
      `${whole.length} of ${this.#ends.length} backups made; the others: ${
        this.#ends
          .filter((end) => !whole.includes(end))
          .map((end) => end.slice(0, 160))
          .join(" | ") || "none"
      }`,
    );
    // A program refuses migrations of the next version when they are applied.
    const isTold = (end: string) => /was applied while the backup|newer version/.test(end);
    const others = this.#ends.filter((end) => !whole.includes(end) && !isTold(end));
    findings.check("a backup is whole, or says that a migration was applied", others.length === 0, () =>
      others.join("; "),
    );
    const left = readdirSync(folder).filter((name) => name.endsWith(".unfinished"));
    findings.check("a backup that fails leaves nothing", left.length === 0, () => left.join(" "));
  }
}

const isWhole = (end: string) => end.startsWith("backup ");
