// Finds the short stretches of a text that are kept or replaced whole (CMP-102).
//
// - a number word with its number: "ten (10)", "10 (ten)", "forty-five (45)", "five percent (5%)";
// - up to MOST_WORDS words with the brackets or quotes around them: "(each a “Stockholder”)".

import type { SignRange } from "./compounds.ts";

/** Maximum number of words between two signs. */
const MOST_WORDS = 4;
/** Maximum number of characters of a stretch. Bounds the work in signs inside signs. */
const MOST_CHARACTERS = 80;

/** Number words of the languages in which contracts write them before digits. */
const NUMBER_WORDS = [
  "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen",
  "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|percent|cent",
  "ein|eine|einen|einem|einer|zwei|drei|vier|f\u00fcnf|sechs|sieben|acht|neun|zehn|elf|zw\u00f6lf|zwanzig|drei\u00dfig|prozent",
  "un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|quinze|vingt|trente|soixante|cent",
  "uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|treinta|sesenta|noventa|cien|por ciento",
  "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|quindici|venti|trenta|sessanta|novanta",
  "um|uma|dois|duas|tr\u00eas|quatro|sete|oito|dez|trinta|sessenta|noventa",
  "een|twee|drie|vijf|zes|zeven|negen|tien|dertig|zestig|negentig",
].join("|");
const AMOUNT = String.raw`[$\u00a3\u20ac]?[0-9][0-9.,]*%?(?:[ \u00a0]%)?`;
const WORDS = `(?:${NUMBER_WORDS})(?:[-\u2010\u2011](?:${NUMBER_WORDS}))*`;
const BEGIN = String.raw`(?<![A-Za-z\u00c0-\u024f0-9])`;
const PAIR = new RegExp(
  String.raw`${BEGIN}${WORDS}[ \u00a0]\(${AMOUNT}\)%?|${BEGIN}${AMOUNT}[ \u00a0]\(${WORDS}\)`,
  "gi",
);

/** Returns the words with their numbers, in order. */
export function numberPairs(text: string): SignRange[] {
  return Array.from(text.matchAll(PAIR), ({ index: from, 0: found }) => ({ from, to: from + found.length }));
}

/** True for a pair of signs with one to MOST_WORDS words between them. */
export function isShort(text: string, { from, to }: SignRange): boolean {
  if (to - from > MOST_CHARACTERS) return false;
  const words = text.slice(from, to).match(/[\p{L}\p{N}]+(?:['\u2019.,][\p{L}\p{N}]+)*/gu) ?? [];
  return words.length > 0 && words.length <= MOST_WORDS;
}
