// Estimates the time of the database, which is the only clock of an installation (CLK-1).
//
// Every process estimates it from samples and the monotonic time since the last one. A process whose own clock is wrong
// therefore writes the same times as all others.
//
// A deadline must not be judged by a clock that may be wrong. This clock also compares the database with the process's
// wall clock. It further compares how far the database moved between two samples with the monotonic time that passed.
// While they disagree, nothing is deleted by deadline (CLK-3).
//
// Processes store the last time that they trusted. A process that starts compares its first sample with the stored
// time, so a restart does not hide a jump (CLK-4).

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "./database.ts";

export interface DatabaseClock {
  /** Database time: the last sample plus monotonic time since then. Never reads the wall clock. */
  readonly now: Clock;
  /** Wall clock minus database clock, in seconds, at the last sample. */
  readonly skewSeconds: () => number;
  /** Throws ClockFenced while deletions by deadline are unsafe. */
  requireTrusted(): void;
  /** Throws ClockFenced while wall clock and database differ by more than 300 seconds. */
  requireAgreement(): void;
}

/** Thrown if the clock must not decide; the message says why. */
export class ClockFenced extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ClockFenced";
  }
}

const second = 1000;
const hour = 3600 * second;
const sampleMilliseconds = 5 * second;
/** Maximum difference of two clocks, and maximum jump of a clock against monotonic time, that is trusted. */
const mostApart = 300 * second;
/** How long clocks must agree before deadlines count again: after a jump of up to a day, and after a longer one. */
const shortPause = 60 * second;
const longPause = hour;
const longJump = 24 * hour;
/** Minimum age of the stored time, in seconds, before it is written again. */
const storedSeconds = 60;
/** Error codes of Postgres. */
const undefinedTable = "42P01";
const undefinedColumn = "42703";

/** The clocks of this process, in milliseconds. */
export interface OwnTimes {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

const ownTimes: OwnTimes = { monotonic: () => performance.now(), wall: () => Date.now() };

interface Sample {
  readonly database: number;
  readonly monotonic: number;
  readonly wall: number;
}

/** A clock over samples that its owner requests. */
export class SampledClock implements DatabaseClock {
  readonly #ask: () => Promise<number>;
  readonly #times: OwnTimes;
  /** The sample from which times are counted. */
  #base: Sample | undefined;
  #last: Sample | undefined;
  /** The last sample at which deadlines were safe. */
  #trusted: Sample | undefined;
  #isTrusted = true;
  /** The last database time that the installation trusted before this process started. */
  readonly #stored: number | undefined;
  /** Monotonic time since which the clocks agree, while deadlines are not safe; undefined while the clocks disagree. */
  #agreesSince: number | undefined;

  /**
   * `ask` returns the time of the database in milliseconds. `stored` is the last time that the installation trusted.
   */
  constructor(ask: () => Promise<number>, times: OwnTimes = ownTimes, stored?: number) {
    this.#ask = ask;
    this.#times = times;
    this.#stored = stored;
  }

  /** The time of the last sample in milliseconds; undefined while deadlines are not safe. */
  get trusted(): number | undefined {
    return this.#isTrusted ? this.#trusted?.database : undefined;
  }

