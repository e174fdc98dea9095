// Splits the instruction into sentences, and finds those that contain the words quoted for an edit.

import { bareWords, fold, requestsIn, wordPositions } from "./words.ts";

/**
 * Sentences that ask for no edit: "Be concise.", "Do not change anything else.", "Leave the rest as it is.", "Thanks!".
 */
const idle =
  /^(?:(?:please|and|but|also|otherwise|apart from that|beyond that),? )*(?:(?:thanks?|cheers|regards|nothing|no (?:other|more|further)|that is all|that's all)\b|be (?!sure\b)|keep\b|leave (?!out\b|(?:\S+ ){0,4}(?:comments?|notes?|remarks?|out)\b)|(?:do not|don't|never) (?:change|touch|edit|alter|modify|delete|remove|move|add|insert|make|rewrite|reformat|do)\b)(?!.*\b(?:but|instead|rather)\b)/;

export class InstructionWords {
  /** The whole instruction, folded. */
  readonly text: string;
  /** The sentences that ask for edits, joined. */
  readonly requests: string;
  readonly #sentences: readonly string[];

  constructor(instruction: string) {
    this.#sentences = instruction.split(/[\r\n]+/).flatMap((line) => requestsIn(fold(line)));
    this.text = this.#sentences.join(" ");
    this.requests = this.#sentences.filter((sentence) => !idle.test(sentence)).join(" ");
  }

  /** True if none of these sentences asks for an edit. */
  areIdle(sentences: string): boolean {
    return requestsIn(sentences).every((sentence) => idle.test(sentence));
  }

  /** Returns the sentences that contain the words, joined. Undefined if the instruction does not contain them. */
  sentencesAround(asked: string): string | undefined {
    const words = bareWords(fold(asked));
    if (words === "") return undefined;
    const places = wordPositions(words, this.text);
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
