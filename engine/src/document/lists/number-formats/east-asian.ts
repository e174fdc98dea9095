// Writes numbers as lists in Chinese, Japanese, Korean, Thai and Vietnamese do.
//
// Counting systems name each group of four digits (万, 億) and each position in it (十, 百, 千). They differ in three ways: their
// signs, whether a one before a position is written (一十 or 十), and whether a gap is written (一百零一 or 百一).

import { alphabet, digits, signs, type WriteNumber } from "./signs.ts";

interface CountingSystem {
  /** Signs for 1 to 9. */
  readonly digits: string;
  /** Signs for 10, 100 and 1,000. */
  readonly places: string;
  /** Signs for 10,000 and 100,000,000. */
  readonly groups: string;
  /** Sign for a gap between digits, written once per gap. Empty if gaps are not written. */
  readonly gap: string;
  /** Positions of a one that is not written: before every position sign, before a leading ten, or nowhere. */
  readonly silentOne: "places" | "leading ten" | "nowhere";
}

/** First number that needs a third sign in `groups`. From here on numbers are written in digits. */
const COUNTING_END = 10 ** 12;

function counting(system: CountingSystem): WriteNumber {
  const groups = ["", ...system.groups];
  return (value) => {
    if (value < 1 || value >= COUNTING_END) return value < 1 ? "" : String(value);
    const parts = [2, 1, 0].map((index) => {
      const group = Math.floor(value / 10_000 ** index) % 10_000;
      return { group, text: group === 0 ? "" : writeGroup(group, system) + groups[index] };
    });
    const written = parts.reduce((text, part) => join(text, part, system.gap), "");
    return system.silentOne === "leading ten" ? withoutLeadingOne(written, system) : written;
  };
}

/** Appends a group of four digits to the text before it. */
function join(before: string, { group, text }: { group: number; text: string }, gap: string): string {
  return before !== "" && group > 0 && group < 1000 ? before + gap + text : before + text;
}

function writeGroup(group: number, { digits: names, places, gap, silentOne }: CountingSystem): string {
  let written = "";
  let isGap = false;
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(group / 10 ** place) % 10;
    if (digit === 0) {
      isGap = written !== "";
      continue;
    }
    const isSilent = digit === 1 && place > 0 && silentOne === "places";
    written +=
      (isGap ? gap : "") + (isSilent ? "" : [...names][digit - 1]!) + (place === 0 ? "" : [...places][place - 1]!);
    isGap = false;
  }
  return written;
}

function withoutLeadingOne(written: string, { digits: names, places }: CountingSystem): string {
  const [one, ten] = [[...names][0]!, [...places][0]!];
  return written.startsWith(one + ten) ? written.slice(one.length) : written;
}

/** Returns a format that counts to 99 and then writes single digits. */
function countingThenDigits(count: WriteNumber, list: WriteNumber): WriteNumber {
  return (value) => (value < 100 ? count(value) : list(value));
}

const HAN = "一二三四五六七八九";
const SIMPLIFIED = counting({ digits: HAN, places: "十百千", groups: "万亿", gap: "零", silentOne: "leading ten" });
const TRADITIONAL = counting({ digits: HAN, places: "十百千", groups: "萬億", gap: "零", silentOne: "leading ten" });
const CIRCLE_DIGITS = digits(`○${HAN}`);
const IDEOGRAPH_DIGITS = digits(`〇${HAN}`);

const STEMS = "甲乙丙丁戊己庚辛壬癸";
const BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
/** Cycle of sixty pairs of stems and branches. */
const CYCLE = Array.from({ length: 60 }, (_, index) => STEMS[index % 10]! + BRANCHES[index % 12]!);

const KOREAN_ONES = ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"];
const KOREAN_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];

function koreanNative(value: number): string {
  if (value < 1) return "";
  return value < 100 ? KOREAN_TENS[Math.floor(value / 10)]! + KOREAN_ONES[value % 10]! : String(value);
}

