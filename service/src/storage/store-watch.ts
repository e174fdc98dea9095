// Watches whether the store is there. When a call ends in a fault of infrastructure, the watch looks at the store.
// While that look fails the store is away: calls fail at once instead of each waiting for its own time-out, workers
// take nothing, and the watch looks again every five seconds. One slow call alone changes nothing.

import type { ObjectStore } from "./object-store.ts";
import { answerWithin, isPartAway, PartAway } from "./part-away.ts";

const defaultProbeMilliseconds = 5000;
/** A store that takes longer for the small questions of a check is away. */
const answerMilliseconds = 4000;

export class StoreWatch {
  readonly #store: ObjectStore;
  readonly #probeMilliseconds: number;
  readonly #onBack: (() => void)[] = [];
  #isAway = false;
  #isProbing = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: ObjectStore, probeMilliseconds: number = defaultProbeMilliseconds) {
    this.#store = store;
    this.#probeMilliseconds = probeMilliseconds;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Told each time that the store is there again. */
  onBack(told: () => void): void {
    this.#onBack.push(told);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** The store, watched. Its `check` is the store's own: it asks whatever is known. */
  watched(): ObjectStore {
    const store = this.#store;
    return {
      ...store,
      put: (key, content, options) => this.#call(() => store.put(key, content, options)),
      get: async (key, options) => {
        const found = await this.#call(() => store.get(key, options));
        return found && { ...found, content: this.#read(found.content) };
      },
      delete: (keys) => this.#call(() => store.delete(keys)),
      list: (prefix) => this.#read(store.list(prefix)),
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
    if (isPartAway(problem) && !this.#isProbing && !this.#isClosed) {
      this.#isProbing = true;
      void this.#probe();
    }
    return problem;
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
    this.#isProbing = false;
    if (!this.#isAway) return;
    this.#isAway = false;
    for (const told of this.#onBack) told();
  }
}
