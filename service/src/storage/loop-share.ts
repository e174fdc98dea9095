// Limits how many bytes are digested, sealed and opened in one turn of the event loop.
//
// The limit covers all content that the process stores and reads. The rest waits for the next turn, and other requests
// are served in between.

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

  /** Resolves when the bytes may pass. Callers pass in the order of their calls. */
  async pass(bytes: number): Promise<void> {
    while (this.#left <= 0) await this.#turn();
    this.#left -= bytes;
    // A turn in which nothing waits must end too; otherwise the next caller would find nothing left.
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

/** The limit of this process, which has one event loop. */
export const eventLoop = new LoopShare();
