// The keys of the installation that sign what a caller holds and brings back: addresses of downloads, cursors of lists. Two
// are believed at once: the new one signs, and what the old one signed lives on while it is configured.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { SigningKey } from "./server-parts.ts";

const leastSecretBytes = 32;
const mostKeys = 2;

/** Made ready for signing: that takes longer than a signature. */
export interface LoadedKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** The first signs. Throws when the configuration is not fit to sign with. */
function loadKeys(keys: readonly SigningKey[]): readonly [LoadedKey, ...LoadedKey[]] {
  const isFit = keys.every(({ id, secret }) => /^[A-Za-z0-9_-]{1,40}$/.test(id) && secret.length >= leastSecretBytes);
  const isDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  const [first, ...others] = keys;
  if (first === undefined || keys.length > mostKeys || !isFit || !isDistinct) {
    throw new Error("Signing needs one or two signing keys with ids of their own and secrets of 32 bytes or more");
  }
  return [loadKey(first), ...others.map(loadKey)];
}

/** The keys that sign and verify. They are asked for each time, because an operator may replace them while the service runs. */
export interface KeyRing {
  readonly signing: () => LoadedKey;
  /** Undefined for a key that is not configured. */
  readonly find: (id: string | undefined) => LoadedKey | undefined;
}

/** Where the keys are from. */
export interface KeySource {
  readonly signingKeys: readonly SigningKey[];
  /** Reads the keys again, where they are in a file. Another process may have read a new one first, and signed with it. */
  readonly rereadSecrets?: (() => void) | undefined;
}

/** Throws when the configuration is not fit to sign with. */
export function keyRing(source: KeySource): KeyRing {
  let seen = source.signingKeys;
  let loaded = loadKeys(seen);
  const keys = () => {
    if (source.signingKeys !== seen) {
      seen = source.signingKeys;
      loaded = loadKeys(seen);
    }
    return loaded;
  };
  const find = (id: string | undefined) => keys().find((key) => key.id === id);
  return {
    signing: () => keys()[0],
    find: (id) => {
      const found = find(id);
      if (found !== undefined || id === undefined || source.rereadSecrets === undefined) return found;
      source.rereadSecrets();
      return find(id);
    },
  };
}

function loadKey({ id, secret }: SigningKey): LoadedKey {
  return { id, secret: createSecretKey(secret) };
}

/** The first piece says what is signed, so that no signature passes for another kind's. No piece can hold a line break. */
export function signatureOf(key: LoadedKey, pieces: readonly (string | number)[]): Buffer {
  return createHmac("sha256", key.secret)
    .update([...pieces, key.id].join("\n"))
    .digest();
}

export function isSignature(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given, "base64url");
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
