// The instruction as the bounds read it: its sentences, and which of them the words are from that an edit is said to be
// asked by.

import { bareWords, fold, placesOf, sentencesOf } from "./words.ts";

export class InstructionWords {
  /** All of it, folded. */
  readonly text: string;
  readonly #sentences: readonly string[];

  constructor(instruction: string) {
    this.#sentences = sentencesOf(instruction);
    this.text = this.#sentences.join(" ");
  }

  /** The sentences that the words stand in, joined; undefined when the instruction does not have these words. */
  sentencesAround(asked: string): string | undefined {
    const words = bareWords(fold(asked));
    if (words === "") return undefined;
    const places = placesOf(words, this.text);
    if (places.length === 0) return undefined;
    const around: string[] = [];
    let begin = 0;
    for (const sentence of this.#sentences) {
      const end = begin + sentence.length;
      if (places.some((at) => at < end && at + words.length > begin)) around.push(sentence);
      begin = end + 1;
    }
    return around.join(" ");
  }
}
