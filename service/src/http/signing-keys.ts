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
export function loadKeys(keys: readonly SigningKey[]): readonly [LoadedKey, ...LoadedKey[]] {
  const isFit = keys.every(({ id, secret }) => /^[A-Za-z0-9_-]{1,40}$/.test(id) && secret.length >= leastSecretBytes);
  const isDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  const [first, ...others] = keys;
  if (first === undefined || keys.length > mostKeys || !isFit || !isDistinct) {
    throw new Error("Signing needs one or two signing keys with ids of their own and secrets of 32 bytes or more");
  }
  return [loadKey(first), ...others.map(loadKey)];
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
