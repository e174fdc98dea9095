// Provides random numbers that a seed repeats.
//
// The numbers depend on the keys alone. So a file gets the same numbers in every run, whatever thread takes it and
// whatever else is in the sample.

/** A function that returns numbers from 0 up to, not including, 1, always the same ones for the same keys. */
export type RandomNumbers = () => number;

export function seededRandom(...keys: readonly (string | number)[]): RandomNumbers {
  const next = numbersFrom(hashOf(keys.join("\n")));
  return () => next() / 2 ** 32;
}

/** Returns the generator of this file: whole numbers of 32 bits, determined by the first state (mulberry32). */
function numbersFrom(first: number): () => number {
  let state = first;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Returns a whole number from 0 up to, not including, `end`. */
export function drawIndex(random: RandomNumbers, end: number): number {
  return Math.floor(random() * end);
}

/** Returns the items in random order. */
export function shuffle<Item>(items: readonly Item[], random: RandomNumbers): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = drawIndex(random, last + 1);
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen]!, shuffled[last]!];
  }
  return shuffled;
}

/** A sequence of numbers that its seed determines. */
export class Random {
  /** Returns a whole number of 32 bits, from 0. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = numbersFrom(mix(seed));
  }

  /** Returns a whole number from 0 up to, not including, `limit`; 0 if the limit is 0. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.below(most - least + 1);
  }

  /** Returns true with the probability `share`. */
  chance(share: number): boolean {
    return this.next() / 2 ** 32 < share;
  }

  pick<Value>(values: ArrayLike<Value>): Value {
    return values[this.below(values.length)]!;
  }

  /** Returns `count` values, made one after another. */
  list<Value>(count: number, make: () => Value): Value[] {
    return Array.from({ length: count }, make);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() & 0xff);
  }
}

/** Returns the seed of one case of a run. */
export function caseSeed(seed: number, caseNumber: number): number {
  return mix(mix(seed) ^ Math.imul(caseNumber + 1, 0x9e3779b1));
}

/** Returns a seed from bytes, for choices that must be the same for the same bytes (FNV-1a). */
export function seedOfBytes(bytes: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}

/** Returns a seed from the UTF-16 units of a text. */
function hashOf(text: string): number {
  return seedOfBytes(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
}

/** Spreads the bits of a number over all 32 (the final step of MurmurHash3). */
function mix(number: number): number {
  let mixed = (number + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
