import { expect, test } from "vitest";
import { formatNumber } from "./number-formats.ts";

function write(name: string, values: readonly number[], language?: string): string {
  return values.map((value) => formatNumber(value, { name }, language) || "∅").join(" ");
}

const ONE_TO_THIRTY = Array.from({ length: 30 }, (_, index) => index + 1);

// biome-ignore format: one format a line
const FIRST_THIRTY = [
  ["decimal", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"],
  ["decimalZero", "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"],
  ["upperRoman", "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII XXIV XXV XXVI XXVII XXVIII XXIX XXX"],
  ["lowerRoman", "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii xxviii xxix xxx"],
  ["upperLetter", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA BB CC DD"],
  ["lowerLetter", "a b c d e f g h i j k l m n o p q r s t u v w x y z aa bb cc dd"],
  ["ordinal", "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th 21st 22nd 23rd 24th 25th 26th 27th 28th 29th 30th"],
  ["cardinalText", "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty Twenty-one Twenty-two Twenty-three Twenty-four Twenty-five Twenty-six Twenty-seven Twenty-eight Twenty-nine Thirty"],
  ["ordinalText", "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth Twenty-first Twenty-second Twenty-third Twenty-fourth Twenty-fifth Twenty-sixth Twenty-seventh Twenty-eighth Twenty-ninth Thirtieth"],
  ["hex", "1 2 3 4 5 6 7 8 9 A B C D E F 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E"],
  ["chicago", "* † ‡ § ** †† ‡‡ §§ *** ††† ‡‡‡ §§§ **** †††† ‡‡‡‡ §§§§ ***** ††††† ‡‡‡‡‡ §§§§§ ****** †††††† ‡‡‡‡‡‡ §§§§§§ ******* ††††††† ‡‡‡‡‡‡‡ §§§§§§§ ******** ††††††††"],
  ["numberInDash", "- 1 - - 2 - - 3 - - 4 - - 5 - - 6 - - 7 - - 8 - - 9 - - 10 - - 11 - - 12 - - 13 - - 14 - - 15 - - 16 - - 17 - - 18 - - 19 - - 20 - - 21 - - 22 - - 23 - - 24 - - 25 - - 26 - - 27 - - 28 - - 29 - - 30 -"],
  ["decimalEnclosedCircle", "① ② ③ ④ ⑤ ⑥ ⑦ ⑧ ⑨ ⑩ ⑪ ⑫ ⑬ ⑭ ⑮ ⑯ ⑰ ⑱ ⑲ ⑳ 21 22 23 24 25 26 27 28 29 30"],
  ["decimalEnclosedFullstop", "⒈ ⒉ ⒊ ⒋ ⒌ ⒍ ⒎ ⒏ ⒐ ⒑ ⒒ ⒓ ⒔ ⒕ ⒖ ⒗ ⒘ ⒙ ⒚ ⒛ 21 22 23 24 25 26 27 28 29 30"],
  ["decimalEnclosedParen", "⑴ ⑵ ⑶ ⑷ ⑸ ⑹ ⑺ ⑻ ⑼ ⑽ ⑾ ⑿ ⒀ ⒁ ⒂ ⒃ ⒄ ⒅ ⒆ ⒇ 21 22 23 24 25 26 27 28 29 30"],
  ["decimalFullWidth", "１ ２ ３ ４ ５ ６ ７ ８ ９ １０ １１ １２ １３ １４ １５ １６ １７ １８ １９ ２０ ２１ ２２ ２３ ２４ ２５ ２６ ２７ ２８ ２９ ３０"],
  ["russianLower", "а б в г д е ж з и к л м н о п р с т у ф х ц ч ш щ ы э ю я аа"],
  ["russianUpper", "А Б В Г Д Е Ж З И К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ы Э Ю Я АА"],
  ["hebrew1", "א ב ג ד ה ו ז ח ט י יא יב יג יד טו טז יז יח יט כ כא כב כג כד כה כו כז כח כט ל"],
  ["hebrew2", "א ב ג ד ה ו ז ח ט י כ ל מ נ ס ע פ צ ק ר ש ת אא בב גג דד הה וו זז חח"],
  ["arabicAlpha", "أ ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن ه و ي أأ بب"],
  ["arabicAbjad", "أ ب ج د ه و ز ح ط ي ك ل م ن س ع ف ص ق ر ش ت ث خ ذ ض ظ غ أأ بب"],
  ["hindiVowels", "क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ ण त थ द ध न प फ ब भ म य र ल व श"],
  ["hindiConsonants", "अ आ इ ई उ ऊ ऋ ऌ ऍ ऎ ए ऐ ऑ ऒ ओ औ अअ आआ इइ ईई उउ ऊऊ ऋऋ ऌऌ ऍऍ ऎऎ एए ऐऐ ऑऑ ऒऒ"],
  ["hindiNumbers", "१ २ ३ ४ ५ ६ ७ ८ ९ १० ११ १२ १३ १४ १५ १६ १७ १८ १९ २० २१ २२ २३ २४ २५ २६ २७ २८ २९ ३०"],
  ["thaiLetters", "ก ข ค ง จ ฉ ช ซ ฌ ญ ฎ ฏ ฐ ฑ ฒ ณ ด ต ถ ท ธ น บ ป ผ ฝ พ ฟ ภ ม"],
  ["thaiNumbers", "๑ ๒ ๓ ๔ ๕ ๖ ๗ ๘ ๙ ๑๐ ๑๑ ๑๒ ๑๓ ๑๔ ๑๕ ๑๖ ๑๗ ๑๘ ๑๙ ๒๐ ๒๑ ๒๒ ๒๓ ๒๔ ๒๕ ๒๖ ๒๗ ๒๘ ๒๙ ๓๐"],
  ["thaiCounting", "หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ สิบเอ็ด สิบสอง สิบสาม สิบสี่ สิบห้า สิบหก สิบเจ็ด สิบแปด สิบเก้า ยี่สิบ ยี่สิบเอ็ด ยี่สิบสอง ยี่สิบสาม ยี่สิบสี่ ยี่สิบห้า ยี่สิบหก ยี่สิบเจ็ด ยี่สิบแปด ยี่สิบเก้า สามสิบ"],
  ["aiueo", "ｱ ｲ ｳ ｴ ｵ ｶ ｷ ｸ ｹ ｺ ｻ ｼ ｽ ｾ ｿ ﾀ ﾁ ﾂ ﾃ ﾄ ﾅ ﾆ ﾇ ﾈ ﾉ ﾊ ﾋ ﾌ ﾍ ﾎ"],
  ["aiueoFullWidth", "ア イ ウ エ オ カ キ ク ケ コ サ シ ス セ ソ タ チ ツ テ ト ナ ニ ヌ ネ ノ ハ ヒ フ ヘ ホ"],
  ["iroha", "ｲ ﾛ ﾊ ﾆ ﾎ ﾍ ﾄ ﾁ ﾘ ﾇ ﾙ ｦ ﾜ ｶ ﾖ ﾀ ﾚ ｿ ﾂ ﾈ ﾅ ﾗ ﾑ ｳ ヰ ﾉ ｵ ｸ ﾔ ﾏ"],
  ["irohaFullWidth", "イ ロ ハ ニ ホ ヘ ト チ リ ヌ ル ヲ ワ カ ヨ タ レ ソ ツ ネ ナ ラ ム ウ ヰ ノ オ ク ヤ マ"],
  ["ideographDigital", "一 二 三 四 五 六 七 八 九 一〇 一一 一二 一三 一四 一五 一六 一七 一八 一九 二〇 二一 二二 二三 二四 二五 二六 二七 二八 二九 三〇"],
  ["ideographEnclosedCircle", "㊀ ㊁ ㊂ ㊃ ㊄ ㊅ ㊆ ㊇ ㊈ ㊉ 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"],
  ["ideographTraditional", "甲 乙 丙 丁 戊 己 庚 辛 壬 癸 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"],
  ["ideographZodiac", "子 丑 寅 卯 辰 巳 午 未 申 酉 戌 亥 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"],
  ["ideographZodiacTraditional", "甲子 乙丑 丙寅 丁卯 戊辰 己巳 庚午 辛未 壬申 癸酉 甲戌 乙亥 丙子 丁丑 戊寅 己卯 庚辰 辛巳 壬午 癸未 甲申 乙酉 丙戌 丁亥 戊子 己丑 庚寅 辛卯 壬辰 癸巳"],
  ["ideographLegalTraditional", "壹 貳 參 肆 伍 陸 柒 捌 玖 壹拾 壹拾壹 壹拾貳 壹拾參 壹拾肆 壹拾伍 壹拾陸 壹拾柒 壹拾捌 壹拾玖 貳拾 貳拾壹 貳拾貳 貳拾參 貳拾肆 貳拾伍 貳拾陸 貳拾柒 貳拾捌 貳拾玖 參拾"],
  ["japaneseCounting", "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 二十一 二十二 二十三 二十四 二十五 二十六 二十七 二十八 二十九 三十"],
  ["japaneseLegal", "壱 弐 参 四 伍 六 七 八 九 壱拾 壱拾壱 壱拾弐 壱拾参 壱拾四 壱拾伍 壱拾六 壱拾七 壱拾八 壱拾九 弐拾 弐拾壱 弐拾弐 弐拾参 弐拾四 弐拾伍 弐拾六 弐拾七 弐拾八 弐拾九 参拾"],
  ["japaneseDigitalTenThousand", "一 二 三 四 五 六 七 八 九 一〇 一一 一二 一三 一四 一五 一六 一七 一八 一九 二〇 二一 二二 二三 二四 二五 二六 二七 二八 二九 三〇"],
  ["chineseCounting", "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 二十一 二十二 二十三 二十四 二十五 二十六 二十七 二十八 二十九 三十"],
  ["chineseCountingThousand", "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 二十一 二十二 二十三 二十四 二十五 二十六 二十七 二十八 二十九 三十"],
  ["chineseLegalSimplified", "壹 贰 叁 肆 伍 陆 柒 捌 玖 壹拾 壹拾壹 壹拾贰 壹拾叁 壹拾肆 壹拾伍 壹拾陆 壹拾柒 壹拾捌 壹拾玖 贰拾 贰拾壹 贰拾贰 贰拾叁 贰拾肆 贰拾伍 贰拾陆 贰拾柒 贰拾捌 贰拾玖 叁拾"],
  ["taiwaneseCounting", "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 二十一 二十二 二十三 二十四 二十五 二十六 二十七 二十八 二十九 三十"],
  ["taiwaneseCountingThousand", "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 二十一 二十二 二十三 二十四 二十五 二十六 二十七 二十八 二十九 三十"],
  ["taiwaneseDigital", "一 二 三 四 五 六 七 八 九 一○ 一一 一二 一三 一四 一五 一六 一七 一八 一九 二○ 二一 二二 二三 二四 二五 二六 二七 二八 二九 三○"],
  ["koreanDigital", "일 이 삼 사 오 육 칠 팔 구 일영 일일 일이 일삼 일사 일오 일육 일칠 일팔 일구 이영 이일 이이 이삼 이사 이오 이육 이칠 이팔 이구 삼영"],
  ["koreanDigital2", "一 二 三 四 五 六 七 八 九 一零 一一 一二 一三 一四 一五 一六 一七 一八 一九 二零 二一 二二 二三 二四 二五 二六 二七 二八 二九 三零"],
  ["koreanCounting", "일 이 삼 사 오 육 칠 팔 구 십 십일 십이 십삼 십사 십오 십육 십칠 십팔 십구 이십 이십일 이십이 이십삼 이십사 이십오 이십육 이십칠 이십팔 이십구 삼십"],
  ["koreanLegal", "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나 열둘 열셋 열넷 열다섯 열여섯 열일곱 열여덟 열아홉 스물 스물하나 스물둘 스물셋 스물넷 스물다섯 스물여섯 스물일곱 스물여덟 스물아홉 서른"],
  ["ganada", "가 나 다 라 마 바 사 아 자 차 카 타 파 하 가가 나나 다다 라라 마마 바바 사사 아아 자자 차차 카카 타타 파파 하하 가가가 나나나"],
  ["chosung", "ㄱ ㄴ ㄷ ㄹ ㅁ ㅂ ㅅ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ ㄱㄱ ㄴㄴ ㄷㄷ ㄹㄹ ㅁㅁ ㅂㅂ ㅅㅅ ㅇㅇ ㅈㅈ ㅊㅊ ㅋㅋ ㅌㅌ ㅍㅍ ㅎㅎ ㄱㄱㄱ ㄴㄴㄴ"],
  ["vietnameseCounting", "một hai ba bốn năm sáu bảy tám chín mười mười một mười hai mười ba mười bốn mười lăm mười sáu mười bảy mười tám mười chín hai mươi hai mươi mốt hai mươi hai hai mươi ba hai mươi bốn hai mươi lăm hai mươi sáu hai mươi bảy hai mươi tám hai mươi chín ba mươi"],
] as const;

test.each(FIRST_THIRTY)("%s, from one to thirty", (name, expected) => {
  expect(write(name, ONE_TO_THIRTY)).toBe(expected);
});

const LARGER = [0, 99, 100, 101, 110, 1000, 1010, 10_001, 32_768, 123_456];

// biome-ignore format: one format a line
const NONE_AND_LARGER = [
  ["decimalZero", "00 99 100 101 110 1000 1010 10001 32768 123456"],
  ["upperRoman", "∅ XCIX C CI CX M MX MMMMMMMMMMI 32768 123456"],
  ["ordinal", "0th 99th 100th 101st 110th 1000th 1010th 10001st 32768th 123456th"],
  ["cardinalText", "Zero Ninety-nine One hundred One hundred one One hundred ten One thousand One thousand ten Ten thousand one Thirty-two thousand seven hundred sixty-eight One hundred twenty-three thousand four hundred fifty-six"],
  ["ordinalText", "Zeroth Ninety-ninth One hundredth One hundred first One hundred tenth One thousandth One thousand tenth Ten thousand first Thirty-two thousand seven hundred sixty-eighth One hundred twenty-three thousand four hundred fifty-sixth"],
  ["hex", "0 63 64 65 6E 3E8 3F2 2711 8000 1E240"],
  ["decimalEnclosedCircle", "0 99 100 101 110 1000 1010 10001 32768 123456"],
  ["hebrew1", "∅ צט ק קא קי רטז רכו רא רלב שסח"],
  ["hindiNumbers", "० ९९ १०० १०१ ११० १००० १०१० १०००१ ३२७६८ १२३४५६"],
  ["thaiCounting", "∅ เก้าสิบเก้า หนึ่งร้อย หนึ่งร้อยเอ็ด หนึ่งร้อยสิบ หนึ่งพัน หนึ่งพันสิบ หนึ่งหมื่นเอ็ด สามหมื่นสองพันเจ็ดร้อยหกสิบแปด หนึ่งแสนสองหมื่นสามพันสี่ร้อยห้าสิบหก"],
  ["ideographDigital", "〇 九九 一〇〇 一〇一 一一〇 一〇〇〇 一〇一〇 一〇〇〇一 三二七六八 一二三四五六"],
  ["ideographLegalTraditional", "∅ 玖拾玖 壹佰 壹佰零壹 壹佰壹拾 壹仟 壹仟零壹拾 壹萬零壹 參萬貳仟柒佰陸拾捌 壹拾貳萬參仟肆佰伍拾陸"],
  ["japaneseCounting", "∅ 九十九 百 百一 百十 千 千十 一万一 三万二千七百六十八 十二万三千四百五十六"],
  ["japaneseLegal", "∅ 九拾九 壱百 壱百壱 壱百壱拾 壱阡 壱阡壱拾 壱萬壱 参萬弐阡七百六拾八 壱拾弐萬参阡四百伍拾六"],
  ["chineseCounting", "∅ 九十九 一○○ 一○一 一一○ 一○○○ 一○一○ 一○○○一 三二七六八 一二三四五六"],
  ["chineseCountingThousand", "∅ 九十九 一百 一百零一 一百一十 一千 一千零一十 一万零一 三万二千七百六十八 十二万三千四百五十六"],
  ["chineseLegalSimplified", "∅ 玖拾玖 壹佰 壹佰零壹 壹佰壹拾 壹仟 壹仟零壹拾 壹萬零壹 叁萬贰仟柒佰陆拾捌 壹拾贰萬叁仟肆佰伍拾陆"],
  ["taiwaneseCountingThousand", "∅ 九十九 一百 一百零一 一百一十 一千 一千零一十 一萬零一 三萬二千七百六十八 十二萬三千四百五十六"],
  ["koreanCounting", "∅ 구십구 백 백일 백십 천 천십 일만일 삼만이천칠백육십팔 십이만삼천사백오십육"],
  ["koreanLegal", "∅ 아흔아홉 100 101 110 1000 1010 10001 32768 123456"],
  ["vietnameseCounting", "∅ chín mươi chín 100 101 110 1000 1010 10001 32768 123456"],
] as const;

test.each(NONE_AND_LARGER)("%s, of nothing and of larger numbers", (name, expected) => {
  expect(write(name, LARGER)).toBe(expected);
});

test("letters start over doubled, and from the first again after thirty times", () => {
  expect(write("lowerLetter", [26, 27, 52, 53, 780, 781])).toBe(`z aa zz aaa ${"z".repeat(30)} a`);
});

test.each([
  ["a format that nobody knows", "klingon", 7, "7"],
  ["no number", "none", 7, ""],
  ["a bullet has no number", "bullet", 7, ""],
])("%s", (_, name, value, expected) => {
  expect(formatNumber(value, { name })).toBe(expected);
});

test.each([
  ["001, 002, 003, ...", [1, 10, 1000], "001 010 1000"],
  ["00001, 00002, 00003, ...", [1], "00001"],
  ["α, β, γ, ...", [1, 2, 24, 25], "α β ω αα"],
  ["Α, Β, Γ, ...", [3], "Γ"],
  ["", [3], "3"],
  ["whatever", [3], "3"],
])("custom format %s", (custom, values, expected) => {
  expect(values.map((value) => formatNumber(value, { name: "custom", custom })).join(" ")).toBe(expected);
});

test.each([
  [
    "fr-FR",
    "cardinalText",
    [1, 21, 71, 80, 81, 91, 100, 200, 201, 1000, 1100, 3500, 80_000],
    "Un|Vingt et un|Soixante et onze|Quatre-vingts|Quatre-vingt-un|Quatre-vingt-onze|Cent|Deux cents|Deux cent un|Mille|Mille cent|Trois mille cinq cents|Quatre-vingt mille",
  ],
  [
    "fr-CA",
    "ordinalText",
    [1, 2, 5, 9, 21, 80, 1000],
    "Premier|Deuxième|Cinquième|Neuvième|Vingt et unième|Quatre-vingtième|Millième",
  ],
  [
    "ru-RU",
    "cardinalText",
    [1, 21, 40, 112, 1001, 2000, 5000, 11_000, 22_345],
    "Один|Двадцать один|Сорок|Сто двенадцать|Одна тысяча один|Две тысячи|Пять тысяч|Одиннадцать тысяч|Двадцать две тысячи триста сорок пять",
  ],
  [
    "ru",
    "ordinalText",
    [3, 4, 8, 40, 50, 100, 101, 1000, 2000, 48_000],
    "Третий|Четвертый|Восьмой|Сороковой|Пятидесятый|Сотый|Сто первый|Тысячный|Двухтысячный|Сорокавосьмитысячный",
  ],
  ["fr", "ordinal", [1, 2], "1er|2e"],
  ["ru", "ordinal", [3], "3-й"],
  ["de-AT", "ordinal", [3], "3."],
  ["xx", "cardinalText", [3], "Three"],
  ["en-US", "ordinalText", [1_000_000, -1], "1000000|-1"],
])("%s, %s", (language, name, values, expected) => {
  expect(values.map((value) => formatNumber(value, { name }, language)).join("|")).toBe(expected);
});

test("no number makes a long label", () => {
  const names = FIRST_THIRTY.map(([name]) => name);
  for (const value of [-999_999_999, -1, 0, 780, 999_999, 999_999_999]) {
    for (const name of names) expect(formatNumber(value, { name }).length).toBeLessThan(120);
  }
});
