// Randomness that a seed repeats. What is drawn depends on the keys alone, so one file gets the same draw in every
// run, whichever thread takes it and whatever else is in the sample.

/** Numbers from 0 up to, not including, 1, always the same ones for the same keys. */
export type RandomNumbers = () => number;

export function seededRandom(...keys: readonly (string | number)[]): RandomNumbers {
  const next = numbersFrom(hashOf(keys.join("\n")));
  return () => next() / 2 ** 32;
}

/** The one generator: whole numbers of 32 bits that its first state decides (mulberry32). */
function numbersFrom(first: number): () => number {
  let state = first;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** A whole number from 0 up to, not including, `end`. */
export function drawIndex(random: RandomNumbers, end: number): number {
  return Math.floor(random() * end);
}

/** The items in an order that the random numbers choose. */
export function shuffle<Item>(items: readonly Item[], random: RandomNumbers): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = drawIndex(random, last + 1);
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen]!, shuffled[last]!];
  }
  return shuffled;
}

/** A stream of numbers that its seed decides. */
export class Random {
  /** A whole number of 32 bits, from 0. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = numbersFrom(mix(seed));
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

/** The seed of one case of a run. */
export function caseSeed(seed: number, caseNumber: number): number {
  return mix(mix(seed) ^ Math.imul(caseNumber + 1, 0x9e3779b1));
}

/** A seed from bytes, for choices that must be the same for the same bytes (FNV-1a). */
export function seedOfBytes(bytes: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}

/** The same of a text, by its units. */
function hashOf(text: string): number {
  return seedOfBytes(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
}

/** Spreads the bits of a number over all 32 (the finish of MurmurHash3). */
function mix(number: number): number {
  let mixed = (number + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
