// Simulates one cell for some hours, event by event. The same input and seed give the same figures.
//
// An API process receives a comparison, and Postgres writes it. It waits for a worker, with organizations taking turns.
// A worker processes it, and Postgres settles it. Each of the three parts has a number of cores. A core works on one
// comparison at a time, and other comparisons wait. An organization that has reached the limit of unfinished
// comparisons is refused (429).

import { type RandomNumbers, seededRandom } from "../runner/random.ts";
import type { Costs } from "./cell-costs.ts";
import type { Organization } from "./organizations.ts";
import { TurnQueue } from "./turn-queue.ts";
import { WaitCounts } from "./wait-counts.ts";

export interface CellShape {
  readonly api: number;
  readonly worker: number;
  readonly database: number;
}

/** A kind of comparison, defined by the length of its documents, and its share of all. */
export interface SizeClass {
  readonly share: number;
  readonly costs: Costs;
}

export interface CellRun {
  readonly shape: CellShape;
  readonly organizations: readonly Organization[];
  readonly sizes: readonly SizeClass[];
  /** Expected number of comparisons submitted to this cell, by hour. They arrive at random times. */
  readonly handedIn: readonly number[];
  /** Maximum number of unfinished comparisons of one organization. */
  readonly mostUnfinished: number;
  readonly seed: number;
}

export interface HourFigures {
  accepted: number;
  refused: number;
  finished: number;
  /** Milliseconds of cores, counted in the hour in which the work begins. */
  readonly busy: Record<keyof CellShape, number>;
  rowsWritten: number;
  logBytes: number;
  storeBytes: number;
  /** Milliseconds from acceptance to the start of work. */
  readonly waits: WaitCounts;
}

export const HOUR = 3_600_000;
export const parts = ["api", "worker", "database"] as const;

interface Comparison {
  readonly organization: number;
  readonly costs: Costs;
  /** Factor for the worker time of this comparison; the mean is 1. */
  readonly factor: number;
  waitingSince: number;
  /** The next step. */
  stage: "receive" | "write" | "work" | "settle";
}

const partOf = { receive: "api", write: "database", work: "worker", settle: "database" } as const;
const following = { receive: "write", write: "work", work: "settle", settle: undefined } as const;

export function simulateCell(run: CellRun): HourFigures[] {
  return new Cell(run).run();
}

interface Busy {
  readonly until: number;
  readonly comparison: Comparison;
}

