// Tests the shared buckets on a real database.

import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../storage/database.ts";
import { makeTestDatabase, type TestDatabase } from "../../storage/testing/test-database.ts";
import { TestClock } from "../testing/test-server.ts";
import { LeasedBuckets } from "./leased-buckets.ts";
import { postgresBuckets } from "./postgres-buckets.ts";
import { MemoryBuckets, minuteBucket } from "./token-bucket.ts";

let parts: TestDatabase;

beforeAll(async () => {
  parts = await makeTestDatabase();
});

afterAll(() => parts.close());

test("the buckets in Postgres behave as those in memory do", async () => {
  const clock = new TestClock();
  const sources = [new MemoryBuckets(clock.read), postgresBuckets(parts.database, clock.read)];
  const sizes = [minuteBucket(60), minuteBucket(7), minuteBucket(0.5)];
  const steps = [1, 50, 3, 0, 100, 2, 1, 1, 60, 5, 1, 30, 9, 1];
  for (const [at, seconds] of steps.entries()) {
    for (const [number, size] of sizes.entries()) {
      const [memory, postgres] = await Promise.all(
        sources.map((source) => source.take(`b${number}`, size, (at * 7) % 13)),
      );
      expect(postgres?.granted).toBe(memory?.granted);
      expect(postgres?.left).toBeCloseTo(memory?.left ?? Number.NaN, 6);
    }
    clock.pass(seconds / 4);
  }
});

test("two processes that ask at the same time are given no token twice", async () => {
  const clock = new TestClock();
  const other = openDatabase({ url: parts.url });
  const size = minuteBucket(100);
  const processes = [parts.database, other.database].map(
    (database) => new LeasedBuckets(postgresBuckets(database, clock.read), clock.read),
  );
  const standings = await Promise.all(
    Array.from({ length: 300 }, (_, count) => processes[count % 2]!.take("shared", size)),
  );
  await other.close();
  expect(standings.filter(({ allowed }) => allowed)).toHaveLength(100);
});

test("a clock that is behind takes nothing back and gives nothing twice", async () => {
  const ahead = new TestClock("2026-03-04T05:06:17.000Z");
  const behind = new TestClock("2026-03-04T05:06:07.000Z");
  const size = minuteBucket(60);
  await postgresBuckets(parts.database, ahead.read).take("skewed", size, 60);
  expect(await postgresBuckets(parts.database, behind.read).take("skewed", size, 60)).toEqual({ granted: 0, left: 0 });
  ahead.pass(1);
  expect((await postgresBuckets(parts.database, ahead.read).take("skewed", size, 60)).granted).toBe(1);
});
