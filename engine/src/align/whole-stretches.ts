// Replaces stretches whole that changed in more than half of their parts.
//
// A date, a compound or a section number is one thing to a reader: "12/05/2026" that became "01/09/2026" is one
// replacement, not two with a slash between them. Where half or less of it changed the changed part alone is marked.
// A stretch that only grew or shrank was not replaced. Of as many parts on either side one that is found again in another place changed.

import { type Match, Partners } from "./match.ts";

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface StretchedSide {
  readonly tokens: Int32Array;
  /** In order, none in another. */
  readonly stretches: readonly Stretch[];
}

interface Stretched {
  readonly before: StretchedSide;
  readonly after: StretchedSide;
  /** True if a token counts as a part of its stretch, such as a word. */
  isPart(token: number): boolean;
}

/** The matches without those inside stretches that are replaced whole. */
export function replaceWhole(matches: readonly Match[], stretched: Stretched): Match[] {
  const { before, after } = stretched;
  if (matches.length < 2 || before.stretches.length === 0 || after.stretches.length === 0) return [...matches];
  const partners = partnersOf(matches, stretched);
  const places = placesOf(after);
  const given = new Set<number>();
  for (const stretch of before.stretches) {
    const other = after.stretches[twinOf(stretch, partners.after, places)];
    if (other === undefined || !isReplaced(stretch, other, partners, stretched)) continue;
    for (let at = stretch.from; at < stretch.to; at++) given.add(at);
  }
  return given.size === 0 ? [...matches] : withoutPlaces(matches, given, before.tokens.length);
}

interface BothPartners {
  /** By token of before its partner, or -1; and the other way round. */
  readonly after: Int32Array;
  readonly before: Int32Array;
}

function partnersOf(matches: readonly Match[], { before, after }: Stretched): BothPartners {
  const found = {
    after: new Int32Array(before.tokens.length).fill(-1),
    before: new Int32Array(after.tokens.length).fill(-1),
  };
  for (const match of matches) {
    for (let k = 0; k < match.length; k++) {
      found.after[match.before + k] = match.after + k;
      found.before[match.after + k] = match.before + k;
    }
  }
  return found;
}

/** By token: the stretch it is in, or -1. */
function placesOf({ tokens, stretches }: StretchedSide): Int32Array {
  const places = new Int32Array(tokens.length).fill(-1);
  for (const [index, { from, to }] of stretches.entries()) places.fill(index, from, to);
  return places;
}

/** The one stretch of the other side that a stretch shares tokens with; -1 when there is none, or it also shares some with what is in none. */
function twinOf({ from, to }: Stretch, partners: Int32Array, places: Int32Array): number {
  let twin = -1;
  for (let at = from; at < to; at++) {
    const partner = partners[at]!;
    if (partner < 0) continue;
    const place = places[partner]!;
    if (place < 0 || (twin >= 0 && place !== twin)) return -1;
    twin = place;
  }
  return twin;
}

function isReplaced(one: Stretch, other: Stretch, partners: BothPartners, stretched: Stretched): boolean {
  const before = partsOf(one, stretched.before.tokens, stretched);
  const after = partsOf(other, stretched.after.tokens, stretched);
  if (!partsLinkInside(other, one, partners.before)) return false;
  const isKept = (at: number, place: number): boolean => {
    const partner = partners.after[at]!;
    return partner >= 0 && (before.length !== after.length || partner === after[place]);
  };
  const kept = before.filter(isKept).length;
  const keptAfter = after.filter((at) => partners.before[at]! >= 0).length;
  if (kept === before.length || keptAfter === after.length) return false;
  return 2 * kept < Math.max(before.length, after.length);
}

/** True if every partner of the stretch's tokens lies inside the other stretch. */
function partsLinkInside({ from, to }: Stretch, other: Stretch, partners: Int32Array): boolean {
  for (let at = from; at < to; at++) {
    const partner = partners[at]!;
    if (partner >= 0 && (partner < other.from || partner >= other.to)) return false;
  }
  return true;
}

function partsOf({ from, to }: Stretch, tokens: Int32Array, { isPart }: Stretched): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at).filter((at) => isPart(tokens[at]!));
}

function withoutPlaces(matches: readonly Match[], given: ReadonlySet<number>, length: number): Match[] {
  const kept = new Partners(length);
  for (const match of matches) {
    for (let k = 0; k < match.length; k++)
      if (!given.has(match.before + k)) kept.join(match.before + k, match.after + k);
  }
  return kept.matches();
}