class Cell {
  readonly #run: CellRun;
  readonly #random: RandomNumbers;
  readonly #hours: HourFigures[];
  readonly #free: Record<keyof CellShape, number>;
  readonly #lines: Readonly<Record<keyof CellShape, TurnQueue<Comparison>>> = {
    api: new TurnQueue(),
    worker: new TurnQueue(),
    database: new TurnQueue(),
  };
  /** The current work, ordered by its end with the latest first; at most one entry per core. */
  readonly #busy: Busy[] = [];
  readonly #unfinished = new Map<number, number>();
  readonly #upTo: { readonly organizations: Float64Array; readonly sizes: Float64Array };

  constructor(run: CellRun) {
    this.#run = run;
    this.#random = seededRandom(run.seed, "cell");
    this.#hours = run.handedIn.map(() => noFigures());
    this.#free = { ...run.shape };
    this.#upTo = { organizations: sumsOf(run.organizations), sizes: sumsOf(run.sizes) };
  }

  run(): HourFigures[] {
    const end = this.#hours.length * HOUR;
    let arrival = this.#nextArrival(0);
    for (;;) {
      const soonest = this.#busy.at(-1);
      const now = Math.min(arrival, soonest?.until ?? Number.POSITIVE_INFINITY);
      if (now >= end) return this.#hours;
      if (soonest !== undefined && soonest.until <= arrival) {
        this.#busy.pop();
        this.#endStage(soonest.comparison, now);
      } else {
        this.#receive(now);
        arrival = this.#nextArrival(now);
      }
    }
  }

  /** Returns the time of the next random arrival at the rate of the hour. An hour without arrivals is skipped. */
  #nextArrival(now: number): number {
    const { handedIn } = this.#run;
    for (let hour = Math.floor(now / HOUR), from = now; hour < handedIn.length; hour += 1, from = hour * HOUR) {
      const rate = handedIn[hour]! / HOUR;
      if (rate === 0) continue;
      const at = from - Math.log(1 - this.#random()) / rate;
      if (at < (hour + 1) * HOUR) return at;
    }
    return Number.POSITIVE_INFINITY;
  }

  #receive(now: number): void {
    const organization = placeIn(this.#upTo.organizations, this.#random());
    const { costs } = this.#run.sizes[placeIn(this.#upTo.sizes, this.#random())]!;
    const unfinished = this.#unfinished.get(organization) ?? 0;
    const hour = this.#hourOf(now);
    if (unfinished >= this.#run.mostUnfinished) {
      hour.refused += 1;
      return;
    }
    this.#unfinished.set(organization, unfinished + 1);
    hour.accepted += 1;
    // Half of the worker time is constant for a length. The rest is distributed exponentially, so that the mean is 1.
    const factor = 0.5 - 0.5 * Math.log(1 - this.#random());
    this.#enter({ organization, costs, factor, waitingSince: now, stage: "receive" }, now);
  }

  #enter(comparison: Comparison, now: number): void {
    const part = partOf[comparison.stage];
    comparison.waitingSince = now;
    if (this.#free[part] > 0) this.#begin(comparison, now);
    // Organizations take turns only for workers; elsewhere all comparisons wait in one line.
    else this.#lines[part].add(part === "worker" ? comparison.organization : 0, comparison);
  }

  #begin(comparison: Comparison, now: number): void {
    const { stage, costs, factor, waitingSince } = comparison;
    const part = partOf[stage];
    const hour = this.#hourOf(now);
    // Postgres writes the same amount when a comparison is accepted and when it is settled.
    const takes = part === "worker" ? costs.worker * factor : part === "api" ? costs.api : costs.database / 2;
    if (part === "worker") hour.waits.add(now - waitingSince);
    this.#free[part] -= 1;
    hour.busy[part] += takes;
    this.#insert({ until: now + takes, comparison });
  }

  #insert(busy: Busy): void {
    let place = this.#busy.length;
    while (place > 0 && this.#busy[place - 1]!.until < busy.until) place -= 1;
    this.#busy.splice(place, 0, busy);
  }

  #endStage(comparison: Comparison, now: number): void {
    const part = partOf[comparison.stage];
    this.#free[part] += 1;
    const next = this.#lines[part].take();
    if (next !== undefined) this.#begin(next, now);
    const stage = following[comparison.stage];
    if (stage === undefined) {
      this.#finish(comparison, now);
      return;
    }
    comparison.stage = stage;
    this.#enter(comparison, now);
  }

  #finish({ organization, costs }: Comparison, now: number): void {
    this.#unfinished.set(organization, this.#unfinished.get(organization)! - 1);
    const hour = this.#hourOf(now);
    hour.finished += 1;
    hour.rowsWritten += costs.rowsWritten;
    hour.logBytes += costs.logBytes;
    hour.storeBytes += costs.storeBytes;
  }

  #hourOf(now: number): HourFigures {
    return this.#hours[Math.floor(now / HOUR)]!;
  }
}

export function noFigures(): HourFigures {
  const amounts = { rowsWritten: 0, logBytes: 0, storeBytes: 0 };
  const busy = { api: 0, worker: 0, database: 0 };
  return { accepted: 0, refused: 0, finished: 0, busy, ...amounts, waits: new WaitCounts() };
}

/** Returns the cumulative shares, divided by the sum of all. */
function sumsOf(items: readonly { readonly share: number }[]): Float64Array {
  let sum = 0;
  const sums = Float64Array.from(items, ({ share }) => {
    sum += share;
    return sum;
  });
  return sums.map((upTo) => upTo / sum);
}

/** Returns the first index whose sum is greater than the drawn number. */
function placeIn(sums: Float64Array, drawn: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > drawn) high = middle;
    else low = middle + 1;
  }
  return low;
}
