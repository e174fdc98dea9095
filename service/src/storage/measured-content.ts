// Counts and digests content on its way into a store, and stops it at a size limit.

import { createHash } from "node:crypto";
import { eventLoop } from "./loop-share.ts";
import { type StoredObject, TooLarge } from "./object-store.ts";

/** Content that can be iterated once. `result` then returns its size and SHA-256. */
export class MeasuredContent implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #mostBytes: number;
  readonly #digest = createHash("sha256");
  #size = 0;

  constructor(content: AsyncIterable<Uint8Array>, mostBytes: number) {
    this.#content = content;
    this.#mostBytes = mostBytes;
  }

  /** Throws TooLarge before it yields a byte past the limit. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const piece of this.#content) {
      this.#size += piece.length;
      if (this.#size > this.#mostBytes) throw new TooLarge(this.#mostBytes);
      await eventLoop.pass(piece.length);
      this.#digest.update(piece);
      yield piece;
    }
  }

  result(): StoredObject {
    return { size: this.#size, sha256: this.#digest.digest() };
  }
}
