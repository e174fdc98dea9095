// Where sentences end in a text, for the reader's sake: a sign that ends one, followed by white space and something that
// begins another. Abbreviations must not count ("Ark. Code Ann.", "Acme Ltd. The"), so what stands before a full stop is a
// word of several small letters, a number, or something closed.

const END = /(?:\p{Ll}{3}|\p{N}|[)\]"\u201d\u2019])([.!?])["\u201d\u2019)\]]*\s+(?=["\u201c\u2018([]*[\p{Lu}\p{N}])/gu;

/** The places of the signs that end sentences inside the text. */
export function sentenceEnds(text: string): number[] {
  return Array.from(text.matchAll(END), (found) => found.index + found[0].indexOf(found[1]!, wordLength(found[0])));
}

/** How much of a find stands before its sign. */
function wordLength(found: string): number {
  return /^\p{Ll}{3}/u.test(found) ? 3 : 1;
}
