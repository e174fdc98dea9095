// Defines a set of well-known names with a fast test.
//
// The test is applied to every element of a document. One byte per name answers faster than a hash.

import type { NameId } from "./names.ts";

export class NameSet implements Iterable<NameId> {
  readonly #names: readonly NameId[];
  readonly #bytes: Uint8Array;

  constructor(names: Iterable<NameId>) {
    this.#names = [...new Set(names)];
    this.#bytes = new Uint8Array(Math.max(0, ...this.#names) + 1);
    for (const name of this.#names) this.#bytes[name] = 1;
  }

  has(name: NameId): boolean {
    return this.#bytes[name] === 1;
  }

  /** Iterates in the order of the constructor's argument. */
  [Symbol.iterator](): Iterator<NameId> {
    return this.#names[Symbol.iterator]();
  }
}

/** A set of names that is only tested for membership. */
export type NameTest = Pick<ReadonlySet<NameId>, "has">;
