// Writes numbers as words and with endings in the language of the paragraph: one, first, 1st.
//
// Word writes them with a capital first letter. English, French and Russian are spelled out here. For other languages,
// cardinals and ordinals are English, because Word uses English where it has no words of a language. Chinese number formats are
// in `east-asian.ts`.

import { capitalised, englishCardinal, englishOrdinal, englishOrdinalDigits } from "./english.ts";
import { frenchCardinal, frenchOrdinal } from "./french.ts";
import { russianCardinal, russianOrdinal } from "./russian.ts";

interface NumberWords {
  readonly cardinal: (value: number) => string;
  readonly ordinal: (value: number) => string;
  readonly ordinalDigits: (value: number) => string;
}

const ENGLISH: NumberWords = {
  cardinal: englishCardinal,
  ordinal: englishOrdinal,
  ordinalDigits: englishOrdinalDigits,
};

/** Maps the first part of a language tag to its words. */
const LANGUAGES: ReadonlyMap<string, NumberWords> = new Map([
  [
    "fr",
    {
      cardinal: frenchCardinal,
      ordinal: frenchOrdinal,
      ordinalDigits: (value) => (value === 1 ? "1er" : `${value}e`),
    },
  ],
  ["ru", { cardinal: russianCardinal, ordinal: russianOrdinal, ordinalDigits: (value) => `${value}-й` }],
  ["de", { ...ENGLISH, ordinalDigits: (value) => `${value}.` }],
  ["es", { ...ENGLISH, ordinalDigits: (value) => `${value}º` }],
  ["it", { ...ENGLISH, ordinalDigits: (value) => `${value}°` }],
  ["pt", { ...ENGLISH, ordinalDigits: (value) => `${value}º` }],
  ["nl", { ...ENGLISH, ordinalDigits: (value) => `${value}e` }],
]);

/** Largest number that is spelled out. Larger numbers are written in digits. */
const LARGEST_IN_WORDS = 999_999;

/** Returns a number such as `Twenty-one`. */
export function cardinalWords(value: number, language: string): string {
  return inWords(value, wordsOf(language).cardinal);
}

/** Returns a number such as `Twenty-first`. */
export function ordinalWords(value: number, language: string): string {
  return inWords(value, wordsOf(language).ordinal);
}

/** Returns a number such as `21st`. */
export function ordinalDigits(value: number, language: string): string {
  return wordsOf(language).ordinalDigits(value);
}

function wordsOf(language: string): NumberWords {
  const [primary = ""] = language.toLowerCase().split(/[-_]/);
  return LANGUAGES.get(primary) ?? ENGLISH;
}

function inWords(value: number, write: (value: number) => string): string {
  return value < 0 || value > LARGEST_IN_WORDS ? String(value) : capitalised(write(value));
}
