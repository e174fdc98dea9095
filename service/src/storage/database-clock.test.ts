// Tests the estimate of the database's time, and its fences (CLK-1, CLK-3, CLK-4).

import { beforeEach, describe, expect, test } from "vitest";
import { ClockFenced, SampledClock } from "./database-clock.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Three clocks: each shows the time since the start plus its own offset. Also the time of a round trip. */
const times = { passed: 0, wall: 0, database: 0, roundTrip: 0 };
const start = Date.parse("2026-03-04T05:06:07Z");
let clock: SampledClock;

beforeEach(async () => {
  Object.assign(times, { passed: 0, wall: 0, database: 0, roundTrip: 0 });
  clock = new SampledClock(
    async () => {
      times.passed += times.roundTrip / 2;
      const database = start + times.passed + times.database;
      times.passed += times.roundTrip / 2;
      return database;
    },
    { monotonic: () => 500 + times.passed, wall: () => start + times.passed + times.wall },
  );
  await clock.sample();
});

const pass = (milliseconds: number): void => {
  times.passed += milliseconds;
};

/** Lets time pass as in a process: with a sample every five seconds. */
async function live(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 5 * second) {
    pass(Math.min(left, 5 * second));
    await clock.sample();
  }
}

const offset = (): number => clock.now().getTime() - start - times.passed;
const isTrusted = (): boolean => answers(() => clock.requireTrusted());
const agrees = (): boolean => answers(() => clock.requireAgreement());

function answers(ask: () => void): boolean {
  try {
    ask();
    return true;
  } catch (problem) {
    expect(problem).toBeInstanceOf(ClockFenced);
    return false;
  }
}

describe("[CLK-1] the time is the database's", () => {
  test("plus the monotonic time since the last sample, whatever the wall clock shows", async () => {
    times.wall = 31 * day;
    pass(3 * second);
    expect(clock.now()).toEqual(new Date(start + 3 * second));
    await clock.sample();
    expect(offset()).toBe(0);
  });

  test("a sample is placed in the middle of its round trip", async () => {
    times.roundTrip = 400;
    times.database = 10 * second;
    await live(5 * second);
    expect(offset()).toBe(10 * second);
  });

  test("a slow sample that does not contradict the time so far leaves it as it is", async () => {
    times.roundTrip = 3 * second;
    times.database = second;
    await clock.sample();
    expect(offset()).toBe(0);
    times.roundTrip = 1;
    await clock.sample();
    expect(offset()).toBe(second);
  });

  test("a sample that fails changes nothing", async () => {
    let isAway = false;
    const own = new SampledClock(() => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(start)), {
      monotonic: () => times.passed,
      wall: () => start,
    });
    await own.sample();
    isAway = true;
    await expect(own.sample()).rejects.toThrow("away");
    expect(own.now()).toEqual(new Date(start));
    own.requireTrusted();
  });
});

describe("[CLK-3, CLK-4] clocks that disagree", () => {
  test.each([300, -300])("by %i seconds are trusted, by a second more they are not", async (seconds) => {
    times.wall = seconds * second;
    await clock.sample();
    expect([clock.skewSeconds(), agrees(), isTrusted()]).toEqual([seconds, true, true]);
    times.wall += Math.sign(seconds) * second;
    await clock.sample();
    expect([agrees(), isTrusted()]).toEqual([false, false]);
  });

  test("[CLK-3] a wall clock that is ahead fences until it has agreed for 60 seconds", async () => {
    times.wall = 31 * day;
    await live(10 * minute);
    expect(() => clock.requireTrusted()).toThrow(/2678400 seconds ahead of that of the database/);
    times.wall = 0;
    await live(60 * second);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
    await live(5 * second);
    expect(isTrusted()).toBe(true);
  });

  test("a database that returns with its clock in another year fences, and again 60 seconds after its cure", async () => {
    times.database = -400 * day;
    await live(5 * second);
    expect([clock.skewSeconds(), agrees(), isTrusted()]).toEqual([400 * 86_400, false, false]);
    expect(() => clock.requireAgreement()).toThrow(/ahead of/);
    times.database = 0;
    await live(60 * second);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
    await live(5 * second);
    expect(isTrusted()).toBe(true);
  });

  test("60 seconds count from the last disagreement", async () => {
    times.wall = hour;
    await live(5 * second);
    times.wall = 0;
    await live(40 * second);
    times.wall = -hour;
    await live(5 * second);
    times.wall = 0;
    await live(40 * second);
    expect(isTrusted()).toBe(false);
    await live(25 * second);
    expect(isTrusted()).toBe(true);
  });

  test("a process that starts with a wrong clock is fenced from its first sample on", async () => {
    times.wall = day;
    const late = new SampledClock(async () => start, { monotonic: () => 0, wall: () => start + day });
    await late.sample();
    expect(() => late.requireTrusted()).toThrow(ClockFenced);
  });
});

