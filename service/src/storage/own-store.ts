// Guards the store so that only the store of this installation is used.
//
// A process may start while its store is unavailable, and cannot know then whether the store is its own. The first use
// of the store finds out, before anything is read, written or deleted.
//
// A store may stop being its own: an operator restores a backup while the process still runs. It is therefore verified
// again before every deletion, and before a write if the last answer is older than a few seconds (BCK-6). A late write
// does no harm: its key is not used anywhere, and the sweep of orphans removes the object.

import type { ObjectStore } from "./object-store.ts";

/** How long an answer of `verify` holds for writes. */
const knownMilliseconds = 5_000;

/**
 * Returns the guarded store. `verify` throws if the store must not be used; until its first success it runs before
 * every call.
 */
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
    checkRoom: async () => {
      await known();
      return store.checkRoom();
    },
    checkDeletion: async () => {
      await known();
      return store.checkDeletion();
    },
  };
}
