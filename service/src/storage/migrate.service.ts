import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { DatabaseNewer, migrate, migrationNames, revert } from "./migrate.ts";
import { makeEmptyDatabase } from "./testing/test-database.ts";

let empty: Awaited<ReturnType<typeof makeEmptyDatabase>>;
beforeAll(async () => {
  empty = await makeEmptyDatabase();
});
afterAll(() => empty.drop());

const names = [...migrationNames];

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

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
  await ask("drop table migrations");
  // As node-pg-migrate 9 left it after the versions that had ten migrations: one transaction, so one time for all.
  const old = names.slice(0, 10);
  await migrate(empty.url);
  await revert(empty.url, names.length - old.length);
  await ask("drop table migrations");
  await ask(
    'CREATE TABLE "public"."migrations" ("id" SERIAL PRIMARY KEY, "name" varchar(255) NOT NULL, "run_on" timestamp NOT NULL)',
  );
  for (const name of old) {
    await ask(`INSERT INTO "public"."migrations" ("name", "run_on") VALUES ('${name}', '2026-01-01 00:00:00')`);
  }
  await ask(`insert into organizations (organization_id, slug, name, region, created_at, data_key)
    values ('00000000-0000-4000-8000-000000000001', 'kept', 'Kept', 'us', now(), '')`);
  expect(await migrate(empty.url)).toEqual(names.slice(old.length));
  expect(await ask("select slug from organizations")).toEqual([{ slug: "kept" }]);
  expect((await ask("select name from migrations order by id")).map(({ name }) => name)).toEqual(names);
});

test("a database of a newer version is left alone", async () => {
  await migrate(empty.url);
  await ask("insert into migrations (name, run_on) values ('9999_later', now())");
  await expect(migrate(empty.url)).rejects.toThrow(DatabaseNewer);
  await expect(migrate(empty.url)).rejects.toThrow(/newer version \(9999_later unknown here\)/);
  await ask("delete from migrations where name = '9999_later'");
});

test("a migration that fails leaves nothing of those before it", async () => {
  await migrate(empty.url);
  await revert(empty.url, names.length);
  await ask("create table files (in_the_way boolean)");
  await expect(migrate(empty.url)).rejects.toThrow(/already exists/);
  expect(await ask("select name from migrations")).toEqual([]);
  expect(await ask("select to_regclass('organizations') as found")).toEqual([{ found: null }]);
  await ask("drop table files");
  expect(await migrate(empty.url)).toEqual(names);
});
