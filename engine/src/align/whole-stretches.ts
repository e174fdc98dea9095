// Replaces a stretch as a whole if more than half of its parts changed (CMP-10).
//
// A stretch is a date, a compound or a section number, which readers take as one thing. "12/05/2026" to "01/09/2026" is
// one replacement, not two with a slash between them. If half or less of the stretch changed, only the changed part is
// marked. A stretch that only grew or shrank was not replaced. If both sides have the same number of parts, a part that
// is found at another position counts as changed.

import { type Match, Partners } from "./match.ts";

interface TokenRange {
  readonly from: number;
  readonly to: number;
}

interface StretchedSide {
  readonly tokens: Int32Array;
  /** In order, without overlaps. */
  readonly stretches: readonly TokenRange[];
}

interface Stretched {
  readonly before: StretchedSide;
  readonly after: StretchedSide;
  /** True if a token counts as a part of its stretch, for example a word. */
  isPart(token: number): boolean;
}

/** Returns the matches without those inside stretches that are replaced as a whole. */
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
  /** Indexed by token of the other side: its partner, or -1. */
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

/** Indexed by token: its stretch, or -1. */
function placesOf({ tokens, stretches }: StretchedSide): Int32Array {
  const places = new Int32Array(tokens.length).fill(-1);
  for (const [index, { from, to }] of stretches.entries()) places.fill(index, from, to);
  return places;
}

/**
 * Returns the only stretch of the other side that a stretch shares tokens with. Returns -1 if there are several or no
 * such stretches, or if it shares tokens outside of stretches.
 */
function twinOf({ from, to }: TokenRange, partners: Int32Array, places: Int32Array): number {
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

function isReplaced(one: TokenRange, other: TokenRange, partners: BothPartners, stretched: Stretched): boolean {
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

/** True if all partners of the stretch's tokens are inside the other stretch. */
function partsLinkInside({ from, to }: TokenRange, other: TokenRange, partners: Int32Array): boolean {
  for (let at = from; at < to; at++) {
    const partner = partners[at]!;
    if (partner >= 0 && (partner < other.from || partner >= other.to)) return false;
  }
  return true;
}

function partsOf({ from, to }: TokenRange, tokens: Int32Array, { isPart }: Stretched): number[] {
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
