// Drops small equal runs of an alignment that only chop an edit into pieces.
//
// A shortest edit script keeps every token that it can. In a rewritten sentence it keeps an "of" here and a comma
// there, and readers see alternating words instead of one replacement. These rules decide which runs are dropped:
//
// - Only a run with an edit on both sides may be dropped. A run beside one edit (the first and last words of a
//   paragraph) stays, however light it is.
// - A run without weight is dropped.
// - A run between two edits of at least LEAST_AROUND is dropped if it weighs no more than either of them, and no more
//   than HEAVIEST. Up to HEAVIEST_LONE it is dropped if both edits weigh LONE_TIMES its weight.
// - The weight of an edit is the mean of its deleted and its inserted weight. A replaced word weighs a word, a word
//   that is only inserted half of one. So "$ -1,000- +1,500+ to the -Contractor- +Vendor+" stays, as a person would
//   mark it. Two rewritten clauses with "of the" between them become one replacement.
// - Between two insertions, or two deletions, dropping would delete and reinsert text that nobody changed. There a run is
//   dropped if matching the same tokens elsewhere joins the two edits at no cost. So "+a b+ c +a b+ c" becomes
//   "+a b c+ a b c". The run is also dropped if it weighs less than ONE_SIDED_MOST and both edits at least
//   ONE_SIDED_LEAST.
// - A run beside an insertion (deletion) that begins or ends with the same tokens can be matched there instead, and the
//   edits become one.
// - A run of only very common words and signs says nothing by itself. It is dropped if both edits have at least LARGE
//   characters on their longer side, or one at least MEDIUM and the other VERY_LARGE. So "-(ii) developed for- +within+
//   the -Company …- +scope …+" is one replacement.
// - The rule for common words and signs does not apply between two terms that were each replaced by another term. A
//   term has up to MOST_TERM words, none very common: "-accessory dwelling unit- +ADU+ or -junior accessory …- +JADU+".
// - A run in which a sentence ends stays, unless it can be matched elsewhere at no cost, because pieces of two
//   sentences are two edits.
// - A run with a fixed pair stays.
//
// A dropped run makes the edits around it heavier, so the rules are applied up to MOST_PASSES times. After each pass
// the remaining runs take in equal neighbours again, so the result is maximal like any alignment. Weights are summed in
// whole units, so that rounding does not depend on the position of a token.

import { extendMatches, type Match } from "./match.ts";

/** Maximum weight of a dropped run, in letters of words that are not very common: a short word, or a few common ones. */
const HEAVIEST = 4;
/** Maximum weight of a run that readers overlook between large edits: a word or two. */
const HEAVIEST_LONE = 14;
const LONE_TIMES = 3;

/** Minimum weight of both edits. Single words that were replaced read well beside each other. */
const LEAST_AROUND = 15;

/**
 * Minimum weight of both insertions (or deletions) around a dropped light run. Their letters count half, as explained
 * in the header.
 */
const ONE_SIDED_LEAST = 12;
const ONE_SIDED_MOST = 2;

/** Characters of edits beside which readers overlook common words. Readers of 150 such positions agreed on these values. */
const LARGE = 15;
const MEDIUM = 10;
const VERY_LARGE = 60;
/** Maximum number of words of a term. */
export const MOST_TERM = 4;
/** The weight of a very common word. */
export const COMMON = 1;
/** Bounds the work if every dropped run makes another one light enough. */
const MOST_PASSES = 8;

/** Units per weight of 1. */
const UNITS = 1000;

interface Wording {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Returns 0 for white space, almost 0 for signs, 1 for very common words, and the number of letters for other words. */
  weightOf(token: number): number;
  /** Returns the number of characters from one token up to another. Without this function, tokens are counted. */
  sizeOf?(side: "before" | "after", from: number, to: number): number;
  /** True if a sentence ends with this token of before. */
  endsSentence?(before: number): boolean;
  /** True if two matched tokens must stay matched, for example the marks that end both last paragraphs. */
  isFixed?(before: number, after: number): boolean;
}

