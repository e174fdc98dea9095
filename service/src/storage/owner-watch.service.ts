// Tests waiting reads, with connections cut and questions counted (SRV-50, SRV-51).

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifySettled, OwnerWatch } from "./owner-watch.ts";
import { makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let tests: TestDatabase;
let watch: OwnerWatch;

beforeAll(async () => {
  tests = await makeTestDatabase();
  watch = new OwnerWatch({ url: tests.url });
});
afterAll(async () => {
  await watch.close();
  await tests.close();
});

/** Makes a thing that a test settles, and that counts how often it is read. */
function makeThing(ownerId: string) {
  const thing = { isSettled: false, asked: 0 };
  return {
    thing,
    settle: () =>
      tests.database.transaction().execute(async (transaction) => {
        await notifySettled(transaction, ownerId);
        thing.isSettled = true;
      }),
    read: (milliseconds: number) =>
      watch.ask(
        ownerId,
        async () => {
          thing.asked += 1;
          return thing.isSettled;
        },
        { isEnough: (isSettled) => isSettled, milliseconds },
      ),
  };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it took too long");
}

/** Returns the connections that listen. */
async function listeners(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query = 'listen versus_settled'`.execute(
    tests.database,
  );
  return rows.map(({ pid }) => pid);
}

test("what is settled already is answered at once, without a connection of its own", async () => {
  const { thing, read, settle } = makeThing("one");
  await settle();
  expect(await read(5000)).toBe(true);
  expect(thing.asked).toBe(1);
  expect(await listeners()).toEqual([]);
});

test("[SRV-50] who waits is woken when it is settled, and does not ask in between", async () => {
  const { thing, read, settle } = makeThing("two");
  const readers = [read(20_000), read(20_000), read(20_000)];
  await until(async () => (await listeners()).length === 1);
  await until(() => thing.asked >= 6);
  await new Promise((resolve) => setTimeout(resolve, 200));
  // Once at first, and once after the connection was made.
  expect(thing.asked).toBe(6);
  await settle();
  expect(await Promise.all(readers)).toEqual([true, true, true]);
  expect(thing.asked).toBe(9);
});

test("nobody waits longer than he said, and gets the answer of then", async () => {
  const { read } = makeThing("three");
  const start = performance.now();
  expect(await read(150)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("[SRV-51] what is settled while the connection is away is found when it is back", async () => {
  const { thing, read, settle } = makeThing("four");
  const reading = read(20_000);
  await until(() => thing.asked === 1);
  const [pid] = await listeners();
  await sql`select pg_terminate_backend(${pid})`.execute(tests.database);
  await until(async () => (await listeners()).length === 0);
  await settle();
  expect(await reading).toBe(true);
});

test("closing gives everybody the answer of now", async () => {
  const own = new OwnerWatch({ url: tests.url });
  const reading = own.ask("five", async () => "no", { isEnough: () => false, milliseconds: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await own.close();
  expect(await reading).toBe("no");
});
