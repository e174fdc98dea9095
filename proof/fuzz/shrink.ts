// Makes a failing input small: delta debugging over whatever the input is a sequence of.
//
// Ranges are left out, large ones first; a range without which the input still fails stays out. When no single
// item can go any more, or the time is spent, what is left is the answer. The order of tries depends on the
// input alone, so a failure that shrinks in time shrinks to the same input every time.

/** An input as a sequence of things that can be left out. */
export interface Shrinkable<Input> {
  length(input: Input): number;
  /** The input without the things from `from` up to, not including, `to`. */
  without(input: Input, from: number, to: number): Input;
}

/** How to tell that an input fails, and how long to go on. */
export interface Shrinking<Input> {
  readonly stillFails: (input: Input) => boolean;
  readonly isSpent: () => boolean;
}

/** The smallest input found that still fails. */
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

/** Ranges up to this long are tried at every place in the end: an element goes only as a whole. */
const WIDEST = 80;

interface Round {
  readonly length: () => number;
  readonly attempt: (from: number, to: number) => boolean;
  readonly isSpent: () => boolean;
}

/** Tries to leave out every range of a size, back to front; says whether one could go. */
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
