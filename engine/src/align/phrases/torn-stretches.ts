// Replaces short stretches whole that an alignment keeps in part (CMP-102).
//
// A stretch is a word with its number, as "ten (10)", or a few words with the brackets or quotes around them. A stretch
// of signs may change inside: "(the Seller -A- +B+)" keeps both signs. It is torn if one of its signs changes together
// with words. Then all of its tokens are given up, on both sides. That may tear a stretch of the other side, so the
// rule is applied up to MOST_PASSES times.

import { type Match, Partners, partnersOf } from "../match.ts";

export interface ShortStretch {
  readonly from: number;
  readonly to: number;
  /** "signs": the first and last token are a pair of brackets or quotes. */
  readonly kind: "number" | "signs";
}

interface TornSide {
  readonly tokens: Int32Array;
  readonly stretches: readonly ShortStretch[];
  /** Maps the index of one sign of a pair to the index of the other. */
  readonly pairs: ReadonlyMap<number, number>;
}

interface TornTexts {
  readonly before: TornSide;
  readonly after: TornSide;
  isWord(token: number): boolean;
  isBlank(token: number): boolean;
  /** True if the token at an index of a side is a number in digits. */
  isNumber(side: "before" | "after", at: number): boolean;
}

const MOST_PASSES = 4;

/** Returns the matches without those inside torn stretches. */
export function replaceTorn(matches: readonly Match[], texts: TornTexts): Match[] {
  if (matches.length < 2) return [...matches];
  if (
    texts.before.stretches.length + texts.after.stretches.length + texts.before.pairs.size + texts.after.pairs.size ===
    0
  )
    return [...matches];
  const torn = new TornStretches(matches, texts);
  let isChanged = false;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const given = sides.map((side) => torn.giveUp(side) + torn.giveUpEmptied(side));
    if (given.every((count) => count === 0)) break;
    isChanged = true;
  }
  return isChanged ? torn.matches() : [...matches];
}

const sides = ["before", "after"] as const;

type Role = "before" | "after";

class TornStretches {
  readonly #texts: TornTexts;
  /** Indexed by token of a side: its partner on the other side, or -1. */
  readonly #partners: Readonly<Record<Role, Int32Array>>;
  /** Indexed by token of a side: the stretch of kind "number" that holds it, or -1. */
  readonly #numbers: Readonly<Record<Role, Int32Array>>;

  constructor(matches: readonly Match[], texts: TornTexts) {
    this.#texts = texts;
    this.#partners = partnersOf(matches, { before: texts.before.tokens.length, after: texts.after.tokens.length });
    this.#numbers = { before: numbersOf(texts.before), after: numbersOf(texts.after) };
  }

