// Deflates entries of several archives that have long stretches in common, each such stretch once.
//
// A redline and its clean copy are the uploaded document but for a few places, and deflating is most of what saving costs. So a long
// stretch that was copied from the uploaded part is deflated on its own, without looking back, and its deflated bytes are
// put into both. What stands between is deflated with a look at the little before it. A cut costs some hundred bytes, which
// is why short stretches are not cut out.

import type { Codec } from "./archive.ts";

/** A part of an entry that is copied from elsewhere. */
export interface Copied {
  readonly source: Uint8Array;
  /** In the source. */
  readonly from: number;
  readonly to: number;
  /** In the entry. */
  readonly at: number;
}

/** Shorter ones are not worth a cut. */
const LEAST = 1 << 15;
/** What is left out at both ends of a stretch: a copy may begin a little later, or end earlier, in the other archive. */
const MARGIN = 1 << 10;
/** How far what stands between stretches looks back. */
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

  /** The whole entry, deflated. */
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
    return joined(pieces);
  }

  /** A stretch that is known and in what was copied, or else nearly all of it. */
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

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
