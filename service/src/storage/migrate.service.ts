// Tests applying, reverting and resuming migrations, and rules MIG-1 to MIG-5 on added files.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { ContractRefused, LockNotFree, migrate, revert } from "./migrate.ts";
import {
  DatabaseNewer,
  isRequired,
  migrationNames,
  missingMigrations,
  readMigration,
  readMigrations,
} from "./migration-files.ts";
import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let empty: Awaited<ReturnType<typeof makeEmptyDatabase>>;
let made: TestDatabase;
let folder: string;
const clients: pg.Client[] = [];
beforeAll(async () => {
  empty = await makeEmptyDatabase();
  made = await makeTestDatabase();
});
afterAll(async () => {
  await empty.drop();
  await made.close();
});

const names = [...migrationNames];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versus-migrations-"));
  cpSync(join(import.meta.dirname, "migrations"), folder, { recursive: true });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  const applied = await ask("select name from migrations where name like '99%'");
  await revert(made.url, applied.length, { folder });
  await ask("delete from processes");
  rmSync(folder, { recursive: true });
});

/** Adds a file to those of this version. */
function add(name: string, header: readonly string[], up: string, down: string): void {
  writeFileSync(
    join(folder, `${name}.sql`),
    `${header.join("\n")}\n\n-- Up Migration\n\n${up}\n\n-- Down Migration\n\n${down}\n`,
  );
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  clients.push(client);
  return client;
}

async function askAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const ask = (text: string) => askAt(made.url, text);

test("migrations apply once, also when two processes start at the same time", async () => {
  const both = await Promise.all([migrate(empty.url), migrate(empty.url)]);
  expect(both.flat()).toEqual(names);
  expect(await migrate(empty.url)).toEqual([]);
});

