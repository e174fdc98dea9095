// Writes Russian number words: двадцать один, двадцать первый.
//
// The words use е where ё is possible.

// biome-ignore format: a list of words
const BELOW_TWENTY = [
  "ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать",
  "двенадцать", "тринадцать", "четырнадцать", "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать",
  "девятнадцать",
];
// biome-ignore format: a list of words
const TENS = [
  "", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто",
];
// biome-ignore format: a list of words
const HUNDREDS = [
  "", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот",
];

/** Returns a number from 0 to 999,999 in words. */
export function russianCardinal(value: number): string {
  if (value === 0) return BELOW_TWENTY[0]!;
  const thousands = Math.floor(value / 1000);
  return [...(thousands === 0 ? [] : countThousands(thousands)), ...countBelowThousand(value % 1000)].join(" ");
}

function countBelowThousand(value: number): string[] {
  const tens = value % 100;
  const small = tens < 20 ? [BELOW_TWENTY[tens]!] : [TENS[Math.floor(tens / 10)]!, BELOW_TWENTY[tens % 10]!];
  return [HUNDREDS[Math.floor(value / 100)]!, ...small].filter((word) => word !== "" && word !== BELOW_TWENTY[0]);
}

/**
 * Returns a number of thousands in words. тысяча is feminine, and has other forms after two to four, and after larger numbers.
 */
function countThousands(value: number): string[] {
  const words = countBelowThousand(value).map((word) => word.replace(/^один$/, "одна").replace(/^два$/, "две"));
  const [last, isTeen] = [value % 10, Math.floor(value / 10) % 10 === 1];
  const form = isTeen || last === 0 || last > 4 ? "тысяч" : last === 1 ? "тысяча" : "тысячи";
  return [...words, form];
}

/** Maps the last word of a number to its ordinal. */
// biome-ignore format: a list of words
const ORDINALS: ReadonlyMap<string, string> = new Map([
  ["ноль", "нулевой"], ["один", "первый"], ["два", "второй"], ["три", "третий"], ["четыре", "четвертый"],
  ["шесть", "шестой"], ["семь", "седьмой"], ["восемь", "восьмой"], ["сорок", "сороковой"],
  ["пятьдесят", "пятидесятый"], ["шестьдесят", "шестидесятый"], ["семьдесят", "семидесятый"],
  ["восемьдесят", "восьмидесятый"], ["девяносто", "девяностый"], ["сто", "сотый"], ["двести", "двухсотый"],
  ["триста", "трехсотый"], ["четыреста", "четырехсотый"], ["пятьсот", "пятисотый"], ["шестьсот", "шестисотый"],
  ["семьсот", "семисотый"], ["восемьсот", "восьмисотый"], ["девятьсот", "девятисотый"],
]);

/**
 * Returns an ordinal. Only the last word is an ordinal. Whole thousands are one word that begins with the genitive of their
 * number.
 */
export function russianOrdinal(value: number): string {
  if (value > 0 && value % 1000 === 0) return `${genitive(value / 1000)}тысячный`;
  const words = russianCardinal(value);
  const end = words.lastIndexOf(" ") + 1;
  const last = words.slice(end);
  return `${words.slice(0, end)}${ORDINALS.get(last) ?? `${last.replace(/ь$/, "")}ый`}`;
}

// biome-ignore format: a list of words
const GENITIVES: ReadonlyMap<string, string> = new Map([
  ["один", "одно"], ["два", "двух"], ["три", "трех"], ["четыре", "четырех"], ["сорок", "сорока"],
  ["девяносто", "девяносто"], ["сто", "сто"], ["двести", "двухсот"], ["триста", "трехсот"],
  ["четыреста", "четырехсот"], ["пятьсот", "пятисот"], ["шестьсот", "шестисот"], ["семьсот", "семисот"],
  ["восемьсот", "восьмисот"], ["девятьсот", "девятисот"], ["восемь", "восьми"], ["пятьдесят", "пятидесяти"],
  ["шестьдесят", "шестидесяти"], ["семьдесят", "семидесяти"], ["восемьдесят", "восьмидесяти"],
]);

function genitive(thousands: number): string {
  if (thousands === 1) return "";
  return countBelowThousand(thousands)
    .map((word) => GENITIVES.get(word) ?? word.replace(/ь$/, "и"))
    .join("");
}
