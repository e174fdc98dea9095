// The store of this installation, and no other. A process starts while its store is away, and then cannot know whether it
// is its own; so whoever uses the store first finds out, before anything is read, written or deleted.
//
// It may stop being its own: an operator restores a backup while the process is still there. So it is asked again before
// every deletion, and before a write when the last answer is older than a few seconds (BCK-6). A write that comes late does
// no harm: its key is used by nobody, and the sweep of orphans removes it.

import type { ObjectStore } from "./object-store.ts";

/** An answer of `verify` holds for writes so long. */
const knownMilliseconds = 5_000;

/** `verify` throws for a store that is not to be used. Until it has not thrown once, it is asked for every call. */
export function ownStore(store: ObjectStore, verify: () => Promise<void>): ObjectStore {
  let verified: Promise<void> | undefined;
  let verifiedAt = 0;
  const ask = (): Promise<void> => {
    const asked = verify().then(
      () => {
        verifiedAt = performance.now();
      },
      (problem: unknown) => {
        if (verified === asked) verified = undefined;
        throw problem;
      },
    );
    verified = asked;
    return asked;
  };
  const known = (): Promise<void> => verified ?? ask();
  const knownLately = (): Promise<void> =>
    verified === undefined || performance.now() - verifiedAt > knownMilliseconds ? ask() : verified;
  return {
    put: async (...words) => {
      await knownLately();
      return store.put(...words);
    },
    get: async (...words) => {
      await known();
      return store.get(...words);
    },
    delete: async (keys) => {
      await ask();
      return store.delete(keys);
    },
    list: async function* (prefix) {
      await known();
      yield* store.list(prefix);
    },
    check: async () => {
      await known();
      return store.check();
    },
    checkDeletion: async () => {
      await known();
      return store.checkDeletion();
    },
  };
}
