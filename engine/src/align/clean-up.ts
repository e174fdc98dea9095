// Makes an alignment of tokens readable: drops equal runs that only chop an edit into confetti.
//
// A shortest edit script keeps every token it can. In a rewritten sentence that keeps an "of" here and a comma there,
// and the reader gets alternating words instead of one replacement. Which runs go:
//
// - Only a run with an edit on either side may go; what borders one edit alone (the first and last words of a
//   paragraph) stays, however light.
// - A run without weight goes.
// - A run between two edits of at least LEAST_AROUND goes when it weighs no more than either, and no more than HEAVIEST; up
//   to HEAVIEST_LONE it goes when both edits weigh LONE_TIMES as much. What an edit weighs is the mean of what it strikes
//   and what it writes: a replaced word weighs a word, a word merely inserted half of one. So "$ -1,000- +1,500+ to the
//   -Contractor- +Vendor+" stays, as a person would mark it, and of two rewritten clauses with "of the" between them
//   one replacement is made.
// - Between two insertions, or two deletions, dropping would strike and retype text that nobody touched. There a run
//   goes when the two edits can be joined at no cost, by matching the same tokens elsewhere ("+a b+ c +a b+ c" to
//   "+a b c+ a b c"), or when it weighs less than ONE_SIDED_MOST and both edits at least ONE_SIDED_LEAST.
// - A run beside an insertion (deletion) that begins, or ends, with the same tokens can be matched there instead, and
//   the edits become one.
// - A run of very common words and signs alone says nothing by itself. It goes when both edits are at least LARGE characters
//   long on their longer side, or one is at least MEDIUM and the other VERY_LARGE: "-(ii) developed for- +within+ the -Company
//   …- +scope …+" is one replacement. It stays between two terms that were each replaced by another term, of up to
//   MOST_TERM words without common ones: "-accessory dwelling unit- +ADU+ or -junior accessory dwelling unit- +JADU+".
// - A run in which a sentence ends stays, unless it can be matched elsewhere at no cost: pieces of two sentences are two edits.
// - A run with a fixed pair stays.
//
// A dropped run makes the edits around it heavier, so this is repeated, MOST_PASSES times. After each time the runs
// that stayed take in equal neighbours again, hence the answer is maximal like any alignment. Weights are summed in
// whole units, so that the place of a token in the text does not decide.

import { extendMatches, type Match } from "./match.ts";

/** In letters of words that are not too common: a short word, or a few common ones. */
const HEAVIEST = 4;
/** A word or two between large edits are lost on the reader. */
const HEAVIEST_LONE = 14;
const LONE_TIMES = 3;

/** Single words that were replaced read well beside each other. */
const LEAST_AROUND = 15;

/** What two insertions (or deletions) must each weigh before a common word or a sign between them is dropped. */
const ONE_SIDED_LEAST = 12;
const ONE_SIDED_MOST = 2;

/** Characters of an edit beside which common words are lost. Readers of 150 such places agreed on these. */
const LARGE = 15;
const MEDIUM = 10;
const VERY_LARGE = 60;
/** Words of a term. */
const MOST_TERM = 4;
/** The weight of a very common word. */
const COMMON = 1;
/** Bounds the work where every dropped run makes one more droppable. */
const MOST_PASSES = 8;

/** Weights in whole numbers. */
const UNITS = 1000;

interface Wording {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** 0 for white space, next to nothing for signs, 1 for very common words, its letters for another word. */
  weightOf(token: number): number;
  /** Characters from one token up to another; without it tokens are counted. */
  sizeOf?(side: "before" | "after", from: number, to: number): number;
  /** True if a sentence ends with this token of before. */
  endsSentence?(before: number): boolean;
  /** True if two matched tokens must stay matched, such as the marks that end both last paragraphs. */
  isFixed?(before: number, after: number): boolean;
}

/** The matches without confetti. */
export function dropConfetti(matches: readonly Match[], wording: Wording): Match[] {
  const weights = { before: sumsOf(wording.before, wording), after: sumsOf(wording.after, wording) };
  // White space first: edits are told by what stands between words alone.
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

/** By place: the weight of all tokens before it, in units. */
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

/** A run with the runs that stand before and after it. */
interface Island {
  readonly match: Match;
  readonly previous: Match;
  readonly next: Match;
}

/** True if the run weighs nothing, has an edit on either side and contains no fixed pair. */
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

/** What lies between two runs: tokens struck and written, and the weight of both together. */
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

/** True if a reader would overlook this run of common words between the edits around it. */
function isLost({ match, previous, next }: Island, wording: Wording): boolean {
  const [left, right] = [sizeBetween(previous, match, wording), sizeBetween(match, next, wording)];
  const [smaller, larger] = [Math.min(left, right), Math.max(left, right)];
  if (smaller < LARGE && (smaller < MEDIUM || larger < VERY_LARGE)) return false;
  return !isTermReplaced(previous, match, wording) || !isTermReplaced(match, next, wording);
}

/** The characters of the longer side of an edit. */
function sizeBetween(previous: Match, next: Match, { sizeOf }: Wording): number {
  const sizes = (["before", "after"] as const).map((side) => {
    const [from, to] = [previous[side] + previous.length, next[side]];
    return sizeOf === undefined ? to - from : sizeOf(side, from, to);
  });
  return Math.max(...sizes);
}

/** True if an edit replaces one term by another: up to MOST_TERM words each, none of them common, and no signs. */
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
 * Whether the tokens of a run between two insertions (deletions) also stand at the outer ends of the two, so that
 * they can be matched there and the two become one.
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

/** Whether the edit on one side strikes or writes only, and begins or ends with the tokens of the run: they can be matched there. */
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

/** The side that an edit has tokens on, if that is one alone. */
function onlySide({ strikes, writes }: Edit): "before" | "after" | undefined {
  if (writes === 0) return "before";
  return strikes === 0 ? "after" : undefined;
}

function isRepeated(tokens: Int32Array, one: number, other: number, length: number): boolean {
  for (let k = 0; k < length; k++) if (tokens[one + k] !== tokens[other + k]) return false;
  return true;
}
