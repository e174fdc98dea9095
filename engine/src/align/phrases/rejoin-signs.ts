// Matches signs of brackets and quotes that an edit deletes and inserts again (CMP-14).
//
// If the other sign of the pair is kept, the deleted and the inserted sign are one sign. "(section -5); void- +2(b))+"
// becomes "(section -5- +2(b)+)-; void-".

import { type Gap, gapsBetween, type Match, Partners, partnersOf } from "../match.ts";

interface PairedTexts {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Map the index of one sign of a pair to the index of the other. */
  readonly pairs: { readonly before: ReadonlyMap<number, number>; readonly after: ReadonlyMap<number, number> };
}

export function rejoinSigns(matches: readonly Match[], texts: PairedTexts): Match[] {
  const { before, after, pairs } = texts;
  if (pairs.before.size === 0 || pairs.after.size === 0) return [...matches];
  const sizes = { before: before.length, after: after.length };
  const partners = partnersOf(matches, sizes).before;
  const found = gapsBetween(matches, sizes).flatMap((gap) => signsIn(gap, partners, texts));
  if (found.length === 0) return [...matches];
  const all = new Partners(before.length);
  for (const match of [...matches, ...found]) all.joinRun(match);
  return all.matches();
}

/** Returns the signs of an edit that are deleted and inserted, although the other sign of their pair is kept. */
function signsIn(edit: Gap, partners: Int32Array, { before, after, pairs }: PairedTexts): Match[] {
  const signs: Match[] = [];
  let next = edit.after.from;
  for (let at = edit.before.from; at < edit.before.to; at++) {
    const kept = partners[pairs.before.get(at) ?? -1] ?? -1;
    const twin = kept < 0 ? -1 : (pairs.after.get(kept) ?? -1);
    if (twin < next || twin >= edit.after.to || before[at] !== after[twin]) continue;
    signs.push({ before: at, after: twin, length: 1 });
    next = twin + 1;
  }
  return signs;
}