const THAI_DIGITS = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"];
const THAI_PLACES = ["", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"];

/**
 * Returns Thai number words. A single ten is written without its one, twenty has a special word, and so has a one after tens.
 */
function thaiCounting(value: number): string {
  if (value < 1 || value >= 1_000_000) return value < 1 ? "" : String(value);
  const each = [...String(value)].map(Number);
  return each
    .map((digit, index) => {
      const place = each.length - 1 - index;
      if (digit === 0) return "";
      if (place === 1 && digit < 3) return digit === 1 ? "สิบ" : "ยี่สิบ";
      if (place === 0 && digit === 1 && value > 10) return "เอ็ด";
      return THAI_DIGITS[digit]! + THAI_PLACES[place]!;
    })
    .join("");
}

const VIETNAMESE = ["", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

/**
 * Returns Vietnamese number words. After tens, one and five change their sound; the word for tens changes its tone after ten.
 */
function vietnameseCounting(value: number): string {
  if (value < 1 || value > 99) return value < 1 ? "" : String(value);
  const [ten, one] = [Math.floor(value / 10), value % 10];
  const tens = ten === 0 ? "" : ten === 1 ? "mười" : `${VIETNAMESE[ten]} mươi`;
  const ones = ten > 0 && one === 5 ? "lăm" : ten > 1 && one === 1 ? "mốt" : VIETNAMESE[one]!;
  return [tens, ones].filter((word) => word !== "").join(" ");
}

const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const AIUEO_HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ";
const IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const IROHA_HALF = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ";

/** Formats with their names in WordprocessingML. */
export const EAST_ASIAN: readonly (readonly [string, WriteNumber])[] = [
  ["decimalFullWidth", digits("０１２３４５６７８９")],
  ["decimalFullWidth2", digits("０１２３４５６７８９")],
  ["aiueo", alphabet(AIUEO_HALF)],
  ["aiueoFullWidth", alphabet(AIUEO)],
  ["iroha", alphabet(IROHA_HALF)],
  ["irohaFullWidth", alphabet(IROHA)],
  ["ideographDigital", IDEOGRAPH_DIGITS],
  ["ideographEnclosedCircle", signs("㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉")],
  ["ideographTraditional", signs(STEMS)],
  ["ideographZodiac", signs(BRANCHES)],
  ["ideographZodiacTraditional", (value) => CYCLE[value - 1] ?? String(value)],
  [
    "ideographLegalTraditional",
    counting({ digits: "壹貳參肆伍陸柒捌玖", places: "拾佰仟", groups: "萬億", gap: "零", silentOne: "nowhere" }),
  ],
  ["japaneseCounting", counting({ digits: HAN, places: "十百千", groups: "万億", gap: "", silentOne: "places" })],
  [
    "japaneseLegal",
    counting({ digits: "壱弐参四伍六七八九", places: "拾百阡", groups: "萬億", gap: "", silentOne: "nowhere" }),
  ],
  ["japaneseDigitalTenThousand", IDEOGRAPH_DIGITS],
  ["chineseCounting", countingThenDigits(SIMPLIFIED, CIRCLE_DIGITS)],
  ["chineseCountingThousand", SIMPLIFIED],
  [
    "chineseLegalSimplified",
    counting({ digits: "壹贰叁肆伍陆柒捌玖", places: "拾佰仟", groups: "萬亿", gap: "零", silentOne: "nowhere" }),
  ],
  ["taiwaneseCounting", countingThenDigits(TRADITIONAL, CIRCLE_DIGITS)],
  ["taiwaneseCountingThousand", TRADITIONAL],
  ["taiwaneseDigital", CIRCLE_DIGITS],
  ["koreanDigital", digits("영일이삼사오육칠팔구")],
  ["koreanDigital2", digits(`零${HAN}`)],
  [
    "koreanCounting",
    counting({ digits: "일이삼사오육칠팔구", places: "십백천", groups: "만억", gap: "", silentOne: "places" }),
  ],
  ["koreanLegal", koreanNative],
  ["ganada", alphabet("가나다라마바사아자차카타파하")],
  ["chosung", alphabet("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")],
  ["thaiCounting", thaiCounting],
  ["vietnameseCounting", vietnameseCounting],
];
