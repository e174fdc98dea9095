// Reads lines from a stream, and the bytes that follow some of them.

import type { Readable } from "node:stream";

const lineFeed = 10;

export class FrameReader {
  #held: Buffer[] = [];
  #size = 0;
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(stream: Readable) {
    const end = () => {
      this.#isEnded = true;
      this.#wake();
    };
    stream.on("data", (piece: Buffer) => {
      this.#held.push(piece);
      this.#size += piece.length;
      this.#wake();
    });
    stream.once("end", end).once("close", end).once("error", end);
  }

  /** Returns the next line, or undefined if the stream ends first. Only one read may be pending. */
  async line(): Promise<string | undefined> {
    for (let searched = 0; ; ) {
      const all = this.#joined();
      const at = all.indexOf(lineFeed, searched);
      if (at >= 0) return this.#cut(at + 1).toString("utf8", 0, at);
      searched = all.length;
      if (!(await this.#more())) return undefined;
    }
  }

  /** Returns the next `count` bytes, or undefined if the stream ends first. */
  async bytes(count: number): Promise<Buffer | undefined> {
    while (this.#size < count) if (!(await this.#more())) return undefined;
    return this.#cut(count);
  }

  #joined(): Buffer {
    const all = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    this.#held = [all];
    return all;
  }

  #cut(count: number): Buffer {
    const all = this.#joined();
    const rest = all.subarray(count);
    this.#held = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return all.subarray(0, count);
  }

  /** Waits for more bytes. Returns false if the stream ended without any. */
  async #more(): Promise<boolean> {
    if (this.#isEnded) return false;
    const before = this.#size;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return this.#size > before;
  }
}
