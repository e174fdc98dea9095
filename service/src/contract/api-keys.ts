// Creates, reads and compares API keys.
//
// The form is `<prefix>_<key id>_<secret>`, with 12 characters of id and 43 of base64url (256 bits). The id finds the
// row, and only a SHA-256 of the secret is stored. A slow hash adds nothing to a secret with that much entropy.

import { hash, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "./ids.ts";

export interface ApiKey {
  readonly keyId: string;
  readonly secret: string;
}

const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const idCharacters = 12;
const secretBytes = 32;
const prefixForm = /^[a-z][a-z0-9]{0,19}$/;
const keyForm = /^([0-9a-hjkmnp-tv-z]{12})_([A-Za-z0-9_-]{43})$/;

/** Returns a new key. `text` is shown to the caller once. */
export function newApiKey(prefix: string, random: RandomBytes): ApiKey & { readonly text: string } {
  if (!prefixForm.test(prefix)) throw new Error(`not a prefix of keys: ${prefix}`);
  const keyId = Array.from(random(idCharacters), (byte) => idAlphabet.charAt(byte & 31)).join("");
  const secret = Buffer.from(random(secretBytes)).toString("base64url");
  return { keyId, secret, text: `${prefix}_${keyId}_${secret}` };
}

/** Returns the parts of a key, or undefined for text of any other form. */
export function readApiKey(prefix: string, text: string): ApiKey | undefined {
  if (!text.startsWith(`${prefix}_`)) return undefined;
  const [, keyId, secret] = keyForm.exec(text.slice(prefix.length + 1)) ?? [];
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret };
}

export function hashSecret(secret: string): Uint8Array {
  return hash("sha256", secret, "buffer");
}

/** True if the secret has this hash. The comparison takes the same time for every secret. */
export function isSecretOf(secretHash: Uint8Array, secret: string): boolean {
  const given = hashSecret(secret);
  return secretHash.length === given.length && timingSafeEqual(secretHash, given);
}