test("every migration can be taken back and applied again, and leaves nothing when taken back", async () => {
  await migrate(empty.url);
  expect(await revert(empty.url, names.length)).toEqual(names.toReversed());
  const { database, close } = openDatabase({ url: empty.url });
  const left = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname not like '%migrations%'`.execute(database);
  await close();
  expect(left.rows).toEqual([]);
  expect(await migrate(empty.url)).toEqual(names);
});

test("an installation made by the tool of earlier versions upgrades, and keeps its rows", async () => {
  await migrate(empty.url);
  await revert(empty.url, names.length);
  await askAt(empty.url, "drop table migrations");
  // The state that node-pg-migrate 9 left after the versions with ten migrations: one transaction, so one time for all.
  const old = names.slice(0, 10);
  await migrate(empty.url);
  await revert(empty.url, names.length - old.length);
  await askAt(empty.url, "drop table migrations");
  await askAt(
    empty.url,
    'CREATE TABLE "public"."migrations" ("id" SERIAL PRIMARY KEY, "name" varchar(255) NOT NULL, "run_on" timestamp NOT NULL)',
  );
  for (const name of old) {
    await askAt(
      empty.url,
      `INSERT INTO "public"."migrations" ("name", "run_on") VALUES ('${name}', '2026-01-01 00:00:00')`,
    );
  }
  await askAt(
    empty.url,
    `insert into organizations (organization_id, slug, name, region, created_at, data_key)
    values ('00000000-0000-4000-8000-000000000001', 'kept', 'Kept', 'us', now(), '')`,
  );
  expect(await migrate(empty.url)).toEqual(names.slice(old.length));
  expect(await askAt(empty.url, "select slug from organizations")).toEqual([{ slug: "kept" }]);
  expect((await askAt(empty.url, "select name from migrations order by id")).map(({ name }) => name)).toEqual(names);
});

test("a database of a newer version is left alone", async () => {
  await migrate(empty.url);
  await askAt(empty.url, "insert into migrations (name, run_on) values ('9999_later', now())");
  await expect(migrate(empty.url)).rejects.toThrow(DatabaseNewer);
  await expect(migrate(empty.url)).rejects.toThrow(/newer version \(9999_later unknown here\)/);
  await askAt(empty.url, "delete from migrations where name = '9999_later'");
});

test("a migration that fails leaves nothing of itself, and the next run continues with it", async () => {
  await migrate(empty.url);
  await revert(empty.url, names.length);
  await askAt(empty.url, "create table files (in_the_way boolean)");
  await expect(migrate(empty.url)).rejects.toThrow(/already exists/);
  const failed = names.indexOf("0007_files");
  expect(await askAt(empty.url, "select name from migrations order by id")).toEqual(
    names.slice(0, failed).map((name) => ({ name })),
  );
  await askAt(empty.url, "drop table files");
  expect(await migrate(empty.url)).toEqual(names.slice(failed));
});

const hasPriority = "select 1 from information_schema.columns where table_name = 'jobs' and column_name = 'priority'";
const addPriority = () =>
  add(
    "9901_priority",
    ["-- Kind: expand", "-- Locks: jobs"],
    "alter table jobs add column priority text;",
    "alter table jobs drop column priority;",
  );

test("[MIG-1] a migration that waits for a lock lets writers through after a second, says who holds it, and goes on", async () => {
  addPriority();
  const reader = await connect();
  await reader.query("set application_name = 'long report'");
  await reader.query("begin");
  await reader.query("select count(*) from jobs");
  const told: string[] = [];
  const migrating = migrate(made.url, { folder, pauseMilliseconds: 500, tell: (sentence) => told.push(sentence) });
  const writer = await connect();
  let longest = 0;
  for (let round = 0; round < 30; round++) {
    const before = performance.now();
    await writer.query("delete from jobs where job_id = '00000000-0000-4000-8000-000000000001'");
    longest = Math.max(longest, performance.now() - before);
    await pause(100);
  }
  await reader.query("commit");
  expect(await migrating).toEqual(["9901_priority"]);
  expect(longest).toBeGreaterThan(500);
  expect(longest).toBeLessThan(1_500);
  expect(told.length).toBeGreaterThanOrEqual(2);
  expect(told[0]).toMatch(
    /^9901_priority waits for a lock: session \d+ \(\w+, long report, idle in transaction\) holds it, in a transaction of \d+ s\. Try 1 of 200\.$/,
  );
  expect(await ask(hasPriority)).toHaveLength(1);
});

test("[MIG-1] a lock that is never free ends the command, and the next run continues", async () => {
  addPriority();
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select count(*) from jobs");
  const failing = migrate(made.url, { folder, tries: 2, pauseMilliseconds: 100 });
  await expect(failing).rejects.toThrow(LockNotFree);
  await expect(failing).rejects.toThrow(
    /9901_priority did not get its lock: session \d+ .* run `versus migrate` again/,
  );
  await reader.query("rollback");
  expect(await migrate(made.url, { folder })).toEqual(["9901_priority"]);
});

test("[MIG-2] a file from 0030 on says its kind, and nothing else precedes it", () => {
  const sections = "-- Up Migration\nselect 1;\n-- Down Migration\nselect 2;\n";
  expect(readMigration("0030_a", `-- Kind: expand\n-- Locks: jobs, files\n\n${sections}`)).toMatchObject({
    kind: "expand",
    locks: ["jobs", "files"],
  });
  expect(readMigration("0030_a", `-- Kind: contract\n${sections}`)).toMatchObject({ kind: "contract", locks: [] });
  expect(readMigration("0029_a", sections)).toMatchObject({ kind: "expand", locks: [] });
  const faults = [
    ["0030_a", sections],
    ["0030_a", `-- Kind: other\n${sections}`],
    ["0030_a", `-- Locks: jobs\n-- Kind: expand\n${sections}`],
    ["0030_a", `-- Kind: expand\n-- Why: because\n${sections}`],
    ["0030_a", `-- Kind: expand\nselect 0;\n${sections}`],
    ["0029_a", `-- Kind: expand\n${sections}`],
    ["0030_a", "-- Kind: expand\n-- Down Migration\nselect 2;\n-- Up Migration\nselect 1;\n"],
  ] as const;
  for (const [name, text] of faults) expect(() => readMigration(name, text), text).toThrow(/^The migration 00/);
});

test("[MIG-3] a concurrent file holds only statements that stop no writer", () => {
  const text = (up: string) => `-- Kind: concurrent\n-- Up Migration\n${up}\n-- Down Migration\n`;
  const allowed = [
    "create unique index concurrently a on jobs (kind)\n  where state = 'held';",
    "-- Why.\ndrop index concurrently a;",
    "alter table jobs validate constraint a;",
    "alter table jobs detach partition a concurrently;",
  ];
  for (const up of allowed) expect(readMigration("0031_a", text(up)).kind).toBe("concurrent");
  const refused = [
    "create index a on jobs (kind);",
    "drop index a;",
    "update jobs set kind = 'a';",
    `${allowed[2]}\nvacuum;`,
  ];
  for (const up of refused) expect(() => readMigration("0031_a", text(up)), up).toThrow(/is concurrent and holds/);
});

test("[MIG-3] an index that a crash left invalid is built again, and what was done is left alone", async () => {
  add(
    "9902_indexes",
    ["-- Kind: concurrent"],
    "create index concurrently jobs_first on jobs (kind);\ncreate index concurrently jobs_second on jobs (state);",
    "drop index concurrently jobs_second;\ndrop index concurrently jobs_first;",
  );
  await ask("create index concurrently jobs_first on jobs (kind)");
  const [first] = await ask("select 'jobs_first'::regclass::oid as oid");
  const reader = await connect();
  await reader.query("begin isolation level repeatable read");
  await reader.query("select count(*) from jobs");
  // The state of a process that dies while it builds: the build waits for the reader, and is cancelled.
  const builder = await connect();
  await builder.query("set statement_timeout = 500");
  await expect(builder.query("create index concurrently jobs_second on jobs (state)")).rejects.toThrow(/timeout/);
  await reader.query("commit");
  const validity = "select indisvalid as valid from pg_index where indexrelid = 'jobs_second'::regclass";
  expect(await ask(validity)).toEqual([{ valid: false }]);
  expect(await migrate(made.url, { folder })).toEqual(["9902_indexes"]);
  expect(await ask(validity)).toEqual([{ valid: true }]);
  expect(await ask("select 'jobs_first'::regclass::oid as oid")).toEqual([first]);
});

test("[MIG-3] two processes that migrate at once do not wait for each other for ever", async () => {
  add(
    "9902_indexes",
    ["-- Kind: concurrent"],
    "create index concurrently jobs_first on jobs (kind);",
    "drop index concurrently jobs_first;",
  );
  const both = await Promise.all([migrate(made.url, { folder }), migrate(made.url, { folder })]);
  expect(both.flat()).toEqual(["9902_indexes"]);
});

test("[MIG-4] a contract waits until processes of other versions have ended, and this version works without it", async () => {
  add(
    "9903_drop",
    ["-- Kind: contract", "-- Locks: jobs"],
    "alter table jobs drop column traceparent;",
    "alter table jobs add column traceparent text;",
  );
  const beat = (id: string, version: string) =>
    ask(
      `insert into processes (process_id, roles, heard_at, version, host) values ('${id}', '{worker}', now(), ${version}, 'cell-7')`,
    );
  await beat("old", "'0.9.0'");
  await beat("older", "null");
  await beat("own", "'1.0.0'");
  const told: string[] = [];
  expect(await migrate(made.url, { folder, version: "1.0.0", tell: (sentence) => told.push(sentence) })).toEqual([]);
  expect(told).toEqual([
    expect.stringMatching(
      /^The migration 9903_drop .* 1 of version 0\.9\.0 on cell-7; 1 of version unknown .* on cell-7\. Stop them/,
    ),
  ]);
  expect(missingMigrations(names, readMigrations(folder)).filter(isRequired)).toEqual([]);
  // A required migration that comes after it may need it.
  add("9904_later", ["-- Kind: expand"], "create table later (id integer);", "drop table later;");
  await expect(migrate(made.url, { folder, version: "1.0.0" })).rejects.toThrow(ContractRefused);
  await ask("update processes set heard_at = now() - interval '61 seconds' where process_id in ('old', 'older')");
  expect(await migrate(made.url, { folder, version: "1.0.0" })).toEqual(["9903_drop", "9904_later"]);
});

test("[MIG-5] every file from 0030 on declares the tables that it locks against writers", async () => {
  const bare = await makeEmptyDatabase();
  const client = new pg.Client({ connectionString: bare.url });
  await client.connect();
  try {
    for (const { name, kind, locks, up } of readMigrations()) {
      if (kind === "concurrent") continue;
      const { rows: tables } = await client.query<{ oid: number }>(
        "select oid from pg_class where relkind in ('r', 'p')",
      );
      await client.query("begin");
      await client.query(up);
      const { rows: locked } = await client.query<{ name: string }>(
        `select distinct relation::regclass::text as name from pg_locks
         where pid = pg_backend_pid() and locktype = 'relation' and relation = any($1) and relation >= 16384
           and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')`,
        [tables.map(({ oid }) => oid)],
      );
      await client.query("commit");
      if (Number.parseInt(name, 10) < 30) continue;
      const undeclared = locked.map((row) => row.name).filter((table) => !locks.includes(table));
      expect(undeclared, name).toEqual([]);
    }
  } finally {
    await client.end();
    await bare.drop();
  }
});
