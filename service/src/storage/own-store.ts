// The store of this installation, and no other. A process starts while its store is away, and then cannot know whether it
// is its own; so whoever uses the store first finds out, before anything is read, written or deleted.

import type { ObjectStore } from "./object-store.ts";

/** `verify` throws for a store that is not to be used. It is asked until it has not thrown once. */
export function ownStore(store: ObjectStore, verify: () => Promise<void>): ObjectStore {
  let verified: Promise<void> | undefined;
  const known = (): Promise<void> => {
    verified ??= verify().catch((problem: unknown) => {
      verified = undefined;
      throw problem;
    });
    return verified;
  };
  return {
    put: async (...words) => {
      await known();
      return store.put(...words);
    },
    get: async (...words) => {
      await known();
      return store.get(...words);
    },
    delete: async (keys) => {
      await known();
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
