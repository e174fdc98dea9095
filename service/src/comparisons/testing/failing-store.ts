// A store whose calls fail at will: the first, the second, and so on.

import { expect } from "vitest";
import type { ObjectStore } from "../../storage/object-store.ts";

export class StoreAway extends Error {}

export function failingStore() {
  /** Calls that go through before one fails; undefined: all do. */
  let callsLeft: number | undefined;
  const countCall = () => {
    if (callsLeft === undefined) return;
    callsLeft -= 1;
    if (callsLeft >= 0) return;
    callsLeft = undefined;
    throw new StoreAway("the store is away");
  };
  return {
    /** Stands between the service and its store. */
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
    /** Repeats `attempt` with the first, second, third... call of the store failing, until none is left to fail. */
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
