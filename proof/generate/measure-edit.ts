// Measures how much text an edit touches: the whole words that a careful person would mark.
//
// Deleted and inserted text is compared word by word, so "thirty days" replaced by "sixty days" counts two words. Moved
// text counts once. An edit of formatting touches no text.

import type { Edit } from "./truth.ts";

export interface EditSize {
  /** All three are numbers of characters. */
  readonly removed: number;
  readonly added: number;
  readonly moved: number;
}

export function measureEdit(edit: Edit): EditSize {
  const { removed, inserted, before, to, relocated = 0 } = edit;
  // For a link with another target, the text is the same.
  const { removed: went, added: came } = wordDifference(removed, inserted);
  const moved = to === undefined ? 0 : lengthOf(before) - went;
  return { removed: went + relocated, added: came + relocated, moved };
}

export function sizeOf({ removed, added, moved }: EditSize): number {
  return removed + added + moved;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Words, numbers, single signs and single spaces; a Chinese or Japanese character is a word. */
export const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+(?:[.,'’][\p{L}\p{M}\p{N}_]+)*|\n|\s|[^\s]/gu;

/**
 * Returns the number of characters in words that only one of two texts has, in order. Line feeds between paragraphs do
 * not count.
 */
export function wordDifference(before: string, after: string): { removed: number; added: number } {
  const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];
  const [one, other] = [tokensOf(before), tokensOf(after)];
  const common = commonLength(one, other);
  const length = (tokens: readonly string[]): number => lengthOf(tokens.filter((token) => token !== "\n"));
  return { removed: length(one) - common, added: length(other) - common };
}

/** Returns the maximum number of characters in a common subsequence of tokens. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let best = new Array<number>(other.length + 1).fill(0);
  for (const token of one) {
    const next = [0];
    for (const [index, candidate] of other.entries()) {
      const weight = token === "\n" ? 0 : token.length;
      const joined = token === candidate ? best[index]! + weight : 0;
      next.push(Math.max(joined, best[index + 1]!, next[index]!));
    }
    best = next;
  }
  return best.at(-1)!;
}
