// Tests the arithmetic of token buckets, and the buckets in memory.

import { expect, test } from "vitest";
import { TestClock } from "../testing/test-server.ts";
import { MemoryBuckets, minuteBucket, refill } from "./token-bucket.ts";

const size = minuteBucket(60);

test("a bucket fills by its rate up to its size, and never backwards", () => {
  expect(refill(10, size, 2500)).toBe(12.5);
  expect(refill(59, size, 10_000)).toBe(60);
  expect(refill(10, size, -5000)).toBe(10);
});

test("a bucket that was never asked is full; an empty one gives what has flowed in, in whole tokens", async () => {
  const clock = new TestClock();
  const buckets = new MemoryBuckets(clock.read);
  expect(await buckets.take("a", size, 50)).toEqual({ granted: 50, left: 10 });
  expect(await buckets.take("a", size, 50)).toEqual({ granted: 10, left: 0 });
  clock.pass(1.5);
  expect(await buckets.take("a", size, 50)).toEqual({ granted: 1, left: 0.5 });
  expect(await buckets.take("b", size, 1)).toEqual({ granted: 1, left: 59 });
});

test("the bucket unused longest makes room", async () => {
  const buckets = new MemoryBuckets(new TestClock().read, 2);
  await buckets.take("a", size, 60);
  await buckets.take("b", size, 60);
  await buckets.take("a", size, 1);
  await buckets.take("c", size, 60);
  expect((await buckets.take("a", size, 1)).granted).toBe(0);
  expect((await buckets.take("b", size, 1)).granted).toBe(1);
});
