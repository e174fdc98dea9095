// Slides insertions and deletions to where a reader expects them.
//
// "one two three" to "one two one two three" may be shown as "+one two+ one two three", "one +two one+ two three" or
// "one two +one two+ three": whenever the token before an edit equals its last, or the token after it its first, the
// edit may as well stand one token further. All are equally small; the caller scores the borders (sentence end,
// clause, word) and the best sum of the two borders wins. Of equal ones the rightmost: repetition is then read as
// something added behind.
//
// A place where the edit holds one half of a pair of brackets or quotes, and not the other, is worse than any where it
// does not: "(a +b) or (c+)" becomes "(a b) +or (c)+".
//
// An edit slides over the run beside it but never into the next edit; only a run at the very start or end of both
// texts may be passed altogether. It does not slide over a fixed pair, nor more than FARTHEST tokens.

import type { Match } from "./match.ts";

/** Tokens an edit may slide either way: several sentences. Bounds the work in repetitive text. */
const FARTHEST = 256;

interface Sliding {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How well an edit of this side may begin or end before the token `index`; the higher the better. */
  borderScore(side: Side, index: number): number;
  /** Whether two matched tokens must stay so. */
  isFixed?(before: number, after: number): boolean;
  /** By place of one half of a pair: the place of the other. */
  readonly pairs?: Readonly<Record<Side, ReadonlyMap<number, number>>>;
}

/** More than any two borders: no pair is torn for a better border. */
const TORN = 100;

/** The matches with every insertion and every deletion at its best place. As many tokens are matched as before. */
export function slideEdits(matches: readonly Match[], sliding: Sliding): Match[] {
  const end: Match = { before: sliding.before.length, after: sliding.after.length, length: 0 };
  const slid: Match[] = [];
  let previous: Match = { before: 0, after: 0, length: 0 };
  for (const given of [...matches, end]) {
    const by = bestSlide(previous, given, sliding);
    const next = { before: given.before + by, after: given.after + by, length: given.length - by };
    if (previous.length + by > 0) slid.push({ ...previous, length: previous.length + by });
    previous = next;
  }
  if (previous.length > 0) slid.push(previous);
  return slid;
}

type Side = "before" | "after";

/** How far to slide what lies between two matches: negative to the left, 0 for a replacement. */
function bestSlide(previous: Match, next: Match, sliding: Sliding): number {
  const strikes = next.before - previous.before - previous.length;
  const writes = next.after - previous.after - previous.length;
  if (strikes > 0 === writes > 0) return 0;
  const side: Side = strikes > 0 ? "before" : "after";
  const from = previous[side] + previous.length;
  const to = next[side];
  const right = roomRight(previous, next, side, sliding);
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let by = -roomLeft(previous, next, side, sliding); by <= right; by++) {
    const borders = sliding.borderScore(side, from + by) + sliding.borderScore(side, to + by);
    const score = borders - TORN * tornIn(from + by, to + by, sliding.pairs?.[side]);
    if (score < bestScore) continue;
    best = by;
    bestScore = score;
  }
  return best;
}

/** Pairs with one half in a range and the other out of it. */
function tornIn(from: number, to: number, pairs: ReadonlyMap<number, number> | undefined): number {
  if (pairs === undefined || pairs.size === 0) return 0;
  let torn = 0;
  for (let at = from; at < to; at++) {
    const partner = pairs.get(at);
    if (partner !== undefined && (partner < from || partner >= to)) torn++;
  }
  return torn;
}

/** How many tokens an edit can slide to the left, over the end of the match before it. */
function roomLeft(previous: Match, next: Match, side: Side, sliding: Sliding): number {
  const tokens = sliding[side];
  const isFirst = previous.before === 0 && previous.after === 0;
  const most = Math.min(FARTHEST, isFirst ? previous.length : previous.length - 1);
  const last = previous.length - 1;
  let room = 0;
  while (room < most && tokens[previous[side] + last - room] === tokens[next[side] - 1 - room]) {
    if (sliding.isFixed?.(previous.before + last - room, previous.after + last - room)) break;
    room++;
  }
  return room;
}

/** How many tokens an edit can slide to the right, over the start of the match behind it. */
function roomRight(previous: Match, next: Match, side: Side, sliding: Sliding): number {
  const tokens = sliding[side];
  const isLast =
    next.before + next.length === sliding.before.length && next.after + next.length === sliding.after.length;
  const most = Math.min(FARTHEST, isLast ? next.length : next.length - 1);
  const from = previous[side] + previous.length;
  let room = 0;
  while (room < most && tokens[from + room] === tokens[next[side] + room]) {
    if (sliding.isFixed?.(next.before + room, next.after + room)) break;
    room++;
  }
  return room;
}
