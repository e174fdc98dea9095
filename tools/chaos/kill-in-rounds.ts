// Work is handed in by bursts, and in each round a worker dies: the workers in turn, each time at another moment, between
// the first of the burst being accepted and the last being done.

import { setTimeout as sleep } from "node:timers/promises";
import type { ChaosService } from "./start-service.ts";

export const ROUND_MILLISECONDS = 5000;
/** Within this time the workers are busy with a burst; the step reaches all of it in the course of a run. */
const BUSY_MILLISECONDS = 1500;
const STEP_MILLISECONDS = 370;

export class Killing {
  readonly #service: ChaosService;
  #kills = 0;

  constructor(service: ChaosService) {
    this.#service = service;
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
    const kills = this.#killUntil(over.signal, first);
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
      await this.#service.replaceWorker(this.#kills % this.#service.workers);
      this.#kills += 1;
      await sleep(ROUND_MILLISECONDS, undefined, { signal: over }).catch(() => {});
    }
  }
}
