// Gives up kept words that belong to different sentences on the two sides (CMP-103).
//
// Sentences are paired by the letters that they keep in common. A few words of a deleted sentence may also occur in a
// sentence that has another partner, or that is new. They are kept by chance.

import type { Match } from "../match.ts";

type Role = "before" | "after";

interface SentenceTexts {
  /** Indexed by token of a side: the number of its sentence. */
  readonly sentences: Readonly<Record<Role, Int32Array>>;
  /** Indexed by token of a side: the number of letters before it. One more entry than tokens. */
  readonly letters: Readonly<Record<Role, Int32Array>>;
  /** Indexed by token of a side: the number of words before it. One more entry than tokens. */
  readonly words: Readonly<Record<Role, Int32Array>>;
  /** True if the match of a token of before must stay. */
  isFixed(before: number): boolean;
}

/** Maximum share of the letters of either sentence that is kept by chance. */
const CHANCE_SHARE = 0.2;
/** Kept words are also given up if both edits beside them have this number of times their letters. */
const SMALL_TIMES = 3;
/** Minimum number of letters of both edits for that. */
const LARGE = 10;
/** Maximum number of words that are kept by chance. */
const MOST_WORDS = 4;

/** Returns the matches without words that two sentences share by chance. */
export function dropStrays(matches: readonly Match[], texts: SentenceTexts): Match[] {
  const { sentences, letters, words } = texts;
  if (matches.length < 2 || sentences.before.length === 0 || sentences.after.length === 0) return [...matches];
  if (sentences.before.at(-1) === 0 && sentences.after.at(-1) === 0) return [...matches];
  const pairs = new SentencePairs(texts);
  for (const match of matches) pairs.add(match);
  return matches.filter((match, at) => {
    const [one, other] = [sentences.before[match.before]!, sentences.after[match.after]!];
    const last = match.length - 1;
    const isWithin = sentences.before[match.before + last] === one && sentences.after[match.after + last] === other;
    const isFirst = match.before === 0 && match.after === 0;
    const isLast = at === matches.length - 1;
    if (!isWithin || isFirst || isLast || holdsFixed(match, texts)) return true;
    const size = letters.before[match.before + match.length]! - letters.before[match.before]!;
    if (size === 0 || pairs.arePaired(one, other)) return true;
    if (words.before[match.before + match.length]! - words.before[match.before]! > MOST_WORDS) return true;
    const around = Math.min(editSize(matches[at - 1], match, texts), editSize(match, matches[at + 1], texts));
    const isSmall = around >= LARGE && SMALL_TIMES * size <= around;
    return !isSmall && !pairs.isByChance(one, other);
  });
}

/** Returns the letters of the longer side of the edit between two matches. */
function editSize(previous: Match | undefined, next: Match | undefined, { letters }: SentenceTexts): number {
  const sizes = (["before", "after"] as const).map((side) => {
    const from = previous === undefined ? 0 : previous[side] + previous.length;
    const to = next === undefined ? letters[side].length - 1 : next[side];
    return letters[side][to]! - letters[side][from]!;
  });
  return Math.max(...sizes);
}

function holdsFixed({ before, length }: Match, { isFixed }: SentenceTexts): boolean {
  for (let at = before; at < before + length; at++) if (isFixed(at)) return true;
  return false;
}

/** The letters that each two sentences keep in common. */
class SentencePairs {
  readonly #texts: SentenceTexts;
  readonly #sizes: Readonly<Record<Role, Int32Array>>;
  /** Maps a sentence of before to the letters that each sentence of after keeps of it. */
  readonly #common = new Map<number, Map<number, number>>();
  /** Indexed by sentence: its partner, or -1, and the letters that both keep. */
  readonly #best: Readonly<Record<Role, { readonly partner: Int32Array; readonly letters: Int32Array }>>;

  constructor(texts: SentenceTexts) {
    this.#texts = texts;
    this.#sizes = { before: sizesOf("before", texts), after: sizesOf("after", texts) };
    const none = (side: Role): { readonly partner: Int32Array; readonly letters: Int32Array } => {
      const { length } = this.#sizes[side];
      return { partner: new Int32Array(length).fill(-1), letters: new Int32Array(length) };
    };
    this.#best = { before: none("before"), after: none("after") };
  }

  add({ before, after, length }: Match): void {
    const { sentences, letters } = this.#texts;
    for (let k = 0; k < length; k++) {
      const count = letters.before[before + k + 1]! - letters.before[before + k]!;
      if (count > 0) this.#addLetters(sentences.before[before + k]!, sentences.after[after + k]!, count);
    }
  }

  #addLetters(one: number, other: number, count: number): void {
    const row = this.#common.get(one) ?? new Map<number, number>();
    const sum = (row.get(other) ?? 0) + count;
    this.#common.set(one, row.set(other, sum));
    for (const [best, from, to] of [
      [this.#best.before, one, other],
      [this.#best.after, other, one],
    ] as const) {
      if (sum <= best.letters[from]!) continue;
      best.letters[from] = sum;
      best.partner[from] = to;
    }
  }

  /** True if no other sentence keeps more of either sentence. */
  arePaired(one: number, other: number): boolean {
    return this.#best.before.partner[one] === other && this.#best.after.partner[other] === one;
  }

  /** True if the words that two sentences share are a small part of both. */
  isByChance(one: number, other: number): boolean {
    const shared = this.#common.get(one)?.get(other) ?? 0;
    return shared <= CHANCE_SHARE * Math.min(this.#sizes.before[one]!, this.#sizes.after[other]!);
  }
}

function sizesOf(side: Role, { sentences, letters }: SentenceTexts): Int32Array {
  const sizes = new Int32Array((sentences[side].at(-1) ?? -1) + 1);
  for (const [at, sentence] of sentences[side].entries())
    sizes[sentence]! += letters[side][at + 1]! - letters[side][at]!;
  return sizes;
}
