// A set of well-known names that is asked about every element of a document: a byte for each name answers faster than a hash.

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

  /** In the order in which they were given. */
  [Symbol.iterator](): Iterator<NameId> {
    return this.#names[Symbol.iterator]();
  }
}

/** Any set of names that is only asked. */
export type NameTest = Pick<ReadonlySet<NameId>, "has">;
