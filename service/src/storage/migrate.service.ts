import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { migrate, revert } from "./migrate.ts";
import { makeEmptyDatabase } from "./testing/test-database.ts";

let empty: Awaited<ReturnType<typeof makeEmptyDatabase>>;
beforeAll(async () => {
  empty = await makeEmptyDatabase();
});
afterAll(() => empty.drop());

const names = [
  "0001_organizations",
  "0002_comparisons",
  "0003_jobs",
  "0004_records",
  "0005_rate_buckets",
  "0006_compare_options",
  "0007_files",
  "0008_creations",
  "0009_instructions",
  "0010_edits",
  "0011_installation",
];

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
