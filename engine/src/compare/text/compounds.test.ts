// Tests the functions that find compounds, pairs of brackets or quotes, and sentence ends in a text.
//
// A compound is several words or numbers that a reader takes as one: `May 1, 2026`, `4.1(a)(ii)` or `thirty (30)`.

import fc from "fast-check";
import { expect, test } from "vitest";
import { bracketPairs } from "./bracket-pairs.ts";
import { compoundsIn } from "./compounds.ts";
import { sentenceEnds } from "./sentences.ts";

test.each([
  ["on 12/05/2026 at 10:30 a.m.", ["12/05/2026", "10:30", "a.m"]],
  ["a Whole-of-Fund, non-exclusive deal", ["Whole-of-Fund", "non-exclusive"]],
  ["Section 4.1(a)(ii) and 5 (b)", ["4.1(a)(ii)", "5 (b)"]],
  ["thirty (30) days, 60 (sixty) days", ["thirty (30)", "60 (sixty)"]],
  ["five percent (5%) or one month (1 month)", ["percent (5%)", "month (1 month)"]],
  ["March 1, 2026 or 31 December 2025", ["March 1, 2026", "31 December 2025"]],
  ["US$1,250,000.00 and $5 and 4.5%", ["US$1,250,000.00", "$5", "4.5%"]],
  ["mail counsel@firm.com", ["counsel@firm.com"]],
  ["Section 1.5 (Customer Content)", ["1.5"]],
  ["plain words, it's all", []],
  ["Some words of it. Then thirty (30) days; and: Section 4.1 of it", ["thirty (30)", "4.1"]],
  ["the party's Whole-of-Fund's share, the Fund’s May 1, 2026", ["Whole-of-Fund's", "May 1, 2026"]],
  ["O'May 1, 2026 or May 1, 2026'x-y", ["May 1, 2026", "x-y"]],
  ["甲方-乙方", []],
])("the compounds of %j", (text, expected) => {
  expect(compoundsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});

test("a text in plain characters has the compounds that it has beside another alphabet", () => {
  const pieces = [
    ..."aZ_09.,;:'\u2019-\u2013/\\@&+=?#~*%$£€§()[] \u00a0\u2026\u2029\ufffc\t\n",
    "March 1, 2026",
    "thirty (30)",
    "5 of May 1999",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((chosen) => chosen.join(""));
  // A character of another alphabet, far enough away to join nothing.
  fc.assert(
    fc.property(text, (plain) => {
      expect(compoundsIn(`${plain} | \u0416`)).toEqual(compoundsIn(`${plain} | `));
    }),
    { numRuns: 3000, seed: 1 },
  );
  for (const sign of [...Array(0x2030).keys(), 0xfffc].slice(0x9)) {
    const plain = `a${String.fromCharCode(sign)}b`;
    expect(compoundsIn(`${plain} | \u0416`)).toEqual(compoundsIn(`${plain} | `));
  }
});

test("words without end are passed over", () => {
  expect(compoundsIn("the Words of it, ".repeat(200_000))).toEqual([]);
});

test("many joined parts are found in one go", () => {
  const long = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join(".");
  expect(compoundsIn(`${long} (`)).toEqual([{ from: 0, to: long.length }]);
});

test.each([
  ["(a [b] c)", ["[b]", "(a [b] c)"]],
  ['the "A" and "B"', ['"A"', '"B"']],
  ["a) b (c", []],
  ["„A“ and “B”", ["„A“", "“B”"]],
  ["(open\u2029close)", []],
])("the pairs of %j", (text, expected) => {
  expect(bracketPairs(text).map(({ from, to }) => text.slice(from, to + 1))).toEqual(expected);
});

test.each([
  ["It ends. The next begins.", [7]],
  ["Ark. Code Ann. § 4 and Acme Ltd. The", []],
  ["Section 4.1. The next. (a) small", [11]],
  ['He said "stop". Then', [14]],
])("sentences of %j end at %j", (text, expected) => {
  expect(sentenceEnds(text)).toEqual(expected);
});