  /** Takes a sample. Rejects as `ask` does, and then changes nothing. */
  async sample(): Promise<void> {
    const before = this.#read();
    const database = await this.#ask();
    const after = this.#read();
    const middle = (side: keyof OwnTimes) => (before[side] + after[side]) / 2;
    const sample = { database, monotonic: middle("monotonic"), wall: middle("wall") };
    if (this.#last === undefined) this.#compareWithStored(sample);
    const moved = this.#base === undefined ? 0 : movedBetween(this.#base, sample);
    // A slow sample is inexact. If it does not contradict the times returned so far, they are kept.
    const isInexact = Math.abs(moved) <= (after.monotonic - before.monotonic) / 2;
    if (this.#base === undefined || !isInexact) this.#base = sample;
    this.#last = sample;
    this.#judge(sample, Math.abs(moved) > mostApart);
  }

  readonly now: Clock = () => {
    const { database, monotonic } = required(this.#base);
    return new Date(database + this.#times.monotonic() - monotonic);
  };

  readonly skewSeconds = (): number => {
    const { wall, database } = required(this.#last);
    return (wall - database) / second;
  };

  requireAgreement(): void {
    const skew = this.skewSeconds();
    if (Math.abs(skew) * second <= mostApart) return;
    const direction = skew > 0 ? "ahead of" : "behind";
    throw new ClockFenced(
      `The clock of this machine is ${Math.round(Math.abs(skew))} seconds ${direction} that of the database. Set the wrong one right, for example with NTP.`,
    );
  }

  requireTrusted(): void {
    this.requireAgreement();
    const { monotonic, wall } = required(this.#last);
    const now = this.#read();
    // Between two samples, the machine slept or its clock was set.
    const hasJumped = Math.abs(now.wall - wall - (now.monotonic - monotonic)) > mostApart;
    if (this.#isTrusted && !hasJumped) return;
    throw new ClockFenced(
      "The clock of the database or of this machine jumped, or the installation was off for more than a day. Deletion by deadline goes on when the clocks have agreed for a minute, or for an hour after more than a day.",
    );
  }

  /**
   * A jump cannot be distinguished from downtime of the installation, so a difference of up to a day counts as
   * downtime.
   */
  #compareWithStored(first: Sample): void {
    if (this.#stored === undefined) return;
    const isNear = Math.abs(first.database - this.#stored) <= longJump;
    this.#trusted = isNear ? first : { ...first, database: this.#stored };
  }

  #judge(sample: Sample, hasJumped: boolean): void {
    const agrees = Math.abs(sample.wall - sample.database) <= mostApart;
    // Compared with the last trusted sample, not the last one, so that two clocks that jump one after the other are
    // noticed.
    const departed = this.#trusted === undefined ? 0 : Math.abs(movedBetween(this.#trusted, sample));
    if (this.#isTrusted && agrees && departed <= mostApart) {
      this.#trusted = sample;
      return;
    }
    this.#isTrusted = false;
    if (!agrees) this.#agreesSince = undefined;
    else if (hasJumped) this.#agreesSince = sample.monotonic;
    else this.#agreesSince ??= sample.monotonic;
    if (this.#agreesSince === undefined) return;
    const pause = departed > longJump ? longPause : shortPause;
    if (sample.monotonic - this.#agreesSince < pause) return;
    this.#isTrusted = true;
    this.#trusted = sample;
  }

  #read(): { readonly monotonic: number; readonly wall: number } {
    return { monotonic: this.#times.monotonic(), wall: this.#times.wall() };
  }
}

/** Returns by how many milliseconds the database moved more than monotonic time; negative if it moved less. */
function movedBetween(from: Sample, to: Sample): number {
  return to.database - from.database - (to.monotonic - from.monotonic);
}

function required(sample: Sample | undefined): Sample {
  if (sample === undefined) throw new Error("the clock of the database was not read yet");
  return sample;
}

export interface OpenDatabaseClock extends DatabaseClock {
  /** Stops taking samples. */
  close(): Promise<void>;
}

/**
 * Returns the clock after the first sample, and takes one every 5 seconds afterwards. While the database is unavailable
 * there are no samples. Stores the time of a trusted sample once a minute.
 */
export async function openDatabaseClock(database: Database): Promise<OpenDatabaseClock> {
  const ask = async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
    return rows[0]!.now.getTime();
  };
  const clock = new SampledClock(ask, ownTimes, await readTrusted(database));
  await clock.sample();
  let sampling: Promise<void> | undefined;
  const sample = async () => {
    await clock.sample();
    if (clock.trusted !== undefined) await storeTrusted(database, new Date(clock.trusted));
  };
  const timer = setInterval(() => {
    sampling ??= sample()
      .catch(() => {})
      .finally(() => {
        sampling = undefined;
      });
  }, sampleMilliseconds);
  timer.unref();
  return Object.assign(clock, {
    close: async () => {
      clearInterval(timer);
      await sampling;
    },
  });
}

/** Returns undefined if the database lacks the table or column because it is empty or not migrated yet. */
async function readTrusted(database: Database): Promise<number | undefined> {
  try {
    const row = await database.selectFrom("installation").select("trusted_at").executeTakeFirst();
    return row?.trusted_at?.getTime();
  } catch (problem) {
    const { code } = problem as { readonly code?: unknown };
    if (code === undefinedTable || code === undefinedColumn) return undefined;
    throw problem;
  }
}

async function storeTrusted(database: Database, time: Date): Promise<void> {
  const seconds = sql<number>`abs(extract(epoch from trusted_at - ${time}))`;
  await database
    .updateTable("installation")
    .set({ trusted_at: time })
    .where((where) => where.or([where("trusted_at", "is", null), where(seconds, ">=", storedSeconds)]))
    .execute();
}
