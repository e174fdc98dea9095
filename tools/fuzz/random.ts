// Randomness that can be had again: the same seed gives the same numbers on every machine and in every order of cases.
//
// The generator is sfc32 (three words of state and a counter), seeded through a mixer so that neighbouring seeds
// have nothing in common.

/** A stream of numbers that its seed decides. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = mix(seed);
    this.#b = mix(this.#a);
    this.#c = mix(this.#b);
    for (let round = 0; round < WARM_UP; round += 1) this.next();
  }

  /** A whole number of 32 bits, from 0. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 up to, not including, `limit`; 0 when the limit is. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** A whole number of a range, its ends included. */
  between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.below(most - least + 1);
  }

  /** True in this share of the calls. */
  chance(share: number): boolean {
    return this.next() / 2 ** 32 < share;
  }

  pick<Value>(values: ArrayLike<Value>): Value {
    return values[this.below(values.length)]!;
  }

  /** As many values as asked for, made one after the other. */
  list<Value>(count: number, make: () => Value): Value[] {
    return Array.from({ length: count }, make);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() & 0xff);
  }
}

const WARM_UP = 12;

/** The seed of one case of a run. */
export function caseSeed(seed: number, caseNumber: number): number {
  return mix(mix(seed) ^ Math.imul(caseNumber + 1, 0x9e3779b1));
}

/** A seed from bytes, for choices that must be the same for the same bytes. */
export function seedOfBytes(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
}

/** Spreads the bits of a number over all 32 (the finish of MurmurHash3). */
function mix(number: number): number {
  let mixed = (number + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
