// Compounds of a text: words and numbers that a reader takes as one, though signs or spaces stand in them.
//
// - words and numbers joined by signs: "Whole-of-Fund", "12/05/2026", "10:30", "4.1(a)(ii)", "counsel@firm.com";
// - sums with their sign: "$1,000", "5 %" not, "5%" yes;
// - a word and its number: "thirty (30)", "five percent (5%)", "30 (thirty)", "one month (1 month)";
// - dates: "March 1, 2026", "1 March 2026".
//
// Chinese and Japanese characters are words of their own and join nothing.

export interface SignRange {
  readonly from: number;
  readonly to: number;
}

const LETTER = String.raw`[[\p{L}\p{M}\p{N}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]`;
/** Never a piece of one: a word that is not followed by what was asked for is not tried again letter by letter. */
const WORD = String.raw`${LETTER}+(?!${LETTER})(?:['\u2019]${LETTER}+(?!${LETTER}))*`;
const NUMBER = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const CURRENCY = "\\p{Sc}";
const SHARE = "[%\u2030]";
/** Signs that join without a space. A dash as long as a word joins clauses, not words. */
const JOINT = String.raw`(?:[\-\u2010\u2011\u2012\u2013\/\\:@&+=?#~*\u00d7.]{1,3}|,(?=\p{N}))`;
const BRACKETED = String.raw`[\(\[]${WORD}[\)\]]`;
const JOINED = `${CURRENCY}?${WORD}(?:${SHARE}?${JOINT}${CURRENCY}?${WORD}|${CURRENCY}${WORD}|${BRACKETED})*${SHARE}?`;
const SPACE = String.raw`[ \u00a0]`;
const PAIRED = String.raw`${SPACE}\((?:${CURRENCY}?${NUMBER}${SHARE}?(?:${SPACE}${WORD})?|${CURRENCY}${SPACE}?${NUMBER})\)${SHARE}?`;
const TURNED = String.raw`(?<![.,])\p{N}+(?![.,]\p{N})${SHARE}?${SPACE}\(\p{Ll}+(?:[\- ]\p{Ll}+){0,3}\)`;
const YEAR = String.raw`(?:1[89]|20)\d\d(?!\p{N})`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.|\u00ba)?`;
const DATE = String.raw`(?:\p{Lu}\p{L}{2,9}${SPACE}${DAY}(?!\p{N}),?${SPACE}${YEAR}|${DAY}${SPACE}(?:(?:of|de)${SPACE})?\p{L}{3,10},?${SPACE}(?:de${SPACE})?${YEAR})`;
/** Words with spaces behind them and words after those: they are in no compound, and most of a text is passed over by them. */
const PROSE = String.raw`(?:[\p{Lu}\p{Ll}]+[,.;:]?${SPACE}(?=[\p{Lu}\p{Ll}])){1,50}`;
const COMPOUND = new RegExp(`(?<!${LETTER})(?:${PROSE}|${DATE}|${TURNED}|${JOINED}(?:${PAIRED})?)`, "gv");
const SINGLE = new RegExp(`^${WORD}$`, "v");

/** The compounds of a text in order. A single word is none. */
export function compoundsIn(text: string): SignRange[] {
  const compounds: SignRange[] = [];
  for (const { index: from, 0: found } of text.matchAll(COMPOUND)) {
    const isProse = found.endsWith(" ") || found.endsWith("\u00a0");
    if (!isProse && !SINGLE.test(found)) compounds.push({ from, to: from + found.length });
  }
  return compounds;
}
