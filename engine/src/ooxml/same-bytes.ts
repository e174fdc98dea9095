// Bytes that are the same: whether two are, and one number for all that are.

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Numbers for bytes: equal bytes, equal number. Counted from 1. */
export class ByteNumbers {
  readonly #byHash = new Map<number, { readonly bytes: Uint8Array; readonly number: number }[]>();
  #count = 0;

  numberOf(bytes: Uint8Array): number {
    const hash = hashOf(bytes);
    const known = this.#byHash.get(hash);
    const same = known?.find((one) => sameBytes(one.bytes, bytes));
    if (same !== undefined) return same.number;
    this.#count += 1;
    const numbered = { bytes, number: this.#count };
    if (known === undefined) this.#byHash.set(hash, [numbered]);
    else known.push(numbered);
    return this.#count;
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}
