// What every alignment answers with: runs of items that correspond, in order, and the gaps between them.
//
// Matches are increasing on both sides, never overlap and are maximal: no two touch on both sides at once, and no gap
// begins or ends with the same item on both sides. What an aligner found is noted item by item in `Partners`.

/** A run of equal items: `length` items from `before` on the one side are those from `after` on the other. */
export interface Match {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Items `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What lies between two neighbouring matches, or outside the first and the last. */
export interface Gap {
  readonly before: Range;
  readonly after: Range;
}

/** What lies between the matches, in order; gaps that are empty on both sides are left out. */
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

/** For each item of the before side the item of the after side it was matched with, if any. */
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

  /** The runs of what was joined, which must keep order. */
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

/**
 * Makes matches maximal: each takes in the equal items that follow it, then those before it, as far as its
 * neighbours leave room; matches that then touch become one. No gap then begins or ends with equal items.
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

/** A pair of places, one on each side. */
interface Place {
  readonly before: number;
  readonly after: number;
}

type Items = { readonly before: Int32Array; readonly after: Int32Array };

/** How many items are equal from a place on, before either side reaches its end. */
export function equalFrom(items: Items, from: Place, to: Place): number {
  const most = Math.min(to.before - from.before, to.after - from.after);
  let length = 0;
  while (length < most && items.before[from.before + length] === items.after[from.after + length]) length++;
  return length;
}

/** How many items are equal up to a place, after both sides have begun. */
export function equalUpTo(items: Items, from: Place, to: Place): number {
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
