// Work is handed in by bursts, and in each round a worker dies: the workers in turn, each time at another moment, between
// the first of the burst being accepted and the last being done; most of them while they have a child at work.

import { setTimeout as sleep } from "node:timers/promises";
import { isChildAtWork } from "./child-at-work.ts";
import type { ChaosService } from "./start-service.ts";

export const ROUND_MILLISECONDS = 5000;
/** Within this time the workers are busy with a burst; the step reaches all of it in the course of a run. */
const BUSY_MILLISECONDS = 1500;
const STEP_MILLISECONDS = 370;
/** Two of three deaths wait so long for the worker to have a child at work; the third comes when it comes. */
const AT_WORK_MILLISECONDS = 1500;

export interface KillingOptions {
  /** Nobody dies. */
  readonly isQuiet?: boolean;
  /** The round in which the API dies, when the first of the burst was accepted and others are about to be. */
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

  /** How many of them had a child at work. */
  get hits(): number {
    return this.#hits;
  }

  get apiKills(): number {
    return this.#apiKills;
  }

  /** How many workers were killed. */
  get kills(): number {
    return this.#kills;
  }

  /**
   * Five seconds: a worker dies after the first of the burst was accepted, and `afterwards` fills what is left. Where that
   * takes longer, another dies every five seconds.
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
      const place = this.#kills % this.#service.workers;
      const isHit = await this.#untilAtWork(place, this.#kills % 3 === 2 ? 0 : AT_WORK_MILLISECONDS);
      await this.#service.replaceWorker(place);
      this.#kills += 1;
      if (isHit) this.#hits += 1;
      await sleep(ROUND_MILLISECONDS, undefined, { signal: over }).catch(() => {});
    }
  }

  /** True as soon as the worker has a child at work; false if it has none until the time is over. */
  async #untilAtWork(place: number, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    for (;;) {
      if (await isChildAtWork(this.#service.workerGuard(place))) return true;
      if (performance.now() >= end) return false;
    }
  }
}
