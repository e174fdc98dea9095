// Wraps and unwraps the content key of an organization.
//
// Each organization has its own content key, so erasing the key makes every remaining copy of its objects unreadable.
// The key is in the organization's row, wrapped by a master key that only the configuration contains.
//
// Wrapped form: one byte that names the master key, 12 bytes of nonce, the key under AES-256-GCM, 16 bytes of tag. The
// tag covers the organization's id, so a key copied into another row does not open. An operator replaces a master key
// by adding one with a new number. New keys are wrapped by it; old keys still open and can be wrapped again.

import { createCipheriv, createDecipheriv } from "node:crypto";
import type { RandomBytes } from "../contract/ids.ts";

export interface MasterKeys {
  /** The number of the master key that wraps. */
  readonly current: number;
  /** Maps numbers (0 to 255) to master keys of 32 bytes. */
  readonly keys: ReadonlyMap<number, Uint8Array>;
}

/**
 * Thrown if a wrapped key does not open: its master key is unknown, or we did not write its bytes for this
 * organization.
 */
export class DataKeyUnreadable extends Error {
  constructor(reason: string) {
    super(`the organization's content key cannot be unwrapped: ${reason}`);
    this.name = "DataKeyUnreadable";
  }
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const wrappedBytes = 1 + nonceBytes + keyBytes + tagBytes;
const cipherName = "aes-256-gcm";

/** Returns a new wrapped content key for the row of an organization. */
export function newWrappedKey(organizationId: string, masterKeys: MasterKeys, random: RandomBytes): Uint8Array {
  return wrap(random(keyBytes), organizationId, { masterKeys, random });
}

/** Returns the content key of 32 bytes. Throws DataKeyUnreadable, also for the empty key of a deleted organization. */
export function unwrapKey(wrapped: Uint8Array, organizationId: string, masterKeys: MasterKeys): Uint8Array {
  const number = wrapped[0];
  if (number === undefined || wrapped.length !== wrappedBytes) throw new DataKeyUnreadable("it has another length");
  const master = masterKeys.keys.get(number);
  if (master === undefined) throw new DataKeyUnreadable(`there is no master key ${number}`);
  const nonce = wrapped.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv(cipherName, master, nonce, { authTagLength: tagBytes });
  decipher.setAAD(coveredText(number, organizationId));
  decipher.setAuthTag(wrapped.subarray(wrappedBytes - tagBytes));
  try {
    return Buffer.concat([
      decipher.update(wrapped.subarray(1 + nonceBytes, wrappedBytes - tagBytes)),
      decipher.final(),
    ]);
  } catch {
    throw new DataKeyUnreadable("it was altered, or wrapped for another organization");
  }
}

/** Returns the same key wrapped by the current master key, or undefined if it already is. */
export function rewrapKey(
  wrapped: Uint8Array,
  organizationId: string,
  { masterKeys, random }: Wrapping,
): Uint8Array | undefined {
  if (wrapped[0] === masterKeys.current) return undefined;
  return wrap(unwrapKey(wrapped, organizationId, masterKeys), organizationId, { masterKeys, random });
}

/**
 * Reads master keys from the configuration: `number:base64` separated by commas, the current one first. Errors repeat
 * no key.
 */
export function readMasterKeys(text: string): MasterKeys {
  const keys = new Map<number, Uint8Array>();
  let current: number | undefined;
  for (const entry of text.split(",")) {
    const [, numeral, encoded] = /^\s*(\d{1,3}):([A-Za-z0-9+/]{43}=)\s*$/.exec(entry) ?? [];
    const number = Number(numeral ?? Number.NaN);
    if (encoded === undefined || !(number <= 255) || keys.has(number)) {
      throw new Error("The master keys are not of the form number:base64 of 32 bytes, numbers 0 to 255, each once");
    }
    keys.set(number, Buffer.from(encoded, "base64"));
    current ??= number;
  }
  if (current === undefined) throw new Error("There is no master key");
  return { current, keys };
}

interface Wrapping {
  readonly masterKeys: MasterKeys;
  readonly random: RandomBytes;
}

function wrap(dataKey: Uint8Array, organizationId: string, { masterKeys, random }: Wrapping): Uint8Array {
  const { current, keys } = masterKeys;
  const master = keys.get(current);
  if (master === undefined) throw new DataKeyUnreadable(`there is no master key ${current}`);
  const nonce = random(nonceBytes);
  const cipher = createCipheriv(cipherName, master, nonce, { authTagLength: tagBytes });
  cipher.setAAD(coveredText(current, organizationId));
  const content = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return Buffer.concat([Uint8Array.of(current), nonce, content, cipher.getAuthTag()]);
}

function coveredText(number: number, organizationId: string): Uint8Array {
  return Buffer.from(`versus data key 1\0${number}\0${organizationId}`);
}
