// Writes French number words: vingt et un, quatre-vingt-onze, deux cent un, premier.

// biome-ignore format: a list of words
const BELOW_TWENTY = [
  "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
  "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];
const TENS = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"];

/** Returns a number from 0 to 999,999 in words. Vingt and cent have an s only at the end of the number. */
export function frenchCardinal(value: number): string {
  const endsInPlural = value % 100 === 80 || (value % 100 === 0 && value % 1000 >= 200);
  return endsInPlural ? `${count(value)}s` : count(value);
}

export function frenchOrdinal(value: number): string {
  if (value === 1) return "premier";
  return `${count(value).replace(/cinq$/, "cinqu").replace(/neuf$/, "neuv").replace(/e$/, "")}ième`;
}

/** Returns the number in words without the s of the plural. */
function count(value: number): string {
  if (value < 20) return BELOW_TWENTY[value]!;
  if (value < 100) return countTens(value);
  if (value < 1000) return countPlace(value, { size: 100, name: "cent" });
  return countPlace(value, { size: 1000, name: "mille" });
}

/** Returns a number below 100. The words after 60 and 80 continue to nineteen. */
function countTens(value: number): string {
  const start = value >= 80 ? 80 : value >= 60 ? 60 : value - (value % 10);
  const tens = start === 80 ? "quatre-vingt" : TENS[start / 10]!;
  const rest = value - start;
  if (rest === 0) return tens;
  const isAnd = start !== 80 && (rest === 1 || rest === 11);
  return `${tens}${isAnd ? " et " : "-"}${BELOW_TWENTY[rest]}`;
}

/** Returns a number with hundreds or thousands. 100 and 1,000 are written without their one. */
function countPlace(value: number, { size, name }: { size: number; name: string }): string {
  const [times, rest] = [Math.floor(value / size), value % size];
  const words = times === 1 ? name : `${count(times)} ${name}`;
  return rest === 0 ? words : `${words} ${count(rest)}`;
}
