// Provides a store in which a chosen call fails: the first, the second, and so on.

import { expect } from "vitest";
import type { ObjectStore } from "../../storage/object-store.ts";

export class StoreAway extends Error {}

export function failingStore() {
  /** Number of calls that succeed before one fails; undefined means that all succeed. */
  let callsLeft: number | undefined;
  const countCall = () => {
    if (callsLeft === undefined) return;
    callsLeft -= 1;
    if (callsLeft >= 0) return;
    callsLeft = undefined;
    throw new StoreAway("the store is away");
  };
  return {
    /** Wraps the store of the service. */
    wrap: (store: ObjectStore): ObjectStore => ({
      ...store,
      put: async (...words) => {
        countCall();
        return store.put(...words);
      },
      get: async (...words) => {
        countCall();
        return store.get(...words);
      },
      delete: async (keys) => {
        countCall();
        return store.delete(keys);
      },
      list: async function* (prefix) {
        countCall();
        yield* store.list(prefix);
      },
    }),
    /**
     * Repeats `attempt` with the first, second, third … call of the store failing, until no call fails. Returns the
     * number of calls.
     */
    failEachCall: async (attempt: () => Promise<unknown>, after: () => Promise<void>): Promise<number> => {
      for (let calls = 0; ; calls++) {
        callsLeft = calls;
        const problem = await attempt().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (callsLeft !== undefined) {
          callsLeft = undefined;
          return calls;
        }
        expect(problem).toBeInstanceOf(StoreAway);
        await after();
      }
    },
  };
}
