// Finds the ends of sentences: a sign, then white space and something that begins a sentence.
//
// Abbreviations must not count ("Ark. Code Ann.", "Acme Ltd. The"). So at least three small letters, a number, or a
// closing sign must directly precede the sign.

const CLOSED = String.raw`[\)\]"\u201d\u2019]`;
const BEGUN = String.raw`["\u201c\u2018\(\[]*[\p{Lu}\p{N}]`;
/** The pattern begins with the sign, because a text has few of them. The characters before it are checked after that. */
const END = new RegExp(String.raw`[.!?](?<=(?:\p{Ll}{3}|\p{N}|${CLOSED})[.!?])(?=${CLOSED}*\s+${BEGUN})`, "gu");

/** Returns the positions of the signs that end sentences inside the text. */
export function sentenceEnds(text: string): number[] {
  return Array.from(text.matchAll(END), ({ index }) => index);
}
