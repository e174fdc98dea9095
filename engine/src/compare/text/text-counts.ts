// Counts the letters and words of a text token by token, and numbers its sentences.

import { MARK, type TokenText } from "./token-text.ts";

/** Indexed by token, with one more entry: the letters and the words before the token. */
export interface TextCounts {
  readonly letters: Int32Array;
  readonly words: Int32Array;
}

export function countsIn({ keys, starts }: TokenText, isWord: (key: number) => boolean): TextCounts {
  const letters = new Int32Array(keys.length + 1);
  const words = new Int32Array(keys.length + 1);
  for (let at = 0; at < keys.length; at++) {
    const counts = isWord(keys[at]!);
    letters[at + 1] = letters[at]! + (counts ? starts[at + 1]! - starts[at]! : 0);
    words[at + 1] = words[at]! + (counts ? 1 : 0);
  }
  return { letters, words };
}

/** Returns the number of each token's sentence. A sentence ends with one of `ends`, or with its paragraph. */
export function sentenceNumbers({ keys, starts, text }: TokenText, ends: ReadonlySet<number>): Int32Array {
  const sentences = new Int32Array(keys.length);
  let sentence = 0;
  for (let at = 0; at < keys.length; at++) {
    sentences[at] = sentence;
    if (ends.has(at) || text[starts[at]!] === MARK) sentence++;
  }
  return sentences;
}
