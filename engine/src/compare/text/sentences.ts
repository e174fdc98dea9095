// Where sentences end in a text, for the reader's sake: a sign that ends one, followed by white space and something that
// begins another. Abbreviations must not count ("Ark. Code Ann.", "Acme Ltd. The"), so what stands before a full stop is a
// word of several small letters, a number, or something closed.

const CLOSED = String.raw`[\)\]"\u201d\u2019]`;
const BEGUN = String.raw`["\u201c\u2018\(\[]*[\p{Lu}\p{N}]`;
/** The sign comes first, because a text has few of them: what stands before it is asked then. */
const END = new RegExp(String.raw`[.!?](?<=(?:\p{Ll}{3}|\p{N}|${CLOSED})[.!?])(?=${CLOSED}*\s+${BEGUN})`, "gu");

/** The places of the signs that end sentences inside the text. */
export function sentenceEnds(text: string): number[] {
  return Array.from(text.matchAll(END), ({ index }) => index);
}
