// Tests the last trusted time of an installation in Postgres, and processes that start after it.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { ClockFenced, openDatabaseClock } from "./database-clock.ts";
import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const minute = 60_000;
let bench: TestDatabase;
beforeAll(async () => {
  bench = await makeTestDatabase();
  await bench.database
    .insertInto("installation")
    .values({ installation_id: randomUUID(), generation: 1, created_at: sql<Date>`now()` })
    .execute();
});
afterAll(() => bench.close());

/** Stores a trusted time that is `hours` old. */
async function trustedBefore(hours: number): Promise<void> {
  const trusted_at = sql<Date>`now() - make_interval(hours => ${hours})`;
  await bench.database.updateTable("installation").set({ trusted_at }).execute();
}

/** Returns the age of the stored time in minutes; NaN if none is stored. */
async function storedMinutes(): Promise<number> {
  const row = await bench.database.selectFrom("installation").select("trusted_at").executeTakeFirstOrThrow();
  return (Date.now() - (row.trusted_at?.getTime() ?? Number.NaN)) / minute;
}

test.each([31 * 24, -31 * 24])(
  "[CLK-4] a process that starts %i hours after the trusted time deletes nothing by deadline",
  async (hours) => {
    await trustedBefore(hours);
    const clock = await openDatabaseClock(bench.database);
    try {
      expect(() => clock.requireTrusted()).toThrow(ClockFenced);
      // Callers are served.
      clock.requireAgreement();
      // After the next sample the stored time is still that from before the jump, for the next process that starts.
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      expect(() => clock.requireTrusted()).toThrow(/jumped, or the installation was off for more than a day/);
      expect(await storedMinutes()).toBeCloseTo(hours * 60, 0);
    } finally {
      await clock.close();
    }
  },
  20_000,
);

test.each([23, undefined])(
  "[CLK-4] a process that starts %s hours after the trusted time deletes, and stores the time",
  async (hours) => {
    if (hours === undefined) await bench.database.updateTable("installation").set({ trusted_at: null }).execute();
    else await trustedBefore(hours);
    const clock = await openDatabaseClock(bench.database);
    try {
      clock.requireTrusted();
      await expect.poll(storedMinutes, { timeout: 10_000, interval: 200 }).toBeCloseTo(0, 0);
    } finally {
      await clock.close();
    }
  },
  20_000,
);

test("a stored time of this minute is not written again", async () => {
  await trustedBefore(0);
  const before = await storedMinutes();
  const clock = await openDatabaseClock(bench.database);
  try {
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    expect((await storedMinutes()) - before).toBeGreaterThan(5 / 60);
  } finally {
    await clock.close();
  }
});

test("a database without tables has a clock", async () => {
  const empty = await makeEmptyDatabase();
  const { database, close } = openDatabase({ url: empty.url });
  try {
    const clock = await openDatabaseClock(database);
    clock.requireTrusted();
    await clock.close();
  } finally {
    await close();
    await empty.drop();
  }
});
