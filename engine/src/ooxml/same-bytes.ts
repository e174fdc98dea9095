// Compares bytes and numbers equal byte sequences equally.

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && areSame({ bytes: one, from: 0 }, { bytes: other, from: 0 }, one.length);
}

interface ByteOffset {
  readonly bytes: Uint8Array;
  readonly from: number;
}

function areSame(one: ByteOffset, other: ByteOffset, length: number): boolean {
  const [bytes, partners] = [one.bytes, other.bytes];
  const step = other.from - one.from;
  for (let at = one.from, end = one.from + length; at < end; at += 1) {
    if (bytes[at] !== partners[at + step]) return false;
  }
  return true;
}

const FIRST_SLOTS = 64;

/**
 * Assigns numbers from 1 to byte sequences: equal bytes have equal numbers. The bytes are not copied, so they must not change.
 */
export class ByteNumbers {
  /** Hash table with open addressing: a number per slot, 0 for a free slot. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** Indexed by number minus 1, like the next two fields. */
  readonly #hashes: number[] = [];
  readonly #places: ByteOffset[] = [];
  readonly #lengths: number[] = [];
  /** Index that the next sequence probably has: the one after the last known sequence. */
  #next = 0;

  /** Returns the number of all bytes, or of those in a range. */
  numberOf(bytes: Uint8Array, from = 0, to = bytes.length): number {
    // Two versions of a document contain mostly the same sequences in the same order. So the next known one is compared
    // before anything is hashed.
    if (this.#lengths[this.#next] === to - from && areSame(this.#places[this.#next]!, { bytes, from }, to - from)) {
      this.#next += 1;
      return this.#next;
    }
    const hash = hashOf(bytes, from, to);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot]!; number !== 0; number = this.#slots[slot]!) {
      if (this.#is(number - 1, hash, { bytes, from }, to - from)) {
        this.#next = number;
        return number;
      }
      slot = (slot + 1) & mask;
    }
    const added = this.#hashes.push(hash);
    this.#places.push({ bytes, from });
    this.#lengths.push(to - from);
    this.#slots[slot] = added;
    if (added * 2 > this.#slots.length) this.#grow();
    return added;
  }

  #is(index: number, hash: number, place: ByteOffset, length: number): boolean {
    if (this.#hashes[index] !== hash || this.#lengths[index] !== length) return false;
    return areSame(this.#places[index]!, place, length);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (const [index, hash] of this.#hashes.entries()) {
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = index + 1;
    }
  }
}

/**
 * Returns the FNV-1a hash, computed on four bytes per step. Each multiplication waits for the previous one, so the
 * multiplications are the cost.
 */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ four, 0x01000193);
    // A multiplication does not carry high bits to low ones, and the low bits choose the slot.
    hash ^= hash >>> 15;
  }
  for (; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 13);
}
