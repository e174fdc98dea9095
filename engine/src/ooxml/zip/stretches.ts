// Deflates the long ranges that entries of several archives share once.
//
// A redline and its clean copy differ from the uploaded document in few positions, and deflating is most of the cost of a save.
// A long range that was copied from the uploaded part is deflated on its own, without looking back. Its deflated bytes are used
// in both archives. The bytes between such ranges are deflated with a short look back. A cut costs some hundred bytes, so short
// ranges are not cut out.

import type { Codec } from "./archive.ts";

/** A range of an entry that is copied from another array of bytes. */
export interface Copied {
  readonly source: Uint8Array;
  /** Start and end in the source. */
  readonly from: number;
  readonly to: number;
  /** Start in the entry. */
  readonly at: number;
}

/** Minimum length, in bytes, of a range that is cut out. */
const LEAST = 1 << 15;
/** Bytes that are left out at both ends of a range. In the other archive a copy may begin a little later, or end earlier. */
const MARGIN = 1 << 10;
/** Bytes that the content between ranges may look back. */
const LOOK_BACK = 1 << 12;

interface Deflated {
  readonly from: number;
  readonly to: number;
  readonly deflated: Uint8Array;
}

export class Stretches {
  readonly #codec: Codec;
  readonly #level: number;
  readonly #known = new Map<Uint8Array, Deflated[]>();

  constructor(codec: Codec, level: number) {
    this.#codec = codec;
    this.#level = level;
  }

  /** Returns the whole entry, deflated. */
  deflate(bytes: Uint8Array, copied: readonly Copied[]): Uint8Array {
    const pieces: Uint8Array[] = [];
    let at = 0;
    const putOwn = (to: number, isLast: boolean): void => {
      if (at === to && !isLast) return;
      const after = bytes.subarray(Math.max(0, at - LOOK_BACK), at);
      pieces.push(this.#codec.deflate(bytes.subarray(at, to), this.#level, { after, isLast }));
    };
    for (const one of copied) {
      if (one.to - one.from < LEAST) continue;
      const { from, to, deflated } = this.#find(one);
      const start = one.at + from - one.from;
      putOwn(start, false);
      pieces.push(deflated);
      at = start + to - from;
    }
    putOwn(bytes.length, true);
    return concatenate(pieces);
  }

  /** Returns a known range that lies within the copied one, or deflates the copied one except for its margins. */
  #find({ source, from, to }: Copied): Deflated {
    const known = this.#known.get(source) ?? [];
    this.#known.set(source, known);
    const found = known.find((one) => one.from >= from && one.to <= to);
    if (found !== undefined) return found;
    const inner = { from: from + MARGIN, to: to - MARGIN };
    const deflated = this.#codec.deflate(source.subarray(inner.from, inner.to), this.#level, { isLast: false });
    const added = { ...inner, deflated };
    known.push(added);
    return added;
  }
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
