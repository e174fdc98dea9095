// Extends edits that would change only one half of a pair of brackets or quotes (CMP-14).
//
// "(the -Seller "A- +Buyer "B+")" deletes a quote whose partner stays. An edit may take in up to MOST_SIGNS adjacent
// signs if that leaves fewer pairs torn: '(the -Seller "A"- +Buyer "B"+)'. It takes in as few signs as necessary. If the
// kept sign is beside another edit, that edit takes it in. Pairs that sliding can repair were repaired before (slide.ts).

import { type Match, Partners } from "./match.ts";

/** Maximum number of signs that an edit may take in. */
const MOST_SIGNS = 3;

interface Paired {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Map the index of one half of a pair to the index of the other. */
  readonly pairs: { readonly before: ReadonlyMap<number, number>; readonly after: ReadonlyMap<number, number> };
  isSign(token: number): boolean;
  /** True for white space, which does not count as a sign that the edit takes in. */
  isBlank(token: number): boolean;
  isFixed(before: number): boolean;
}

export function mendPairs(matches: readonly Match[], paired: Paired): Match[] {
  if (matches.length === 0 || (paired.pairs.before.size === 0 && paired.pairs.after.size === 0)) return [...matches];
  const edits = new Edits(matches, paired);
  let isMended = false;
  for (let at = 0; at < edits.places.length; at++) if (edits.mend(at) || edits.mendBeside(at)) isMended = true;
  return isMended ? edits.matches() : [...matches];
}

/** The range between two matches. It grows when the edit takes in signs. */
interface EditPlace {
  readonly before: { from: number; to: number };
  readonly after: { from: number; to: number };
}

class Edits {
  readonly places: EditPlace[] = [];
  readonly #paired: Paired;
  /** Indexed by token of either side: the partner of a kept token, or -1. */
  readonly #partners: { readonly before: Int32Array; readonly after: Int32Array };
  /** Map, for each side, the first token of an edit, and the first token after it, to the edit. */
  readonly #starts = { before: new Map<number, number>(), after: new Map<number, number>() };
  readonly #ends = { before: new Map<number, number>(), after: new Map<number, number>() };

  constructor(matches: readonly Match[], paired: Paired) {
    this.#paired = paired;
    this.#partners = {
      before: new Int32Array(paired.before.length).fill(-1),
      after: new Int32Array(paired.after.length).fill(-1),
    };
    let [before, after] = [0, 0];
    for (const match of [...matches, { before: paired.before.length, after: paired.after.length, length: 0 }]) {
      if (match.before > before || match.after > after) {
        this.places.push({ before: { from: before, to: match.before }, after: { from: after, to: match.after } });
      }
      for (let k = 0; k < match.length; k++) {
        this.#partners.before[match.before + k] = match.after + k;
        this.#partners.after[match.after + k] = match.before + k;
      }
      [before, after] = [match.before + match.length, match.after + match.length];
    }
    for (const [index, place] of this.places.entries()) {
      for (const side of ["before", "after"] as const) {
        this.#starts[side].set(place[side].from, index);
        this.#ends[side].set(place[side].to, index);
      }
    }
  }

  /**
   * Extends another edit by a kept sign beside it if the other sign of the pair is in this edit, and no other pair is
   * torn then. Returns true if an edit changed.
   */
  mendBeside(index: number): boolean {
    for (const side of ["before", "after"] as const) {
      const { from, to } = this.places[index]![side];
      for (let at = from; at < to; at++) {
        const sign = this.#paired.pairs[side].get(at) ?? -1;
        if ((this.#partners[side][sign] ?? -1) < 0) continue;
        const beside = this.#starts[side].get(sign + 1) ?? this.#ends[side].get(sign);
        if (beside !== undefined && beside !== index && this.#takeSign(beside, side, sign)) return true;
      }
    }
    return false;
  }

  #takeSign(index: number, side: "before" | "after", sign: number): boolean {
    const edit = this.places[index]!;
    const grown = sign < edit[side].from ? grow(edit, 1, 0) : grow(edit, 0, 1);
    const token = sign < edit[side].from ? grown.before.from : edit.before.to;
    if (this.#paired.isFixed(token)) return false;
    const isNext = this.#partners.before[token] === (sign < edit[side].from ? grown.after.from : edit.after.to);
    if (!isNext || this.#tornBy(grown) > this.#tornBy(edit)) return false;
    this.#take(grown);
    this.places[index] = grown;
    return true;
  }

  /** Extends an edit by adjacent signs if fewer pairs are torn then. Returns true if the edit changed. */
  mend(index: number): boolean {
    const edit = this.places[index]!;
    const torn = this.#tornBy(edit);
    if (torn === 0) return false;
    const [left, right] = [this.#reach(edit, -1), this.#reach(edit, 1)];
    let best: { readonly edit: EditPlace; readonly torn: number; readonly signs: number } | undefined;
    for (const [before, signsBefore] of left.entries()) {
      for (const [after, signsAfter] of right.entries()) {
        const signs = signsBefore + signsAfter;
        if (signs === 0 || signs > MOST_SIGNS) continue;
        const grown = grow(edit, before, after);
        const left = this.#tornBy(grown);
        if (left >= torn || (best !== undefined && (best.torn < left || (best.torn === left && best.signs <= signs))))
          continue;
        best = { edit: grown, torn: left, signs };
      }
    }
    if (best === undefined) return false;
    this.#take(best.edit);
    this.places[index] = best.edit;
    return true;
  }

  /** Returns, for each number of kept tokens on one side, how many signs the edit takes in by reaching over them. */
  #reach({ before, after }: EditPlace, direction: -1 | 1): number[] {
    const { isSign, isBlank, isFixed } = this.#paired;
    const signs = [0];
    const first = direction < 0 ? before.from - 1 : before.to;
    const other = direction < 0 ? after.from - 1 : after.to;
    for (let step = 0; ; step++) {
      const at = first + direction * step;
      const token = this.#paired.before[at];
      const isNext = token !== undefined && this.#partners.before[at] === other + direction * step;
      if (!isNext || !isSign(token) || isFixed(at)) return signs;
      signs.push(signs.at(-1)! + (isBlank(token) ? 0 : 1));
      if (signs.at(-1)! > MOST_SIGNS) return signs;
    }
  }

  /** Returns the number of pairs with one half in an edit and the other half kept. */
  #tornBy(edit: EditPlace): number {
    let torn = 0;
    for (const side of ["before", "after"] as const) {
      const { from, to } = edit[side];
      for (let at = from; at < to; at++) {
        const partner = this.#paired.pairs[side].get(at);
        if (partner === undefined || (partner >= from && partner < to)) continue;
        if (this.#partners[side][partner]! >= 0) torn++;
      }
    }
    return torn;
  }

  #take({ before, after }: EditPlace): void {
    this.#partners.before.fill(-1, before.from, before.to);
    this.#partners.after.fill(-1, after.from, after.to);
  }

  matches(): Match[] {
    const kept = new Partners(this.#partners.before.length);
    for (const [at, partner] of this.#partners.before.entries()) if (partner >= 0) kept.join(at, partner);
    return kept.matches();
  }
}

function grow({ before, after }: EditPlace, left: number, right: number): EditPlace {
  return {
    before: { from: before.from - left, to: before.to + right },
    after: { from: after.from - left, to: after.to + right },
  };
}
