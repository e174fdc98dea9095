// Defines the result of every alignment: runs of equal items in order, and the gaps between them.
//
// Matches increase on both sides, never overlap, and no two touch on both sides at once. The matches of an aligner are
// also maximal: no gap begins or ends with the same item on both sides. Later rules may drop matches or parts of them.
// Aligners record what they find item by item in `Partners`.

/** A run of equal items: `length` items from `before` on one side equal those from `after` on the other. */
export interface Match {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Items from `from` up to, but not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The items between two neighbouring matches, or before the first or after the last. */
export interface Gap {
  readonly before: Range;
  readonly after: Range;
}

/** Returns the gaps between the matches in order, without those that are empty on both sides. */
export function gapsBetween(matches: readonly Match[], sizes: { before: number; after: number }): Gap[] {
  const gaps: Gap[] = [];
  let before = 0;
  let after = 0;
  for (const match of [...matches, { ...sizes, length: 0 }]) {
    if (match.before > before || match.after > after) {
      gaps.push({ before: { from: before, to: match.before }, after: { from: after, to: match.after } });
    }
    before = match.before + match.length;
    after = match.after + match.length;
  }
  return gaps;
}

const NONE = -1;

/** Maps each item of the before side to its match on the after side, if it has one. */
export class Partners {
  readonly #after: Int32Array;

  constructor(before: number) {
    this.#after = new Int32Array(before).fill(NONE);
  }

  join(before: number, after: number): void {
    this.#after[before] = after;
  }

  joinRun(match: Match): void {
    for (let k = 0; k < match.length; k++) this.#after[match.before + k] = match.after + k;
  }

  /** Returns the runs of joined items, whose order must be the same on both sides. */
  matches(): Match[] {
    const after = this.#after;
    const matches: Match[] = [];
    for (let from = 0; from < after.length; from++) {
      const first = after[from]!;
      if (first === NONE) continue;
      let length = 1;
      while (after[from + length] === first + length) length++;
      matches.push({ before: from, after: first, length });
      from += length - 1;
    }
    return matches;
  }
}

/** Returns, for each side, an array indexed by item: its partner on the other side, or -1. */
export function partnersOf(
  matches: readonly Match[],
  sizes: { readonly before: number; readonly after: number },
): Readonly<Record<"before" | "after", Int32Array>> {
  const partners = { before: new Int32Array(sizes.before).fill(NONE), after: new Int32Array(sizes.after).fill(NONE) };
  for (const { before, after, length } of matches) {
    for (let k = 0; k < length; k++) {
      partners.before[before + k] = after + k;
      partners.after[after + k] = before + k;
    }
  }
  return partners;
}

/**
 * Makes matches maximal. Each takes in the equal items after it, then those before it, up to its neighbours; matches
 * that then touch become one. After that no gap begins or ends with equal items.
 */
export function extendMatches(
  matches: readonly Match[],
  items: { readonly before: Int32Array; readonly after: Int32Array },
): Match[] {
  const extended: Match[] = [];
  let before = 0;
  let after = 0;
  for (const match of [...matches, { before: items.before.length, after: items.after.length, length: 0 }]) {
    const head = equalFrom(items, { before, after }, match);
    const tail = equalUpTo(items, { before: before + head, after: after + head }, match);
    push(extended, { before, after, length: head });
    push(extended, { before: match.before - tail, after: match.after - tail, length: tail + match.length });
    before = match.before + match.length;
    after = match.after + match.length;
  }
  return extended;
}

/** An index on each side. */
interface IndexPair {
  readonly before: number;
  readonly after: number;
}

type Items = { readonly before: Int32Array; readonly after: Int32Array };

/** Returns the number of equal items from the positions `from` on. It stops before `to` on either side. */
export function equalFrom(items: Items, from: IndexPair, to: IndexPair): number {
  const most = Math.min(to.before - from.before, to.after - from.after);
  let length = 0;
  while (length < most && items.before[from.before + length] === items.after[from.after + length]) length++;
  return length;
}

/** Returns the number of equal items directly before the positions `to`. It stops at `from` on either side. */
export function equalUpTo(items: Items, from: IndexPair, to: IndexPair): number {
  const most = Math.min(to.before - from.before, to.after - from.after);
  let length = 0;
  while (length < most && items.before[to.before - 1 - length] === items.after[to.after - 1 - length]) length++;
  return length;
}

function push(matches: Match[], match: Match): void {
  if (match.length === 0) return;
  const last = matches.at(-1);
  if (last && last.before + last.length === match.before && last.after + last.length === match.after) {
    matches[matches.length - 1] = { ...last, length: last.length + match.length };
  } else {
    matches.push(match);
  }
}
