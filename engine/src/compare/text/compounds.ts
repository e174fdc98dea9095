// Compounds of a text: words and numbers that a reader takes as one, though signs or spaces stand in them.
//
// - words and numbers joined by signs: "Whole-of-Fund", "12/05/2026", "10:30", "4.1(a)(ii)", "counsel@firm.com";
// - sums with their sign: "$1,000", "5 %" not, "5%" yes;
// - a word and its number: "thirty (30)", "five percent (5%)", "30 (thirty)", "one month (1 month)";
// - dates: "March 1, 2026", "1 March 2026".
//
// Chinese and Japanese characters are words of their own and join nothing.

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const LETTER = String.raw`(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_])`;
const WORD = String.raw`${LETTER}+(?:['\u2019]${LETTER}+)*`;
const NUMBER = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const CURRENCY = "\\p{Sc}";
const SHARE = "[%\u2030]";
/** Signs that join without a space. A dash as long as a word joins clauses, not words. */
const JOINT = String.raw`(?:[-\u2010\u2011\u2012\u2013/\\:@&+=?#~*\u00d7.]{1,3}|,(?=\p{N}))`;
const BRACKETED = String.raw`[(\[]${WORD}[)\]]`;
const JOINED = `${CURRENCY}?${WORD}(?:${SHARE}?${JOINT}${CURRENCY}?${WORD}|${CURRENCY}${WORD}|${BRACKETED})*${SHARE}?`;
const SPACE = String.raw`[ \u00a0]`;
const PAIR = String.raw`${JOINED}${SPACE}\((?:${CURRENCY}?${NUMBER}${SHARE}?(?:${SPACE}${WORD})?|${CURRENCY}${SPACE}?${NUMBER})\)${SHARE}?`;
const TURNED = String.raw`(?<![.,])\p{N}+(?![.,]\p{N})${SHARE}?${SPACE}\(\p{Ll}+(?:[- ]\p{Ll}+){0,3}\)`;
const YEAR = String.raw`(?:1[89]|20)\d\d(?!\p{N})`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.|\u00ba)?`;
const DATE = String.raw`(?:\p{Lu}\p{L}{2,9}${SPACE}${DAY}(?!\p{N}),?${SPACE}${YEAR}|${DAY}${SPACE}(?:(?:of|de)${SPACE})?\p{L}{3,10},?${SPACE}(?:de${SPACE})?${YEAR})`;
const COMPOUND = new RegExp(`(?<!${LETTER})(?:${DATE}|${TURNED}|${PAIR}|${JOINED})`, "gu");

/** The compounds of a text in order. A single word is none. */
export function compoundsIn(text: string): TextRange[] {
  const found = Array.from(text.matchAll(COMPOUND), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  return found.filter(({ from, to }) => !SINGLE.test(text.slice(from, to)));
}

const SINGLE = new RegExp(`^${LETTER}+(?:['\u2019]${LETTER}+)*$`, "u");