describe("[CLK-4] clocks that jump together", () => {
  const jump = (milliseconds: number): void => {
    times.wall += milliseconds;
    times.database += milliseconds;
  };

  test.each([2 * hour, -2 * hour, day])(
    "by %i ms: callers are served, and deadlines pause for 60 seconds",
    async (by) => {
      jump(by);
      await live(5 * second);
      expect([agrees(), isTrusted(), offset()]).toEqual([true, false, by]);
      await live(55 * second);
      expect(isTrusted()).toBe(false);
      await live(5 * second);
      expect(isTrusted()).toBe(true);
    },
  );

  test("by more than a day: deadlines pause for an hour", async () => {
    jump(31 * day);
    await live(5 * second);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
    await live(hour - 5 * second);
    expect(isTrusted()).toBe(false);
    await live(5 * second);
    expect(isTrusted()).toBe(true);
  });

  test("one after the other: an hour, too", async () => {
    times.wall = 31 * day;
    await live(20 * second);
    times.database = 31 * day;
    await live(30 * minute);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
    await live(31 * minute);
    expect(isTrusted()).toBe(true);
  });

  test("and back, as they were: 60 seconds", async () => {
    jump(31 * day);
    await live(minute);
    jump(-31 * day);
    await live(minute);
    expect(isTrusted()).toBe(false);
    await live(5 * second);
    expect(isTrusted()).toBe(true);
  });

  test("a jump is noticed before the next sample, from the wall clock", () => {
    jump(31 * day);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
  });
});

describe("[CLK-4] a process that starts", () => {
  const startedAfter = async (stored: number | undefined): Promise<void> => {
    clock = new SampledClock(
      async () => start + times.passed + times.database,
      { monotonic: () => 500 + times.passed, wall: () => start + times.passed + times.wall },
      stored,
    );
    await clock.sample();
  };

  test.each([undefined, 0, day, -day])("%s ms after the stored time: deadlines count at once", async (after) => {
    await startedAfter(after === undefined ? undefined : start - after);
    expect([agrees(), isTrusted(), clock.trusted]).toEqual([true, true, start]);
  });

  test.each([day + second, 31 * day, -31 * day])("%i ms after it: deadlines pause for an hour", async (after) => {
    await startedAfter(start - after);
    expect([agrees(), isTrusted(), clock.trusted]).toEqual([true, false, undefined]);
    await live(hour - 5 * second);
    expect([isTrusted(), clock.trusted]).toEqual([false, undefined]);
    await live(5 * second);
    expect([isTrusted(), clock.trusted]).toEqual([true, start + hour]);
  });

  test("before the clocks jumped back: 60 seconds after that", async () => {
    times.wall = 31 * day;
    times.database = 31 * day;
    await startedAfter(start);
    await live(minute);
    times.wall = 0;
    times.database = 0;
    await live(minute);
    expect(isTrusted()).toBe(false);
    await live(5 * second);
    expect(isTrusted()).toBe(true);
  });

  test("while its wall clock is wrong, and whose database then jumps to it: an hour", async () => {
    times.wall = 31 * day;
    await startedAfter(start);
    await live(20 * second);
    times.database = 31 * day;
    await live(30 * minute);
    expect([agrees(), isTrusted()]).toEqual([true, false]);
    await live(31 * minute);
    expect(isTrusted()).toBe(true);
  });
});
