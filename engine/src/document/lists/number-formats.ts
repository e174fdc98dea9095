// Writes a number in a list format of ISO 29500-1, 17.18.59, by its name.
//
// Three families cover most formats:
// - An alphabet starts again with doubled letters when it ends (z, aa, bb).
// - A row of signs continues in digits when it ends (⑳, 21).
// - Numerals are built from the digits of the number: Roman and East Asian numerals, and words.
// No label is longer than a few dozen characters: a number that a format cannot write is written in digits. Alphabets
// and numerals, except words, have no zero and write an empty text for it, as Word does.

import { EAST_ASIAN } from "./number-formats/east-asian.ts";
import { alphabet, digits, signs, type WriteNumber } from "./number-formats/signs.ts";
import { cardinalWords, ordinalDigits, ordinalWords } from "./number-formats/words.ts";

/** The format in which a level writes its numbers. */
export interface NumberFormat {
  /** The w:val of w:numFmt. */
  readonly name: string;
  /** The w:format of w:numFmt, a list of examples. Set if the name is `custom`. */
  readonly custom?: string | undefined;
}

/** Returns a number in a format. `language` is a tag such as `fr-FR`, for formats that write words or endings. */
export function formatNumber(value: number, format: NumberFormat, language = ""): string {
  if (format.name === "custom") return customFormat(format.custom ?? "")(value);
  const worded = WORDED.get(format.name);
  if (worded !== undefined) return worded(value, language);
  return (FORMATS.get(format.name) ?? String)(value);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];
/** Largest number that lists in Word reach. */
const LARGEST_COUNT = 32_767;

function roman(value: number): string {
  if (value > LARGEST_COUNT) return String(value);
  return additive(value, ROMAN);
}

/** Returns a number as a sum of signs with values, largest first. */
function additive(value: number, system: readonly (readonly [number, string])[]): string {
  let rest = value;
  let written = "";
  for (const [amount, sign] of system) {
    for (; rest >= amount; rest -= amount) written += sign;
  }
  return written;
}

const HEBREW: readonly (readonly [number, string])[] = [
  ...[..."תשרק"].map((sign, index) => [400 - 100 * index, sign] as const),
  ...[..."צפעסנמלכי"].map((sign, index) => [90 - 10 * index, sign] as const),
  ...[..."טחזוהדגבא"].map((sign, index) => [9 - index, sign] as const),
];
/** Last Hebrew numeral before Word starts again; later numerals would be ambiguous. */
const HEBREW_END = 392;

/** Returns a Hebrew numeral. 15 and 16 would spell a divine name, so they are written 9 + 6 and 9 + 7. */
function hebrewNumeral(value: number): string {
  if (value < 1) return "";
  const counted = ((value - 1) % HEBREW_END) + 1;
  return additive(counted, HEBREW).replace(/יה$/, "טו").replace(/יו$/, "טז");
}

const CHICAGO = alphabet("*†‡§");
const LATIN = "abcdefghijklmnopqrstuvwxyz";
/** Alphabet without ё, й, ъ, ь, which lists do not use. */
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";

const CIRCLED = signs("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳");

const FORMATS: ReadonlyMap<string, WriteNumber> = new Map<string, WriteNumber>([
  ["none", () => ""],
  ["bullet", () => ""],
  ["decimalZero", (value) => padded(value, 2)],
  ["decimalHalfWidth", String],
  ["upperRoman", roman],
  ["lowerRoman", (value) => roman(value).toLowerCase()],
  ["upperLetter", alphabet(LATIN.toUpperCase())],
  ["lowerLetter", alphabet(LATIN)],
  ["russianUpper", alphabet(RUSSIAN.toUpperCase())],
  ["russianLower", alphabet(RUSSIAN)],
  ["hex", (value) => value.toString(16).toUpperCase()],
  ["chicago", CHICAGO],
  ["numberInDash", (value) => `- ${value} -`],
  ["decimalEnclosedCircle", CIRCLED],
  ["decimalEnclosedCircleChinese", CIRCLED],
  ["decimalEnclosedFullstop", signs("⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛")],
  ["decimalEnclosedParen", signs("⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇")],
  ["hebrew1", hebrewNumeral],
  ["hebrew2", alphabet("אבגדהוזחטיכלמנסעפצקרשת")],
  ["arabicAlpha", alphabet("أبتثجحخدذرزسشصضطظعغفقكلمنهوي")],
  ["arabicAbjad", alphabet("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ")],
  // Both names are swapped in the format: Word writes consonants for hindiVowels.
  ["hindiVowels", alphabet("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")],
  ["hindiConsonants", alphabet("अआइईउऊऋऌऍऎएऐऑऒओऔ")],
  ["hindiNumbers", digits("०१२३४५६७८९")],
  ["thaiLetters", alphabet("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ")],
  ["thaiNumbers", digits("๐๑๒๓๔๕๖๗๘๙")],
  ...EAST_ASIAN,
]);

/** Formats that write words or endings and therefore depend on the language. */
const WORDED: ReadonlyMap<string, (value: number, language: string) => string> = new Map([
  ["cardinalText", cardinalWords],
  ["ordinalText", ordinalWords],
  ["ordinal", ordinalDigits],
]);

function padded(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

/** Alphabets that Word offers through examples instead of names. */
const CUSTOM_ALPHABETS: readonly string[] = ["αβγδεζηθικλμνξοπρστυφχψω", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"];

/** Returns the format of examples such as `001, 002, 003, ...` or `α, β, γ, ...`. Other examples give decimal digits. */
function customFormat(examples: string): WriteNumber {
  const [first = ""] = examples.split(",").map((example) => example.trim());
  if (/^0{1,9}1$/.test(first)) return (value) => padded(value, first.length);
  const letters = CUSTOM_ALPHABETS.find((alphabetLetters) => alphabetLetters.startsWith(first) && first !== "");
  return letters === undefined ? String : alphabet(letters);
}
