// Watches whether the store is available and has room.
//
// After a call with a fault of infrastructure, the watch checks the store. While that check fails, the store counts as
// unavailable. Calls then fail at once instead of each waiting for its own timeout, workers take nothing, and the watch
// checks again every five seconds. One slow call alone changes nothing.
//
// A store that refuses a write for lack of room is full. Reads and deletions continue, because deletions make room, but
// `check` fails, so that readiness is red. The watch tries a write every five seconds, and ends this state when it
// succeeds.
//
// A gateway may cut a write that it refuses, so that no answer gives the reason. After such a cut the watch tries a
// write. If the store answers checks and refuses the trial write, it counts as full.

import type { ObjectStore } from "./object-store.ts";
import { answerWithin, isPartAway, isStoreFull, isUnanswered, PartAway } from "./part-away.ts";

const defaultProbeMilliseconds = 5000;
/** A store that takes longer to answer a check counts as unavailable. */
const answerMilliseconds = 4000;

export class StoreWatch {
  readonly #store: ObjectStore;
  readonly #probeMilliseconds: number;
  readonly #onBack: (() => void)[] = [];
  #isAway = false;
  #isProbing = false;
  #isClosed = false;
  /** True from a cut write to the trial after it. */
  #isRoomInDoubt = false;
  #timer: NodeJS.Timeout | undefined;
  /** Set while the store is full. */
  #roomTimer: NodeJS.Timeout | undefined;

  constructor(store: ObjectStore, probeMilliseconds: number = defaultProbeMilliseconds) {
    this.#store = store;
    this.#probeMilliseconds = probeMilliseconds;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Calls `told` each time the store is available again. */
  onBack(told: () => void): void {
    this.#onBack.push(told);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#roomTimer);
  }

  /**
   * Returns the watched store. Its `check` asks the store itself whether it is available, and fails while the store is
   * full.
   */
  watched(): ObjectStore {
    const store = this.#store;
    return {
      ...store,
      put: (key, content, options) => {
        return this.#call(async () => {
          try {
            return await store.put(key, content, options);
          } catch (problem) {
            if (isUnanswered(problem)) this.#isRoomInDoubt = true;
            throw problem;
          }
        });
      },
      get: async (key, options) => {
        const found = await this.#call(() => store.get(key, options));
        return found && { ...found, content: this.#read(found.content) };
      },
      delete: (keys) => this.#call(() => store.delete(keys)),
      list: (prefix) => this.#read(store.list(prefix)),
      check: () => {
        if (this.#roomTimer !== undefined) return Promise.reject(new Error("the store is full"));
        return store.check();
      },
    };
  }

  async #call<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#isAway) throw new PartAway("the store");
    try {
      return await ask();
    } catch (problem) {
      throw this.#noticed(problem);
    }
  }

  async *#read<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    if (this.#isAway) throw new PartAway("the store");
    try {
      yield* items;
    } catch (problem) {
      throw this.#noticed(problem);
    }
  }

  #noticed(problem: unknown): unknown {
    if (isStoreFull(problem) && this.#roomTimer === undefined && !this.#isClosed) this.#waitForRoom();
    if (isPartAway(problem) && !this.#isProbing && !this.#isClosed) {
      this.#isProbing = true;
      void this.#probe();
    }
    return problem;
  }

  #waitForRoom(): void {
    this.#roomTimer = setTimeout(() => void this.#tryToWrite(), this.#probeMilliseconds);
  }

  async #tryToWrite(): Promise<void> {
    const hasRoom = await this.#store.checkRoom().then(
      () => true,
      () => false,
    );
    if (this.#isClosed) return;
    clearTimeout(this.#roomTimer);
    this.#roomTimer = undefined;
    if (!hasRoom) this.#waitForRoom();
  }

  async #probe(): Promise<void> {
    const isThere = await answerWithin(answerMilliseconds, "the store", this.#store.check()).then(
      () => true,
      () => false,
    );
    if (this.#isClosed) return;
    if (!isThere) {
      this.#isAway = true;
      this.#timer = setTimeout(() => void this.#probe(), this.#probeMilliseconds);
      return;
    }
    if (this.#isAway) {
      this.#isAway = false;
      for (const told of this.#onBack) told();
    }
    if (this.#isRoomInDoubt && this.#roomTimer === undefined) await this.#tryToWrite();
    this.#isRoomInDoubt = false;
    this.#isProbing = false;
  }
}
