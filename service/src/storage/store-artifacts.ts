// Stores renderings, before the transaction that records them.
//
// Each rendering gets a new key, so existing objects are untouched. If one of them cannot be stored, all are deleted.
// There are few, and storing mostly waits (for a disk's write, a bucket's answer), so all are stored at once.

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

/** Returns the stored renderings, in order. If `signal` is aborted, deletes what it stored and throws. */
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
    const found = await store.put(objectKey, inPieces(bytes), { organization, mostBytes: bytes.length });
    return { format, objectKey, ...found };
  });
  try {
    const stored = await Promise.all(storing);
    signal.throwIfAborted();
    return stored;
  } catch (problem) {
    await Promise.allSettled(storing);
    // The sweep of orphans finds objects that could not be deleted here.
    await store.delete(made.map(({ objectKey }) => objectKey)).catch(() => {});
    throw problem;
  }
}

const pieceBytes = 256 * 1024;

/** Yields bytes in memory as pieces for the store. Each piece is digested and sealed in one turn of the event loop. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
