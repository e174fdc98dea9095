// Puts made renderings into the object store, before the transaction that says they are there. Each gets a key of its
// own, so nothing that was stored before is touched; when not all can be stored, none is left. They are few, and each is
// mostly waited for (a disk's write, a bucket's answer), so all go at once.

import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { StoredArtifact } from "./artifacts.ts";
import { newObjectKey } from "./object-keys.ts";
import type { ObjectStore, OrganizationKey } from "./object-store.ts";

export interface ArtifactStorage {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface ArtifactOwner {
  readonly ownerId: string;
  readonly organization: OrganizationKey;
}

/** `signal` is aborted when nothing stored from now on will count. */
export async function storeArtifacts(
  { ownerId, organization }: ArtifactOwner,
  artifacts: ReadonlyMap<string, Uint8Array>,
  { store, clock, random, signal }: ArtifactStorage & { readonly signal: AbortSignal },
): Promise<StoredArtifact[]> {
  const owner = { organizationId: organization.organizationId, ownerId };
  signal.throwIfAborted();
  const made = [...artifacts].map(([format, bytes]) => {
    return { format, bytes, objectKey: newObjectKey(owner, format, { clock, random }) };
  });
  const storing = made.map(async ({ format, bytes, objectKey }): Promise<StoredArtifact> => {
    const found = await store.put(objectKey, inOnePiece(bytes), { organization, mostBytes: bytes.length });
    return { format, objectKey, ...found };
  });
  try {
    const stored = await Promise.all(storing);
    signal.throwIfAborted();
    return stored;
  } catch (problem) {
    await Promise.allSettled(storing);
    // What stays although it was to go is found by the sweep of orphans.
    await store.delete(made.map(({ objectKey }) => objectKey)).catch(() => {});
    throw problem;
  }
}

/** Bytes in memory, as the store takes content. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
