// Applies the SQL files of migrations/ that a database lacks, in order.
//
// Each file has its own transaction, except those of the kind `concurrent`. Processes continue to serve meanwhile. A
// statement that waits for a lock makes every writer of the table wait. It therefore waits for at most a second, gives
// up, lets the writers through, and tries again.
//
// An advisory lock makes a second process that starts at the same time wait and then find nothing to do. The lock needs
// a direct connection to the server, not one pooled by transaction. The table of applied migrations and the number of
// the lock are those of the tool that older versions used. An older installation can therefore upgrade, and an old and
// a new program never migrate at the same time.

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { lockSeconds, runConcurrent } from "./concurrent-migration.ts";
import { type DatabaseConfig, migrationConfig } from "./database.ts";
import { watchLocks } from "./lock-holders.ts";
import { isRequired, type Migration, missingMigrations, readMigrations } from "./migration-files.ts";

export interface MigrateOptions {
  readonly tls?: DatabaseConfig["tls"] | undefined;
  /** The version of this program. Running programs of other versions prevent migrations of the kind `contract`. */
  readonly version?: string;
  /** Receives sentences about what the migration waits for. */
  readonly tell?: (sentence: string) => void;
  /** The folder of the files, for tests. */
  readonly folder?: string;
  /** How often a file is tried, for tests. */
  readonly tries?: number;
  /** The pause between two attempts, for tests. */
  readonly pauseMilliseconds?: number;
}

/** Thrown if a session held a lock that the migration needs, at each of many attempts. */
export class LockNotFree extends Error {
  constructor(name: string, holders: string) {
    super(
      `The migration ${name} did not get its lock: ${holders}. Nothing of it was applied. End that session or wait for it, and run \`versus migrate\` again: it continues there.`,
    );
    this.name = "LockNotFree";
  }
}

/** Thrown if running processes need the tables as they are. */
export class ContractRefused extends Error {
  constructor(name: string, processes: string) {
    super(
      `The migration ${name} removes what other versions of the program need, and ${processes}. Stop them and run \`versus migrate\` again.`,
    );
    this.name = "ContractRefused";
  }
}

const lock = "7241865325823964";
const mostTries = 200;
const pauseBetweenTries = 3_000;
/** The interval at which a process checks whether another one has ended its migration. */
const turnMilliseconds = 200;
/** A process without a heartbeat for so long counts as dead. */
const heardSeconds = 60;
/** Error codes: another session had the lock (55P03), or there was a deadlock (40P01). */
const busyCodes: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/**
 * Applies the missing migrations and returns their names, oldest first. Throws LockNotFree and ContractRefused;
 * migrations applied before remain. A refused `contract` file is only reported if no required file follows it.
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { tls, folder, tell = () => {} } = options;
  return inTurn({ url, ...(tls === undefined ? {} : { tls }) }, async (session) => {
    const missing = missingMigrations(await appliedMigrations(session.client), readMigrations(folder));
    const applied: string[] = [];
    for (const [index, migration] of missing.entries()) {
      const refusal = await contractRefusal(session.client, migration, options.version);
      if (refusal !== undefined) {
        if (missing.slice(index).some(isRequired)) throw refusal;
        tell(refusal.message);
        break;
      }
      const record = { text: "insert into migrations (name, run_on) values ($1, now())", values: [migration.name] };
      await applyPatiently(session, migration, { section: migration.up, record, options });
      applied.push(migration.name);
    }
    return applied;
  });
}

/** Reverts the last `count` migrations. Data in what they had added is lost. Returns their names, newest first. */
export function revert(url: string, count: number, options: MigrateOptions = {}): Promise<string[]> {
  return inTurn({ url }, async (session) => {
    const all = readMigrations(options.folder);
    const last = (await appliedMigrations(session.client)).reverse().slice(0, count);
    for (const name of last) {
      const migration = all.find((one) => one.name === name);
      if (migration === undefined) throw new Error(`There is no file for the migration ${name}.`);
      const record = { text: "delete from migrations where name = $1", values: [name] };
      await applyPatiently(session, migration, { section: migration.down, record, options });
    }
    return last;
  });
}

interface Session {
  readonly client: pg.Client;
  /** The process id of the session at the server. */
  readonly pid: number;
  readonly config: DatabaseConfig;
}

/** Runs `use` while no other process migrates. */
async function inTurn<Value>(config: DatabaseConfig, use: (session: Session) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(migrationConfig(config));
  await client.connect();
  try {
    // pg_advisory_lock cannot be used: a waiting statement has a snapshot, and an index that the lock's holder builds
    // concurrently would wait for that.
    const ask = `select pg_try_advisory_lock(${lock}) as taken`;
    while ((await client.query(ask)).rows[0]?.taken !== true) await pause(turnMilliseconds);
    await client.query(
      "create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)",
    );
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return await use({ client, pid: rows[0]?.pid ?? 0, config });
  } finally {
    // Releases the lock, and rolls back an open transaction.
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from migrations order by run_on, id");
  return rows.map(({ name }) => name);
}

interface Application {
  readonly section: string;
  /** The statement that records the migration in the table. */
  readonly record: pg.QueryConfig;
  readonly options: MigrateOptions;
}

async function applyPatiently(session: Session, migration: Migration, application: Application): Promise<void> {
  const { tries = mostTries, pauseMilliseconds = pauseBetweenTries, tell = () => {} } = application.options;
  for (let attempt = 1; ; attempt++) {
    const watch = watchLocks(session.pid, migrationConfig(session.config));
    try {
      await apply(session.client, migration, application);
      return;
    } catch (problem) {
      if (!busyCodes.has((problem as { code?: unknown }).code)) throw problem;
      const holders = watch.holders();
      if (attempt === tries) throw new LockNotFree(migration.name, holders);
      tell(`${migration.name} waits for a lock: ${holders}. Try ${attempt} of ${tries}.`);
    } finally {
      await watch.close();
    }
    await pause(pauseMilliseconds);
  }
}

async function apply(client: pg.Client, { kind }: Migration, { section, record }: Application): Promise<void> {
  if (kind === "concurrent") {
    await runConcurrent(client, section);
    await client.query(record);
    return;
  }
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = '${lockSeconds}s'`);
    await client.query(section);
    await client.query(record);
    await client.query("commit");
  } catch (problem) {
    await client.query("rollback").catch(() => {});
    throw problem;
  }
}

/** Returns undefined if the migration may be applied now. */
async function contractRefusal(
  client: pg.Client,
  { name, kind }: Migration,
  version = "",
): Promise<ContractRefused | undefined> {
  if (kind !== "contract") return undefined;
  const { rows } = await client.query<{ version: string | null; hosts: string[]; count: number }>(
    `select version, array_agg(distinct coalesce(host, 'an unknown host')) as hosts, count(*)::int as count from processes
     where (version is null or version <> $1) and heard_at > now() - make_interval(secs => $2) group by version order by 1`,
    [version, heardSeconds],
  );
  if (rows.length === 0) return undefined;
  const running = rows.map(
    ({ version: other, hosts, count }) =>
      `${count} of version ${other ?? "unknown (from before 0030)"} on ${hosts.join(", ")}`,
  );
  return new ContractRefused(name, `these processes still run: ${running.join("; ")}`);
}
