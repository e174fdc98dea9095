// Writes English number words: one hundred twenty-one, one hundred twenty-first, 121st.

// biome-ignore format: a list of words
const BELOW_TWENTY = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** Returns a number from 0 to 999,999 as Word writes it: without `and`. */
export function englishCardinal(value: number): string {
  if (value < 20) return BELOW_TWENTY[value]!;
  if (value < 100) return join(TENS[Math.floor(value / 10)]!, value % 10, "-");
  if (value < 1000) return join(`${BELOW_TWENTY[Math.floor(value / 100)]} hundred`, value % 100, " ");
  return join(`${englishCardinal(Math.floor(value / 1000))} thousand`, value % 1000, " ");
}

function join(words: string, rest: number, separator: string): string {
  return rest === 0 ? words : words + separator + englishCardinal(rest);
}

/** Maps last words with an irregular ordinal to that ordinal. */
const ORDINALS: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

export function englishOrdinal(value: number): string {
  return englishCardinal(value).replace(/[a-z]+$/, (last) => ORDINALS.get(last) ?? `${last.replace(/y$/, "ie")}th`);
}

export function englishOrdinalDigits(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  return `${value}${isTeen ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th")}`;
}

/** Returns the words with a capital first letter. */
export function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
