// Tests tokens that are taken from a shared bucket in blocks (SRV-75).

import { expect, test } from "vitest";
import { TestClock } from "../testing/test-server.ts";
import { LeasedBuckets } from "./leased-buckets.ts";
import { type BucketSource, type Grant, MemoryBuckets, minuteBucket } from "./token-bucket.ts";

const size = minuteBucket(600);

/** A source that counts how often it is asked. */
function counted(clock: TestClock): { readonly source: BucketSource; readonly asked: () => number } {
  const shared = new MemoryBuckets(clock.read);
  let count = 0;
  const source: BucketSource = {
    take: async (...wanted) => {
      count += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return shared.take(...wanted);
    },
  };
  return { source, asked: () => count };
}

async function takeAll(buckets: LeasedBuckets, times: number): Promise<number> {
  const standings = await Promise.all(Array.from({ length: times }, () => buckets.take("key", size)));
  return standings.filter(({ allowed }) => allowed).length;
}

test("a burst gets what the bucket holds, with one question for a block of tokens", async () => {
  const clock = new TestClock();
  const { source, asked } = counted(clock);
  const buckets = new LeasedBuckets(source, clock.read);
  expect(await takeAll(buckets, 1000)).toBe(600);
  expect(asked()).toBeLessThanOrEqual(21);
});

test("an empty bucket is not asked again before a token can be there", async () => {
  const clock = new TestClock();
  const { source, asked } = counted(clock);
  const buckets = new LeasedBuckets(source, clock.read);
  await takeAll(buckets, 700);
  const before = asked();
  expect(await takeAll(buckets, 100)).toBe(0);
  expect(asked()).toBe(before);
  clock.pass(1);
  expect(await takeAll(buckets, 100)).toBe(10);
});

test("two processes together get what the bucket holds", async () => {
  const clock = new TestClock();
  const { source } = counted(clock);
  const processes = [new LeasedBuckets(source, clock.read), new LeasedBuckets(source, clock.read)];
  const taken = await Promise.all(processes.map((buckets) => takeAll(buckets, 500)));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(600);
});

test("the standing counts down, and says when the bucket is full and when there is a token", async () => {
  const clock = new TestClock();
  const buckets = new LeasedBuckets(new MemoryBuckets(clock.read), clock.read);
  expect(await buckets.take("key", size)).toEqual({
    allowed: true,
    limit: 600,
    remaining: 599,
    resetSeconds: 1,
    retrySeconds: 1,
  });
  await takeAll(buckets, 298);
  expect(await buckets.take("key", size)).toMatchObject({ remaining: 300, resetSeconds: 30 });
  await takeAll(buckets, 300);
  expect(await buckets.take("key", size)).toMatchObject({
    allowed: false,
    remaining: 0,
    resetSeconds: 60,
    retrySeconds: 1,
  });
});

test("a token given back can be taken again", async () => {
  const clock = new TestClock();
  const buckets = new LeasedBuckets(new MemoryBuckets(clock.read), clock.read);
  await takeAll(buckets, 600);
  expect(await takeAll(buckets, 1)).toBe(0);
  buckets.giveBack("key");
  buckets.giveBack("unknown");
  expect(await takeAll(buckets, 2)).toBe(1);
});

test("a source that fails fails the request, and the next one asks again", async () => {
  const clock = new TestClock();
  const shared = new MemoryBuckets(clock.read);
  let isAway = true;
  const take: BucketSource["take"] = (...wanted) =>
    isAway ? Promise.reject(new Error("away")) : shared.take(...wanted);
  const buckets = new LeasedBuckets({ take }, clock.read);
  await expect(buckets.take("key", size)).rejects.toThrow("away");
  isAway = false;
  expect(await buckets.take("key", size)).toMatchObject({ allowed: true });
});

test("[SRV-75] a question that hangs is given up for everybody, and the next caller asks anew", async () => {
  let asked = 0;
  const source = {
    take: () => {
      asked++;
      return asked === 1 ? new Promise<Grant>(() => {}) : { granted: 1, left: 5 };
    },
  };
  const buckets = new LeasedBuckets(source, new TestClock().read);
  const begun = performance.now();
  const all = await Promise.allSettled([buckets.take("key", size), buckets.take("key", size)]);
  expect(all).toMatchObject([{ reason: { name: "PartAway" } }, { reason: { name: "PartAway" } }]);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(await buckets.take("key", size)).toMatchObject({ allowed: true });
  expect(asked).toBe(2);
});
