// Content that passes through the process is digested and sealed on the event loop. So many bytes pass in one turn of the
// loop, over all that are stored together; the rest waits for the next turn, and everybody else is served between them.

import { setImmediate } from "node:timers/promises";

/** About 2 ms of work. */
const bytesATurn = 256 * 1024;

export class LoopShare {
  #left: number;
  #nextTurn: Promise<void> | undefined;
  readonly #most: number;

  constructor(most: number = bytesATurn) {
    this.#most = most;
    this.#left = most;
  }

  /** Resolves when the bytes may pass. Those who wait come in the order they asked. */
  async pass(bytes: number): Promise<void> {
    while (this.#left <= 0) await this.#turn();
    this.#left -= bytes;
    // A turn in which nothing waits ends too, or the next would find nothing left.
    void this.#turn();
  }

  #turn(): Promise<void> {
    this.#nextTurn ??= setImmediate().then(() => {
      this.#left = this.#most;
      this.#nextTurn = undefined;
    });
    return this.#nextTurn;
  }
}
