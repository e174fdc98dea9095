// Loads the keys that sign download addresses and cursors of lists, and signs and verifies with them.
//
// Two keys are valid at once. The new one signs, and signatures of the old one are valid while it is configured.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { SigningKey } from "./server-parts.ts";

const leastSecretBytes = 32;
const mostKeys = 2;

/** A signing key as a KeyObject, because making one takes longer than a signature. */
export interface LoadedKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** Loads the keys; the first one signs. Throws if the configuration is not fit for signing. */
function loadKeys(keys: readonly SigningKey[]): readonly [LoadedKey, ...LoadedKey[]] {
  const isFit = keys.every(({ id, secret }) => /^[A-Za-z0-9_-]{1,40}$/.test(id) && secret.length >= leastSecretBytes);
  const isDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  const [first, ...others] = keys;
  if (first === undefined || keys.length > mostKeys || !isFit || !isDistinct) {
    throw new Error("Signing needs one or two signing keys with ids of their own and secrets of 32 bytes or more");
  }
  return [loadKey(first), ...others.map(loadKey)];
}

/**
 * The keys that sign and verify. They are read each time, because an operator may replace them while the service runs.
 */
export interface KeyRing {
  readonly signing: () => LoadedKey;
  /** Returns undefined for a key that is not configured. */
  readonly find: (id: string | undefined) => LoadedKey | undefined;
}

/** The source of the keys. */
export interface KeySource {
  readonly signingKeys: readonly SigningKey[];
  /** Reads key files again. Another process may have read a new key first and signed with it. */
  readonly rereadSecrets?: (() => void) | undefined;
}

/** Throws if the configuration is not fit for signing. */
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

/**
 * Signs the pieces. The first piece names the kind of signature, so that no signature is valid for another kind. No
 * piece can contain a line break.
 */
export function signatureOf(key: LoadedKey, pieces: readonly (string | number)[]): Buffer {
  return createHmac("sha256", key.secret)
    .update([...pieces, key.id].join("\n"))
    .digest();
}

export function isSignature(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given, "base64url");
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
