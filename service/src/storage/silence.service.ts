// Tests that no caller waits for ever on a connection to Postgres that fell silent without an error.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestProxy, type TestProxy } from "../testing/freezing-proxy.ts";
import { databasePatience, type OpenDatabase, openDatabase } from "./database.ts";
import { liveConnections } from "./live-connections.ts";
import { notifySettled, OwnerWatch } from "./owner-watch.ts";
import { isPartAway } from "./part-away.ts";
import { makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let tests: TestDatabase;
let proxy: TestProxy;
let frozen: OpenDatabase;
beforeAll(async () => {
  tests = await makeTestDatabase();
});
afterAll(() => tests.close());
beforeEach(async () => {
  proxy = await startTestProxy(tests.url);
  frozen = openDatabase({ url: proxy.url, poolSize: 4 });
});
afterEach(async () => {
  await proxy.stop();
  await frozen.close();
});

const one = ({ database }: OpenDatabase) => sql`select 1 as one`.execute(database);
const fill = () => Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.1)`.execute(frozen.database)));

test("[SRV-70] a statement on a silent connection fails, the connection is thrown away, and its neighbours with it", async () => {
  await fill();
  expect(frozen.pool.totalCount).toBe(4);
  await proxy.tell("forget");
  const begun = performance.now();
  const problem = await one(frozen).catch((thrown: unknown) => thrown);
  expect(isPartAway(problem)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(databasePatience.silence + 2000);
  // None of the four connections is asked again: the next three calls answer at once.
  const after = performance.now();
  await Promise.all([one(frozen), one(frozen), one(frozen)]);
  expect(performance.now() - after).toBeLessThan(2000);
});

test("[SRV-70] while nothing passes, a connection cannot be had either, and that is told in time", async () => {
  await proxy.tell("freeze");
  const begun = performance.now();
  const problem = await one(frozen).catch((thrown: unknown) => thrown);
  expect(isPartAway(problem)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(databasePatience.connect + 2000);
  await proxy.tell("thaw");
  await one(frozen);
});

test("[SRV-70] a transaction whose owner was cut off lets go of its locks", async () => {
  await sql`create table held (number integer)`.execute(tests.database);
  await sql`insert into held values (1)`.execute(tests.database);
  const cut = frozen.database.transaction().execute(async (transaction) => {
    await sql`update held set number = 2`.execute(transaction);
    await proxy.tell("forget");
    await sql`select 1`.execute(transaction);
  });
  await expect(cut).rejects.toThrow();
  const begun = performance.now();
  const update = () =>
    sql`update held set number = 3`.execute(frozen.database).then(
      () => true,
      (problem) => isPartAway(problem) && "busy",
    );
  await expect.poll(update, { timeout: 15_000, interval: 200 }).toBe(true);
  expect(performance.now() - begun).toBeLessThan(databasePatience.idleInTransaction + 5000);
});

test("[SRV-70] a lock that is held, and a statement that does not end, are no wait without an end", async () => {
  const server = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in
      ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
    frozen.database,
  );
  expect(server.rows.map(({ setting }) => Number(setting))).toEqual([10_000, 4000, 8000]);
  const problem = await sql`select pg_sleep(20)`.execute(frozen.database).catch((thrown: unknown) => thrown);
  expect(problem).toMatchObject({ code: "57014" });
  expect(isPartAway(problem)).toBe(true);
});

test("[SRV-70] an answer that came while the process was busy is heard, however late", async () => {
  const Client = liveConnections(200);
  const client = new Client({ connectionString: tests.url });
  await client.connect();
  const answer = client.query("select 1 as one");
  const end = performance.now() + 600;
  while (performance.now() < end);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test("[SRV-71] a listening connection that fell silent is replaced, and who waits is woken", async () => {
  const watch = new OwnerWatch({ url: proxy.url });
  let isSettled = false;
  const waiting = (milliseconds: number) =>
    watch.ask("file_1", async () => isSettled, { isEnough: (answer) => answer, milliseconds });
  await waiting(500);
  await proxy.tell("forget");
  const asked = performance.now();
  const answer = waiting(30_000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  isSettled = true;
  await tests.database.transaction().execute((transaction) => notifySettled(transaction, "file_1"));
  expect(await answer).toBe(true);
  expect(performance.now() - asked).toBeLessThan(10_000);
  await watch.close();
});
