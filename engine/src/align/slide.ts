// Slides insertions and deletions to the position that readers expect.
//
// "one two three" to "one two one two three" may be shown as "+one two+ one two three", "one +two one+ two three" or
// "one two +one two+ three". An edit can slide by one token if the token before the edit equals its last token, or the
// token after it its first. All positions are equally small. The caller scores the borders (sentence end, clause,
// word), and the position with the best sum of both borders wins. Among equal ones the rightmost wins, because readers
// see a repetition as something added after the original.
//
// The edit may contain one half of a pair of brackets or quotes, with the other half kept. A position like that is worse
// than any other: "(a +b) or (c+)" becomes "(a b) +or (c)+".
//
// An edit slides over the adjacent run but never into the next edit. Only a run at the very start or end of both texts
// may be passed completely. An edit does not slide over a fixed pair, nor further than FARTHEST tokens.

import type { Match, Range } from "./match.ts";

/** Maximum number of tokens that an edit may slide each way: several sentences. Bounds the work in repetitive text. */
const FARTHEST = 256;

interface Sliding {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Returns how well an edit of this side may begin or end before token `index`; higher is better. */
  borderScore(side: Role, index: number): number;
  /** True if two matched tokens must stay matched. */
  isFixed?(before: number, after: number): boolean;
  /** Maps the index of one half of a pair to the index of the other. */
  readonly pairs?: Readonly<Record<Role, ReadonlyMap<number, number>>>;
}

/** The penalty of a torn pair. It exceeds the score of any two borders, so no pair is torn for better borders. */
const TORN = 100;

/**
 * Returns the matches with every insertion and deletion at its best position. The number of matched tokens stays the
 * same.
 */
export function slideEdits(matches: readonly Match[], sliding: Sliding): Match[] {
  const kept = keptTokens(matches, sliding);
  const end: Match = { before: sliding.before.length, after: sliding.after.length, length: 0 };
  const slid: Match[] = [];
  let previous: Match = { before: 0, after: 0, length: 0 };
  for (const given of [...matches, end]) {
    const by = bestSlide(previous, given, { ...sliding, kept });
    const next = { before: given.before + by, after: given.after + by, length: given.length - by };
    if (previous.length + by > 0) slid.push({ ...previous, length: previous.length + by });
    previous = next;
  }
  if (previous.length > 0) slid.push(previous);
  return slid;
}

type Role = "before" | "after";

/** Sliding, with the tokens that are kept before it begins: 1 for each of them, 0 for the others. */
interface KeptSliding extends Sliding {
  readonly kept: Readonly<Record<Role, Uint8Array>>;
}

/** Returns how far to slide the edit between two matches: negative to the left, 0 for a replacement. */
function bestSlide(previous: Match, next: Match, sliding: KeptSliding): number {
  const strikes = next.before - previous.before - previous.length;
  const writes = next.after - previous.after - previous.length;
  if (strikes > 0 === writes > 0) return 0;
  const side: Role = strikes > 0 ? "before" : "after";
  const from = previous[side] + previous.length;
  const to = next[side];
  const right = roomRight(previous, next, side, sliding);
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let by = -roomLeft(previous, next, side, sliding); by <= right; by++) {
    const borders = sliding.borderScore(side, from + by) + sliding.borderScore(side, to + by);
    const score = borders - TORN * tornIn({ from, to }, by, { pairs: sliding.pairs?.[side], kept: sliding.kept[side] });
    if (score < bestScore) continue;
    best = by;
    bestScore = score;
  }
  return best;
}

interface PairedTokens {
  readonly pairs: ReadonlyMap<number, number> | undefined;
  readonly kept: Uint8Array;
}

/** Returns the number of pairs with one half in an edit that slid, and the other half kept. */
function tornIn({ from, to }: Range, by: number, { pairs, kept }: PairedTokens): number {
  if (pairs === undefined || pairs.size === 0) return 0;
  let torn = 0;
  for (let at = from + by; at < to + by; at++) {
    const partner = pairs.get(at);
    if (partner === undefined || (partner >= from + by && partner < to + by)) continue;
    if (kept[partner] === 1 || (partner >= from && partner < to)) torn++;
  }
  return torn;
}

function keptTokens(matches: readonly Match[], { before, after }: Sliding): Record<Role, Uint8Array> {
  const kept = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  for (const match of matches) {
    kept.before.fill(1, match.before, match.before + match.length);
    kept.after.fill(1, match.after, match.after + match.length);
  }
  return kept;
}

/** Returns how many tokens an edit can slide to the left, over the end of the match before it. */
function roomLeft(previous: Match, next: Match, side: Role, sliding: Sliding): number {
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

/** Returns how many tokens an edit can slide to the right, over the start of the match after it. */
function roomRight(previous: Match, next: Match, side: Role, sliding: Sliding): number {
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
