// Puts made renderings into the object store, before the transaction that says they are there. Each gets a key of its
// own, so nothing that was stored before is touched; when not all can be stored, none is left.

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
  const keys: string[] = [];
  try {
    const stored: StoredArtifact[] = [];
    for (const [format, bytes] of artifacts) {
      signal.throwIfAborted();
      const objectKey = newObjectKey(owner, format, { clock, random });
      keys.push(objectKey);
      const found = await store.put(objectKey, inOnePiece(bytes), { organization, mostBytes: bytes.length });
      stored.push({ format, objectKey, ...found });
    }
    signal.throwIfAborted();
    return stored;
  } catch (problem) {
    // What stays although it was to go is found by the sweep of orphans.
    await store.delete(keys).catch(() => {});
    throw problem;
  }
}

/** Bytes in memory, as the store takes content. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