  /** Gives up the torn stretches of a side. Returns their number. */
  giveUp(side: Role): number {
    let given = 0;
    for (const stretch of this.#texts[side].stretches) {
      if (!this.#isTorn(stretch, side)) continue;
      given++;
      for (let at = stretch.from; at < stretch.to; at++) this.#release(side, at);
    }
    return given;
  }

  /**
   * Gives up the signs between two brackets or quotes that are both edited, if no word between them is kept. Returns the
   * number of signs.
   */
  giveUpEmptied(side: Role): number {
    const { tokens, pairs } = this.#texts[side];
    const words = this.#sumsOf(side, (at) => this.#texts.isWord(tokens[at]!));
    const kept = this.#sumsOf(side, () => true);
    // Indexed by token: begins of ranges less their ends.
    const edges = new Int32Array(tokens.length + 1);
    for (const [open, close] of pairs) {
      if (close < open || this.#partners[side][open]! >= 0 || this.#partners[side][close]! >= 0) continue;
      if (words[close]! > words[open]! || kept[close] === kept[open]) continue;
      edges[open]! += 1;
      edges[close]! -= 1;
    }
    let given = 0;
    let depth = 0;
    for (let at = 0; at < tokens.length; at++) {
      depth += edges[at]!;
      if (depth === 0 || this.#partners[side][at]! < 0) continue;
      this.#release(side, at);
      given++;
    }
    return given;
  }

  /** Indexed by token: the number of kept tokens before it for which `isCounted` is true. */
  #sumsOf(side: Role, isCounted: (at: number) => boolean): Int32Array {
    const partners = this.#partners[side];
    const sums = new Int32Array(partners.length + 1);
    for (let at = 0; at < partners.length; at++)
      sums[at + 1] = sums[at]! + (partners[at]! >= 0 && isCounted(at) ? 1 : 0);
    return sums;
  }

  #isTorn(stretch: ShortStretch, side: Role): boolean {
    let kept = 0;
    for (let at = stretch.from; at < stretch.to; at++) if (this.#partners[side][at]! >= 0) kept++;
    if (kept === 0 || kept === stretch.to - stretch.from) return false;
    if (stretch.kind === "signs") return this.#areSignsTorn(stretch, side);
    return !this.#hasTwin(stretch, side) && !this.#keepsHalf(stretch, side);
  }

  /** True if the word is kept alone, or the brackets with all that is in them. */
  #keepsHalf({ from, to }: ShortStretch, side: Role): boolean {
    const open = Array.from({ length: to - from }, (_, at) => from + at).find((at) => this.#texts[side].pairs.has(at));
    if (open === undefined) return false;
    const isKept = (at: number): boolean => this.#partners[side][at]! >= 0;
    const states = [this.#wordsIn({ from, to: open }, side).map(isKept), this.#tokensFrom(open, to).map(isKept)];
    return states.every((tokens) => tokens.every((one) => one === tokens[0])) && states[0]![0] !== states[1]![0];
  }

  #tokensFrom(from: number, to: number): number[] {
    return Array.from({ length: to - from }, (_, at) => from + at);
  }

  /** True if the kept tokens of a word with its number are all in one word with its number on the other side. */
  #hasTwin({ from, to }: ShortStretch, side: Role): boolean {
    const numbers = this.#numbers[other(side)];
    let twin: number | undefined;
    for (let at = from; at < to; at++) {
      const partner = this.#partners[side][at]!;
      if (partner < 0) continue;
      const place = numbers[partner]!;
      if (place < 0 || (twin !== undefined && twin !== place)) return false;
      twin = place;
    }
    return true;
  }

  #areSignsTorn({ from, to }: ShortStretch, side: Role): boolean {
    const [open, close] = [this.#partners[side][from]!, this.#partners[side][to - 1]!];
    if (open >= 0 && close >= 0) {
      if (this.#texts[other(side)].pairs.get(open) !== close) return true;
      return this.#isOtherKind({ from, to }, { from: open, to: close + 1 }, side);
    }
    if (!this.#keepsWords({ from: from + 1, to: to - 1 }, side)) return true;
    // Other signs are around the same words.
    const first = this.#partners[side][from + 1]!;
    if (this.#texts[other(side)].pairs.get(first - 1) === first + to - from - 2) return false;
    return [from, to - 1].some((at) => this.#partners[side][at]! < 0 && this.#isBesideWords(at, side));
  }

  /** True if no word is kept between two signs, and one side has only numbers there and the other none. */
  #isOtherKind(own: Range, twin: Range, side: Role): boolean {
    if (this.#wordsIn(own, side).some((at) => this.#partners[side][at]! >= 0)) return false;
    const counts = (
      [
        [own, side],
        [twin, other(side)],
      ] as const
    ).map(([range, one]) => {
      const words = this.#wordsIn(range, one);
      return { words: words.length, numbers: words.filter((at) => this.#texts.isNumber(one, at)).length };
    });
    const [one, two] = [counts[0]!, counts[1]!];
    if (one.words === 0 || two.words === 0) return false;
    return (one.numbers === one.words && two.numbers === 0) || (two.numbers === two.words && one.numbers === 0);
  }

  #wordsIn({ from, to }: Range, side: Role): number[] {
    const { tokens } = this.#texts[side];
    return Array.from({ length: to - from }, (_, at) => from + at).filter((at) => this.#texts.isWord(tokens[at]!));
  }

  /** True if all tokens of a range are kept without anything between them. */
  #keepsWords({ from, to }: Range, side: Role): boolean {
    const first = this.#partners[side][from]!;
    for (let at = from; at < to; at++)
      if (this.#partners[side][at]! < 0 || this.#partners[side][at]! !== first + at - from) return false;
    return true;
  }

  /** True if the edit that holds a token also holds a word, on either side. */
  #isBesideWords(token: number, side: Role): boolean {
    const own = this.#partners[side];
    let from = token;
    while (from > 0 && own[from - 1]! < 0 && token - from < FARTHEST) from--;
    let to = token + 1;
    while (to < own.length && own[to]! < 0 && to - token < FARTHEST) to++;
    if (to - from >= FARTHEST || this.#wordsIn({ from, to }, side).length > 0) return true;
    const start = from === 0 ? 0 : own[from - 1]! + 1;
    const end = to === own.length ? this.#partners[other(side)].length : own[to]!;
    return end - start >= FARTHEST || this.#wordsIn({ from: start, to: end }, other(side)).length > 0;
  }

  #release(side: Role, at: number): void {
    const partner = this.#partners[side][at]!;
    if (partner < 0) return;
    this.#partners[side][at] = -1;
    this.#partners[other(side)][partner] = -1;
  }

  /** Returns the matches, without white space between two edits. */
  matches(): Match[] {
    const kept = new Partners(this.#partners.before.length);
    for (const [at, partner] of this.#partners.before.entries()) if (partner >= 0) kept.join(at, partner);
    return kept.matches().filter((match) => !this.#isBlankBetween(match));
  }

  #isBlankBetween({ before, after, length }: Match): boolean {
    const isFirst = before === 0 && after === 0;
    const isLast = before + length === this.#partners.before.length && after + length === this.#partners.after.length;
    const { tokens } = this.#texts.before;
    return !isFirst && !isLast && tokens.subarray(before, before + length).every((token) => this.#texts.isBlank(token));
  }
}

/** An edit of more tokens than this is taken to hold words. */
const FARTHEST = 16;

interface Range {
  readonly from: number;
  readonly to: number;
}

function other(side: Role): Role {
  return side === "before" ? "after" : "before";
}

function numbersOf({ tokens, stretches }: TornSide): Int32Array {
  const places = new Int32Array(tokens.length).fill(-1);
  for (const [index, { from, to, kind }] of stretches.entries()) if (kind === "number") places.fill(index, from, to);
  return places;
}
