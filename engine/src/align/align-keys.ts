// Finds equal paragraphs (or rows) of two documents by their keys (CMP-16).
//
// 1. Equal ends are matched, and equal items beside known matches.
// 2. Anchors are keys that occur once on both sides and that the caller accepts: the position of a blank paragraph says
//   nothing. The heaviest run of anchors with the same order on both sides is the spine.
// 3. Each anchor takes in the equal neighbours after it, then those before it, including keys that cannot be anchors.
// 4. In the remaining gaps, keys that are frequent in the document may be unique. Steps 2 and 3 are repeated there,
//   MOST_LEVELS deep.
// 5. The remaining keys that can be anchors and occur equally often on both sides are aligned like tokens. Repeated
//   paragraphs so keep their order, and take in their equal neighbours too.
//
// If a key occurs more often on one side, some occurrences were edited or deleted, and only their neighbours show
// which. A key that cannot be an anchor is thus matched beside a match or not at all. Step 5 skips gaps of at most
// `smallGap` pairs: there the caller can compare equal and edited candidates.
//
// The heaviest run of all anchors is used instead of the first that fits. A clause that moved is one anchor against the
// many that it passed, and those decide. A step of the budget is one key, once per level.

import { alignTokens } from "./align-tokens.ts";
import type { Budget } from "./budget.ts";
import { heaviestIncreasing } from "./heaviest-increasing.ts";
import { extendMatches, type Gap, gapsBetween, type Match } from "./match.ts";

/**
 * How often the gaps are searched for anchors. It bounds hostile input; step 5 also finds what deeper levels would
 * find.
 */
const MOST_LEVELS = 8;

interface KeyOptions {
  /** True if the key alone identifies a paragraph: it is long enough and not blank. */
  isAnchor(key: number): boolean;
  /** Returns the cost for readers if a key is not on the spine. Greater than 0. */
  weightOf(key: number): number;
  /** Known matches in order, of equal or different items. */
  readonly spine?: readonly Match[];
  /** Step 5 skips gaps of at most this number of pairs, because the caller tries their pairs one by one. Default 0. */
  readonly smallGap?: number;
  readonly budget: Budget;
}

/** Returns matches of two sequences of keys in order. After the budget is spent, the remaining gaps stay open. */
export function alignKeys(before: Int32Array, after: Int32Array, options: KeyOptions): Match[] {
  const keys = { before, after };
  const sizes = { before: before.length, after: after.length };
  options.budget.spend(before.length + after.length);
  let matches = extendMatches(options.spine ?? [], keys);
  for (let level = 0; level < MOST_LEVELS; level++) {
    const found = inGaps(matches, sizes, (gap) => spineOf(keys, gap, options));
    if (found.length === matches.length) break;
    matches = extendMatches(found, keys);
  }
  return extendMatches(
    inGaps(matches, sizes, (gap) => repeatsOf(keys, gap, options)),
    keys,
  );
}

type Keys = { readonly before: Int32Array; readonly after: Int32Array };

/** Returns the matches, plus those that `look` finds in each gap with items on both sides. */
function inGaps(
  matches: readonly Match[],
  sizes: { before: number; after: number },
  look: (gap: Gap) => readonly Match[],
): Match[] {
  const all = [...matches];
  for (const gap of gapsBetween(matches, sizes)) {
    if (gap.before.from === gap.before.to || gap.after.from === gap.after.to) continue;
    for (const match of look(gap)) all.push(match);
  }
  return all.sort((one, other) => one.before - other.before);
}

/** Returns the anchors of a gap that keep their order, as matches of one key each. */
function spineOf(keys: Keys, gap: Gap, options: KeyOptions): Match[] {
  if (!options.budget.spend(sizeOf(gap))) return [];
  const before = keys.before.subarray(gap.before.from, gap.before.to);
  const beforePlaces = placesOfUnique(before);
  const afterPlaces = placesOfUnique(keys.after.subarray(gap.after.from, gap.after.to));
  const anchors: Match[] = [];
  for (let place = 0; place < before.length; place++) {
    const key = before[place]!;
    const afterPlace = afterPlaces.get(key) ?? REPEATED;
    if (beforePlaces.get(key) === REPEATED || afterPlace === REPEATED || !options.isAnchor(key)) continue;
    anchors.push({ before: gap.before.from + place, after: gap.after.from + afterPlace, length: 1 });
  }
  const weights = Float64Array.from(anchors, ({ before: place }) => options.weightOf(keys.before[place]!));
  const spine = heaviestIncreasing(
    Int32Array.from(anchors, (anchor) => anchor.after),
    weights,
  );
  return Array.from(spine, (place) => anchors[place]!);
}

const REPEATED = -1;

/** Maps a key to its position, or to REPEATED if it has several. */
function placesOfUnique(keys: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place]!;
    places.set(key, places.has(key) ? REPEATED : place);
  }
  return places;
}

/**
 * Returns the matches among the keys of a gap that can be anchors and occur equally often on both sides. Empty for a
 * gap of at most `smallGap` pairs.
 */
function repeatsOf(keys: Keys, gap: Gap, options: KeyOptions): Match[] {
  const pairs = (gap.before.to - gap.before.from) * (gap.after.to - gap.after.from);
  if (pairs <= (options.smallGap ?? 0) || !options.budget.spend(sizeOf(gap))) return [];
  const found = {
    before: placesOfAnchors(keys.before, gap.before, options),
    after: placesOfAnchors(keys.after, gap.after, options),
  };
  const isClear = asOften(keys, found);
  const before = found.before.filter((place) => isClear(keys.before[place]!));
  const after = found.after.filter((place) => isClear(keys.after[place]!));
  const matches = alignTokens(
    before.map((place) => keys.before[place]!),
    after.map((place) => keys.after[place]!),
    options.budget,
  );
  return matches.flatMap((match) =>
    Array.from({ length: match.length }, (_, k) => ({
      before: before[match.before + k]!,
      after: after[match.after + k]!,
      length: 1,
    })),
  );
}

/** Returns a predicate that is true for keys with the same number of occurrences at the positions of both sides. */
function asOften(keys: Keys, places: Keys): (key: number) => boolean {
  const balance = new Map<number, number>();
  for (const place of places.before) balance.set(keys.before[place]!, (balance.get(keys.before[place]!) ?? 0) + 1);
  for (const place of places.after) balance.set(keys.after[place]!, (balance.get(keys.after[place]!) ?? 0) - 1);
  return (key) => balance.get(key) === 0;
}

function placesOfAnchors(keys: Int32Array, range: Gap["before"], options: KeyOptions): Int32Array {
  const places: number[] = [];
  for (let place = range.from; place < range.to; place++) {
    if (options.isAnchor(keys[place]!)) places.push(place);
  }
  return Int32Array.from(places);
}

function sizeOf(gap: Gap): number {
  return gap.before.to - gap.before.from + gap.after.to - gap.after.from;
}
