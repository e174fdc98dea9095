// Work is handed in by bursts, and each time a worker dies while it is busy with them: at another moment of its work in
// every round, the two workers in turn.

import { setTimeout as sleep } from "node:timers/promises";
import { type ChaosService, WORKERS } from "./start-service.ts";

const ROUND_MILLISECONDS = 5000;
/** Within this time after a burst the workers are busy; the step reaches all of it in the course of a run. */
const BUSY_MILLISECONDS = 1500;
const STEP_MILLISECONDS = 370;

export class Killing {
  readonly #service: ChaosService;
  #rounds = 0;

  constructor(service: ChaosService) {
    this.#service = service;
  }

  /** How many workers were killed. */
  get kills(): number {
    return this.#rounds;
  }

  /** One round: `act` is done, a worker dies a little later, and the rest of the five seconds passes. */
  async round(act: () => Promise<void>): Promise<void> {
    const end = performance.now() + ROUND_MILLISECONDS;
    await act();
    await sleep((this.#rounds * STEP_MILLISECONDS) % BUSY_MILLISECONDS);
    await this.#service.replaceWorker(this.#rounds % WORKERS);
    this.#rounds += 1;
    await sleep(Math.max(0, end - performance.now()));
  }

  /** Numbers from 0 in bursts, each given to `begin`; a burst has begun when its promises have resolved. */
  async inBursts(count: number, rounds: number, begin: (number: number) => Promise<void>): Promise<void> {
    const size = Math.ceil(count / rounds);
    for (let first = 0; first < count; first += size) {
      const numbers = Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index);
      await this.round(async () => void (await Promise.all(numbers.map(begin))));
    }
  }

  /** Goes on killing until it is so; false when it never is. */
  async until(isSo: () => Promise<boolean>, mostRounds: number): Promise<boolean> {
    for (let round = 0; round < mostRounds; round += 1) {
      if (await isSo()) return true;
      await this.round(async () => {});
    }
    return isSo();
  }
}
