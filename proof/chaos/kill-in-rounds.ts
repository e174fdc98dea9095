// Runs rounds in which a burst of work is submitted and a worker is killed.
//
// Each kill comes at another moment between the first accepted job of the burst and the last finished one. Two of three
// kills choose a worker that has a child at work, the third takes the workers in turn.

import { setTimeout as sleep } from "node:timers/promises";
import { isChildAtWork } from "./child-at-work.ts";
import type { ChaosService } from "./start-service.ts";

export const ROUND_MILLISECONDS = 5000;
/** The time for which a burst keeps the workers busy. Over a run, the step reaches all of it. */
const BUSY_MILLISECONDS = 1500;
const STEP_MILLISECONDS = 370;
/** Maximum time that two of three kills wait until a worker has a child at work. The third kill does not wait. */
const AT_WORK_MILLISECONDS = 1500;

export interface KillingOptions {
  /** True if nothing is killed. */
  readonly isQuiet?: boolean;
  /** The round in which the API is killed, after the first job of the burst was accepted and before the others are. */
  readonly killsApiAt?: number;
}

export class Killing {
  readonly #service: ChaosService;
  readonly #options: KillingOptions;
  #rounds = 0;
  #kills = 0;
  #hits = 0;
  #apiKills = 0;

  constructor(service: ChaosService, options: KillingOptions = {}) {
    this.#service = service;
    this.#options = options;
  }

  /** The number of killed workers that had a child at work. */
  get hits(): number {
    return this.#hits;
  }

  get apiKills(): number {
    return this.#apiKills;
  }

  /** The number of killed workers. */
  get kills(): number {
    return this.#kills;
  }

  /**
   * Runs a round of five seconds. A worker is killed after the first job of the burst was accepted, and `afterwards`
   * fills the rest. If that takes longer, another worker is killed every five seconds.
   */
  async round(burst: readonly Promise<unknown>[], afterwards: () => Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const end = performance.now() + ROUND_MILLISECONDS;
    const first = burst.length === 0 ? undefined : Promise.race(burst);
    const kills = this.#options.isQuiet === true ? undefined : this.#killUntil(over.signal, first);
    if (this.#rounds === this.#options.killsApiAt) {
      await first;
      await this.#service.replaceApi();
      this.#apiKills += 1;
    }
    this.#rounds += 1;
    await Promise.all(burst);
    await afterwards();
    await sleep(Math.max(0, end - performance.now()));
    over.abort();
    await kills;
  }

  async #killUntil(over: AbortSignal, first: Promise<unknown> | undefined): Promise<void> {
    await first;
    await sleep((this.#kills * STEP_MILLISECONDS) % BUSY_MILLISECONDS);
    while (!over.aborted) {
      const busy = await this.#untilAtWork(this.#kills % 3 === 2 ? 0 : AT_WORK_MILLISECONDS);
      const place = busy ?? this.#inTurn[0] ?? 0;
      await this.#service.replaceWorker(place);
      this.#kills += 1;
      if (busy !== undefined) this.#hits += 1;
      await sleep(ROUND_MILLISECONDS, undefined, { signal: over }).catch(() => {});
    }
  }

  /** The places of all workers, the worker whose turn it is first. */
  get #inTurn(): number[] {
    const { workers } = this.#service;
    return Array.from({ length: workers }, (_, index) => (this.#kills + index) % workers);
  }

  /**
   * Returns the place of the first worker with a child at work, or undefined after the time. Without a time, only the
   * worker whose turn it is counts.
   */
  async #untilAtWork(milliseconds: number): Promise<number | undefined> {
    const end = performance.now() + milliseconds;
    const places = milliseconds > 0 ? this.#inTurn : this.#inTurn.slice(0, 1);
    for (;;) {
      const guards = places.map((place) => this.#service.workerGuard(place));
      const atWork = await Promise.all(guards.map((guard) => isChildAtWork(guard)));
      const found = places.find((_, index) => atWork[index]);
      if (found !== undefined || performance.now() >= end) return found;
    }
  }
}
