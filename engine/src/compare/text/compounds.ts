// Finds compounds: words and numbers that a reader takes as one, across signs or spaces.
//
// - words and numbers joined by signs: "Whole-of-Fund", "12/05/2026", "10:30", "4.1(a)(ii)", "counsel@firm.com";
// - sums with their sign: "$1,000" and "5%", but not "5 %";
// - a word and its number: "thirty (30)", "30 (thirty)", and "percent (5%)" of "five percent (5%)";
// - dates: "March 1, 2026", "1 March 2026".
//
// Chinese and Japanese characters are words of their own and join nothing.

export interface SignRange {
  readonly from: number;
  readonly to: number;
}

/** Classes of characters, as a pattern names them. */
interface Alphabet {
  readonly letter: string;
  readonly number: string;
  readonly currency: string;
  readonly capital: string;
  readonly small: string;
  /** Capital or small. */
  readonly cased: string;
  readonly alphabetic: string;
  readonly flags: string;
}

const everyAlphabet: Alphabet = {
  letter: String.raw`[[\p{L}\p{M}\p{N}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]`,
  number: String.raw`\p{N}`,
  currency: String.raw`\p{Sc}`,
  capital: String.raw`\p{Lu}`,
  small: String.raw`\p{Ll}`,
  cased: String.raw`[\p{Lu}\p{Ll}]`,
  alphabetic: String.raw`\p{L}`,
  flags: "v",
};

/**
 * Used for texts in plain characters. Compiling the pattern for every alphabet takes longer than comparing a short contract,
 * so it is used only for texts that need it.
 */
const plainAlphabet: Alphabet = {
  letter: "[A-Za-z0-9_]",
  number: "[0-9]",
  currency: "[$£€]",
  capital: "[A-Z]",
  small: "[a-z]",
  cased: "[A-Za-z]",
  alphabetic: "[A-Za-z]",
  flags: "",
};
const PLAIN = /^[\t-~\u00a0£§€\u2010-\u201f\u2026\u2028\u2029\ufffc]*$/;

interface Patterns {
  readonly compound: RegExp;
  readonly single: RegExp;
}

const made = new Map<Alphabet, Patterns>();

function patternsFor(text: string): Patterns {
  const alphabet = PLAIN.test(text) ? plainAlphabet : everyAlphabet;
  const patterns = made.get(alphabet) ?? patternsOf(alphabet);
  made.set(alphabet, patterns);
  return patterns;
}

const SHARE = "[%\u2030]";
const SPACE = String.raw`[ \u00a0]`;

function patternsOf(alphabet: Alphabet): Patterns {
  const { letter, number, currency, small, cased, flags } = alphabet;
  // Matches whole words only: a word without the required continuation is not tried again letter by letter.
  const word = String.raw`${letter}+(?!${letter})(?:['\u2019]${letter}+(?!${letter}))*`;
  const amount = `${number}+(?:[.,]${number}+)*`;
  // Signs that join without a space. A dash as long as a word joins clauses, not words.
  const joint = String.raw`(?:[\-\u2010\u2011\u2012\u2013\/\\:@&+=?#~*\u00d7.]{1,3}|,(?=${number}))`;
  const bracketed = String.raw`[\(\[]${word}[\)\]]`;
  const joined = `${currency}?${word}(?:${SHARE}?${joint}${currency}?${word}|${currency}${word}|${bracketed})*${SHARE}?`;
  const paired = String.raw`${SPACE}\((?:${currency}?${amount}${SHARE}?(?:${SPACE}${word})?|${currency}${SPACE}?${amount})\)${SHARE}?`;
  const turned = String.raw`(?<![.,])${number}+(?![.,]${number})${SHARE}?${SPACE}\(${small}+(?:[\- ]${small}+){0,3}\)`;
  // Words with a space and another word after them. They are in no compound; this pattern skips most of a text.
  const prose = `(?:${cased}+[,.;:]?${SPACE}(?=${cased})){1,50}`;
  return {
    compound: new RegExp(
      `(?<!${letter})(?:${prose}|${datePattern(alphabet)}|${turned}|${joined}(?:${paired})?)`,
      `g${flags}`,
    ),
    single: new RegExp(`^${word}$`, flags),
  };
}

function datePattern({ number, capital, alphabetic }: Alphabet): string {
  const year = String.raw`(?:1[89]|20)\d\d(?!${number})`;
  const day = String.raw`\d{1,2}(?:st|nd|rd|th|\.|\u00ba)?`;
  const monthFirst = `${capital}${alphabetic}{2,9}${SPACE}${day}(?!${number}),?${SPACE}${year}`;
  const dayFirst = `${day}${SPACE}(?:(?:of|de)${SPACE})?${alphabetic}{3,10},?${SPACE}(?:de${SPACE})?${year}`;
  return `(?:${monthFirst}|${dayFirst})`;
}

/** Returns the compounds of a text in order. A single word is not a compound. */
export function compoundsIn(text: string): SignRange[] {
  const compounds: SignRange[] = [];
  const { compound, single } = patternsFor(text);
  for (const { index: from, 0: found } of text.matchAll(compound)) {
    const isProse = found.endsWith(" ") || found.endsWith("\u00a0");
    if (!isProse && !single.test(found)) compounds.push({ from, to: from + found.length });
  }
  return compounds;
}