/** Returns the matches without the dropped runs. */
export function dropConfetti(matches: readonly Match[], wording: Wording): Match[] {
  const weights = { before: sumsOf(wording.before, wording), after: sumsOf(wording.after, wording) };
  // White space first, because the other rules compare the edits between words.
  const isBlank: IsDropped = (island) => isWeightless(island, wording, weights);
  let kept = extendMatches(dropOnce(matches, wording, isBlank), wording);
  const isDropped: IsDropped = (island) => isConfetti(island, wording, weights);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const fewer = dropOnce(kept, wording, isDropped);
    if (fewer.length === kept.length) break;
    kept = extendMatches(fewer, wording);
  }
  return kept;
}

interface Weights {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Indexed by token: the weight of all tokens before it, in units. */
function sumsOf(tokens: Int32Array, wording: Wording): Float64Array {
  const sums = new Float64Array(tokens.length + 1);
  for (let place = 0; place < tokens.length; place++) {
    sums[place + 1] = sums[place]! + Math.round(wording.weightOf(tokens[place]!) * UNITS);
  }
  return sums;
}

type IsDropped = (island: Island) => boolean;

function dropOnce(matches: readonly Match[], wording: Wording, isDropped: IsDropped): Match[] {
  const kept: Match[] = [];
  const end: Match = { before: wording.before.length, after: wording.after.length, length: 0 };
  matches.forEach((match, place) => {
    const island = { match, previous: kept.at(-1) ?? START, next: matches[place + 1] ?? end };
    if (!isDropped(island)) kept.push(match);
  });
  return kept;
}

const START: Match = { before: 0, after: 0, length: 0 };

/** A run with the runs before and after it. */
interface Island {
  readonly match: Match;
  readonly previous: Match;
  readonly next: Match;
}

/** True if the run weighs nothing, has an edit on both sides and contains no fixed pair. */
function isWeightless({ match, previous, next }: Island, wording: Wording, weights: Weights): boolean {
  if (weights.before[match.before + match.length]! !== weights.before[match.before]!) return false;
  const isBetween = !isNone(editBetween(previous, match, weights)) && !isNone(editBetween(match, next, weights));
  return isBetween && !holdsFixed(match, wording);
}

function isConfetti(island: Island, wording: Wording, weights: Weights): boolean {
  const { match, previous, next } = island;
  const left = editBetween(previous, match, weights);
  const right = editBetween(match, next, weights);
  if (isNone(left) || isNone(right) || holdsFixed(match, wording)) return false;
  const weight = weights.before[match.before + match.length]! - weights.before[match.before]!;
  if (weight === 0) return true;
  const isOneSided = left.strikes + right.strikes === 0 || left.writes + right.writes === 0;
  if (isOneSided && canJoinEdits(island, left.strikes > 0 ? "before" : "after", wording)) return true;
  if (!isOneSided && canMoveInto(island, { left, right }, wording)) return true;
  if (holdsSentenceEnd(match, wording)) return false;
  if (isCommon(match, wording) && isLost(island, wording)) return true;
  if (isOneSided) {
    return weight < ONE_SIDED_MOST * UNITS && Math.min(left.weight, right.weight) >= 2 * ONE_SIDED_LEAST * UNITS;
  }
  const around = Math.min(left.weight, right.weight);
  if (around < 2 * LEAST_AROUND * UNITS) return false;
  if (weight <= HEAVIEST * UNITS && 2 * weight <= around) return true;
  return weight <= HEAVIEST_LONE * UNITS && 2 * LONE_TIMES * weight <= around;
}

/** The edit between two runs: numbers of deleted and inserted tokens, and the sum of both weights. */
interface Edit {
  readonly strikes: number;
  readonly writes: number;
  readonly weight: number;
}

function editBetween(previous: Match, next: Match, weights: Weights): Edit {
  const before = previous.before + previous.length;
  const after = previous.after + previous.length;
  return {
    strikes: next.before - before,
    writes: next.after - after,
    weight: weights.before[next.before]! - weights.before[before]! + weights.after[next.after]! - weights.after[after]!,
  };
}

function isNone(edit: Edit): boolean {
  return edit.strikes === 0 && edit.writes === 0;
}

function holdsFixed(match: Match, wording: Wording): boolean {
  if (!wording.isFixed) return false;
  for (let k = 0; k < match.length; k++) {
    if (wording.isFixed(match.before + k, match.after + k)) return true;
  }
  return false;
}

function holdsSentenceEnd(match: Match, { endsSentence }: Wording): boolean {
  if (endsSentence === undefined) return false;
  for (let k = 0; k < match.length; k++) if (endsSentence(match.before + k)) return true;
  return false;
}

/** True if the run has only very common words, signs and white space. */
function isCommon(match: Match, { before, weightOf }: Wording): boolean {
  for (let k = 0; k < match.length; k++) if (weightOf(before[match.before + k]!) > COMMON) return false;
  return true;
}

/** True if readers would overlook this run of common words between its edits. */
function isLost({ match, previous, next }: Island, wording: Wording): boolean {
  const [left, right] = [sizeBetween(previous, match, wording), sizeBetween(match, next, wording)];
  const [smaller, larger] = [Math.min(left, right), Math.max(left, right)];
  if (smaller < LARGE && (smaller < MEDIUM || larger < VERY_LARGE)) return false;
  return !isTermReplaced(previous, match, wording) || !isTermReplaced(match, next, wording);
}

/** Returns the number of characters of the longer side of an edit. */
function sizeBetween(previous: Match, next: Match, { sizeOf }: Wording): number {
  const sizes = (["before", "after"] as const).map((side) => {
    const [from, to] = [previous[side] + previous.length, next[side]];
    return sizeOf === undefined ? to - from : sizeOf(side, from, to);
  });
  return Math.max(...sizes);
}

/** True if an edit replaces one term with another: up to MOST_TERM words each, none of them common, and no signs. */
function isTermReplaced(previous: Match, next: Match, wording: Wording): boolean {
  return (["before", "after"] as const).every((side) => {
    let words = 0;
    for (let at = previous[side] + previous.length; at < next[side]; at++) {
      const weight = wording.weightOf(wording[side][at]!);
      if (weight === 0) continue;
      if (weight <= COMMON) return false;
      words++;
    }
    return words > 0 && words <= MOST_TERM;
  });
}

/**
 * True if the tokens of a run between two insertions (deletions) also occur at their outer ends. The run can be matched
 * there, and the two edits become one.
 */
function canJoinEdits({ match, previous, next }: Island, side: "before" | "after", wording: Wording): boolean {
  const tokens = wording[side];
  const from = previous[side] + previous.length;
  const to = next[side];
  let head = 0;
  while (head < match.length && tokens[from + head] === tokens[match[side] + head]) head++;
  let tail = 0;
  while (tail < match.length - head && tokens[to - 1 - tail] === tokens[match[side] + match.length - 1 - tail]) tail++;
  return head + tail === match.length;
}

/**
 * True if the edit on one side only deletes or only inserts, and begins or ends with the tokens of the run. The run can
 * be matched there.
 */
function canMoveInto(
  { match, previous, next }: Island,
  { left, right }: { readonly left: Edit; readonly right: Edit },
  wording: Wording,
): boolean {
  const onLeft = onlySide(left);
  if (onLeft !== undefined && Math.max(left.strikes, left.writes) >= match.length) {
    if (isRepeated(wording[onLeft], previous[onLeft] + previous.length, match[onLeft], match.length)) return true;
  }
  const onRight = onlySide(right);
  if (onRight === undefined || Math.max(right.strikes, right.writes) < match.length) return false;
  return isRepeated(wording[onRight], next[onRight] - match.length, match[onRight], match.length);
}

/** Returns the side on which an edit has tokens, or undefined if it has tokens on both. The edit must have tokens. */
function onlySide({ strikes, writes }: Edit): "before" | "after" | undefined {
  if (writes === 0) return "before";
  return strikes === 0 ? "after" : undefined;
}

function isRepeated(tokens: Int32Array, one: number, other: number, length: number): boolean {
  for (let k = 0; k < length; k++) if (tokens[one + k] !== tokens[other + k]) return false;
  return true;
}
