// Which paragraphs (or rows) of two documents are the same, told by keys: equal content has an equal key.
//
// 1. Equal ends are matched, and what is equal beside what is known to correspond.
// 2. Anchors: keys that occur once on either side and that the caller lets anchor (a blank paragraph says nothing
//    about where it belongs). The heaviest run of anchors in the same order on both sides is the spine.
// 3. Each anchor takes in the equal neighbours after it, then those before it, whether they may anchor or not.
// 4. In the gaps that are left, keys that occur often in the document may be unique: steps 2 and 3 are repeated
//    there, MOST_LEVELS deep.
// 5. What then remains of keys that may anchor and stand as often on one side as on the other is aligned like tokens, so repeated
//    paragraphs keep their order, and takes in its equal neighbours too. Of one that stands more often on one side some was edited
//    or taken away: which, only what stands around it tells. A key that may not anchor is thus matched beside a match or not at all. A gap of
//    no more than `smallGap` pairs is left to the caller, who can weigh equal and edited twins against each other.
//
// We take the heaviest run of all anchors instead of the first that fits: a clause that moved is one anchor against
// the many it passed, and those decide. Steps are keys looked at, once per level.

import { alignTokens } from "./align-tokens.ts";
import type { Budget } from "./budget.ts";
import { heaviestIncreasing } from "./heaviest-increasing.ts";
import { extendMatches, type Gap, gapsBetween, type Match } from "./match.ts";

/** How often the gaps are searched for anchors. A bound for hostile input: what deeper levels would find, the last step finds too. */
const MOST_LEVELS = 8;

interface KeyOptions {
  /** Whether a key says enough to match paragraphs by it alone: long enough, not blank. */
  isAnchor(key: number): boolean;
  /** What it costs a reader when a key is off the spine, more than 0. */
  weightOf(key: number): number;
  /** What is known to correspond, equal or not, in order. */
  readonly spine?: readonly Match[];
  /** Pairs of a gap that the caller will try one by one. */
  readonly smallGap?: number;
  readonly budget: Budget;
}

/** Matches of two sequences of keys in order. Once the budget is spent the gaps still open stay open. */
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

/** The matches, and between them what `look` finds in each gap that has both sides. */
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

/** The anchors of a gap that keep order, as matches of one key each. */
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

/** By key the place where it stands, REPEATED for a key that stands in several. */
function placesOfUnique(keys: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place]!;
    places.set(key, places.has(key) ? REPEATED : place);
  }
  return places;
}

/** What corresponds among the keys of a gap that may anchor but are not unique. */
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

/** Whether a key stands in as many of the places on one side as on the other. */
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
