// Shrinks a failing input by delta debugging. The input can be any kind of sequence.
//
// It removes ranges, large ones first; a range stays removed if the input still fails without it. Then it tries ranges
// of up to `WIDEST` items at every position. It ends after that, or when the time is spent. The order of attempts
// depends on the input alone, so a failure that shrinks in time always shrinks to the same input.

/** A way to read an input as a sequence of items that can be removed. */
export interface Shrinkable<Input> {
  length(input: Input): number;
  /** Returns the input without the items from `from` up to, not including, `to`. */
  without(input: Input, from: number, to: number): Input;
}

/** The test for a failing input, and the time limit. */
export interface Shrinking<Input> {
  readonly stillFails: (input: Input) => boolean;
  readonly isSpent: () => boolean;
}

/** Returns the smallest input found that still fails. */
export function shrink<Input>(failing: Input, parts: Shrinkable<Input>, shrinking: Shrinking<Input>): Input {
  const { stillFails, isSpent } = shrinking;
  let best = failing;
  const attempt = (from: number, to: number): boolean => {
    const candidate = parts.without(best, from, to);
    if (!stillFails(candidate)) return false;
    best = candidate;
    return true;
  };
  let size = Math.ceil(parts.length(best) / 2);
  while (size >= 1 && !isSpent()) {
    const shrunk = leaveOut(size, { length: () => parts.length(best), attempt, isSpent });
    if (!shrunk) size = Math.floor(size / 2);
    else size = Math.min(size, Math.ceil(parts.length(best) / 2));
  }
  for (let wide = WIDEST; wide > 1 && !isSpent(); wide -= 1) {
    for (let to = parts.length(best); to >= wide && !isSpent(); to -= 1) attempt(to - wide, to);
  }
  return best;
}

/** Maximum length of the ranges that are tried at every position in the end. An element can only be removed whole. */
const WIDEST = 80;

interface Round {
  readonly length: () => number;
  readonly attempt: (from: number, to: number) => boolean;
  readonly isSpent: () => boolean;
}

/** Tries to remove consecutive ranges of one size, from back to front. Returns true if one was removed. */
function leaveOut(size: number, { length, attempt, isSpent }: Round): boolean {
  let isShrunk = false;
  for (let to = length(); to > 0 && !isSpent(); to -= size) {
    if (attempt(Math.max(0, to - size), to)) isShrunk = true;
  }
  return isShrunk;
}

/** Bytes as a sequence of bytes. */
export const byteSequence: Shrinkable<Uint8Array> = {
  length: (bytes) => bytes.length,
  without: (bytes, from, to) => {
    const rest = new Uint8Array(bytes.length - (to - from));
    rest.set(bytes.subarray(0, from));
    rest.set(bytes.subarray(to), from);
    return rest;
  },
};
