// Finds the part in which two texts differ, in whole words.

/** Two texts as the words that both begin with, the words that differ, and the words that both end with. */
export interface WordDifference {
  readonly start: string;
  readonly old: string;
  readonly present: string;
  readonly end: string;
}

/** Returns the difference of two texts. White space between words counts as a word. */
export function wordDifference(original: string, text: string): WordDifference {
  const old = wordsOf(original);
  const present = wordsOf(text);
  const most = Math.min(old.length, present.length);
  let start = 0;
  while (start < most && old[start] === present[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === present.at(-1 - end)) end += 1;
  const cut = (words: readonly string[], from: number, to: number): string => words.slice(from, to).join("");
  return {
    start: cut(old, 0, start),
    old: cut(old, start, old.length - end),
    present: cut(present, start, present.length - end),
    end: cut(old, old.length - end, old.length),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\S+|\s+/g) ?? [];
}
