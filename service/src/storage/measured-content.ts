// Content on its way into a store: counted, digested, and stopped when it is more than allowed.

import { createHash } from "node:crypto";
import { LoopShare } from "./loop-share.ts";
import { type StoredObject, TooLarge } from "./object-store.ts";

/** One for the process, as the event loop is. */
const loop = new LoopShare();

/** Iterate once; then `result` tells what passed. */
export class MeasuredContent implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #mostBytes: number;
  readonly #digest = createHash("sha256");
  #size = 0;

  constructor(content: AsyncIterable<Uint8Array>, mostBytes: number) {
    this.#content = content;
    this.#mostBytes = mostBytes;
  }

  /** Throws TooLarge before it gives a byte past the limit. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const piece of this.#content) {
      this.#size += piece.length;
      if (this.#size > this.#mostBytes) throw new TooLarge(this.#mostBytes);
      await loop.pass(piece.length);
      this.#digest.update(piece);
      yield piece;
    }
  }

  result(): StoredObject {
    return { size: this.#size, sha256: this.#digest.digest() };
  }
}
