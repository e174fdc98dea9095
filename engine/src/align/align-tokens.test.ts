// Tests that `alignTokens` matches the maximum number of tokens within its budget.

import diffSequences from "@jest/diff-sequences";
import fc from "fast-check";
import { expect, test } from "vitest";
import { alignTokens } from "./align-tokens.ts";
import { Budget } from "./budget.ts";
import type { Match } from "./match.ts";

/** The types describe the CommonJS build; the import returns the function itself. */
const findCommon = diffSequences as unknown as typeof diffSequences.default;

const plenty = (): Budget => new Budget(Number.MAX_SAFE_INTEGER);

function align(before: Int32Array, after: Int32Array): Match[] {
  return alignTokens(before, after, plenty());
}

/** Letters are tokens. Returns matches as `before-after:text`. */
function aligned(before: string, after: string): string {
  const tokens = (text: string): Int32Array => Int32Array.from(text, (letter) => letter.codePointAt(0)!);
  const matches = align(tokens(before), tokens(after));
  return matches
    .map((match) => `${match.before}-${match.after}:${before.slice(match.before, match.before + match.length)}`)
    .join(" ");
}

test.each([
  ["abc", "abc", "0-0:abc"],
  ["", "abc", ""],
  ["abc", "xyz", ""],
  ["abc", "abxc", "0-0:ab 2-3:c"],
  ["abcabba", "cbabac", "2-0:c 4-1:b 5-3:ba"],
  ["aaaa", "aa", "0-0:aa"],
  ["xaxbx", "yaybyy", "1-1:a 3-3:b"],
])("%j and %j have in common %j: of several shortest scripts always the same", (before, after, expected) => {
  expect(aligned(before, after)).toBe(expected);
});

test("as many tokens are matched as the oracle matches, whatever the alphabet and the share of edits", () => {
  const random = seededRandom(1);
  const differing: unknown[] = [];
  for (let round = 0; round < 6000; round++) {
    const alphabet = [2, 3, 8, 40, 1000][round % 5]!;
    const rate = [0.01, 0.05, 0.2, 0.5, 1][Math.floor(round / 5) % 5]!;
    const before = randomTokens(Math.floor(random() * 120), alphabet, random);
    const after =
      rate === 1 ? randomTokens(Math.floor(random() * 120), alphabet, random) : edited(before, rate, random);
    const found = matchedIn(align(before, after));
    if (found !== oracleCount(before, after)) differing.push({ round, found });
  }
  expect(differing).toEqual([]);
});

test("as many tokens are matched as the oracle matches in long texts with few edits", () => {
  const random = seededRandom(2);
  for (const rate of [0.001, 0.01, 0.03]) {
    const before = randomTokens(5000, 800, random);
    const after = edited(before, rate, random);
    expect(matchedIn(align(before, after))).toBe(oracleCount(before, after));
  }
});

test("[CMP-94] a capped search still matches nearly all that can be matched", () => {
  const random = seededRandom(3);
  const before = randomTokens(8000, 3000, random);
  const after = edited(before, 0.5, random);
  expect(matchedIn(align(before, after))).toBeGreaterThan(0.99 * oracleCount(before, after));
});

test("matches are equal, in order and maximal, also when the search is capped", () => {
  const tokens = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 }).map((items) => Int32Array.from(items));
  fc.assert(
    fc.property(tokens, tokens, (before, after) => expectValid(align(before, after), before, after)),
    { seed: 4, numRuns: 2000 },
  );
  const random = seededRandom(5);
  for (const alphabet of [2, 50, 4000]) {
    const before = randomTokens(3000, alphabet, random);
    const after = randomTokens(3500, alphabet, random);
    expectValid(align(before, after), before, after);
  }
});

test("with a spent budget equal ends are still matched, and what was found stays valid", () => {
  const random = seededRandom(6);
  const before = randomTokens(2000, 50, random);
  const after = edited(before, 0.3, random);
  before.fill(7, 0, 10);
  after.fill(7, 0, 10);
  const counts = [0, 5_000, 20_000, 100_000].map((steps) => {
    const matches = alignTokens(before, after, new Budget(steps));
    expectValid(matches, before, after);
    return matchedIn(matches);
  });
  expect(counts[0]).toBeGreaterThanOrEqual(10);
  expect(counts).toEqual([...counts].sort((one, other) => one - other));
  expect(counts[3]).toBeGreaterThan(counts[0]!);
});

test("tokens may be any numbers", () => {
  const before = Int32Array.of(-5, 2147483647, -2147483648, 9);
  const after = Int32Array.of(2147483647, 3, -2147483648);
  expect(align(before, after)).toEqual([
    { before: 1, after: 0, length: 1 },
    { before: 2, after: 2, length: 1 },
  ]);
});

const hostile: readonly [string, number, () => readonly [Int32Array, Int32Array]][] = [
  ["equal tokens, 20,000 and 15,000", 2, () => [new Int32Array(20_000), new Int32Array(15_000)]],
  [
    "alternating tokens, 50,000 out of step",
    5,
    () => [counting(50_000, (k) => k & 1), counting(50_000, (k) => 1 - (k & 1))],
  ],
  [
    "two patterns of 50,000 that drift",
    200,
    () => [counting(50_000, (k) => k & 1), counting(50_000, (k) => (k % 3 ? 1 : 0))],
  ],
  ["100,000 against 100,000 others", 3, () => [counting(100_000, (k) => k), counting(100_000, (k) => -1 - k)]],
  ["20,000 reversed", 150, () => [counting(20_000, (k) => k), counting(20_000, (k) => 19_999 - k)]],
  [
    "100,000 with both halves swapped",
    100,
    () => [counting(100_000, (k) => k), counting(100_000, (k) => (k + 50_000) % 100_000)],
  ],
  [
    "50,000 of one then another, against the other way",
    100,
    () => [counting(100_000, (k) => +(k < 50_000)), counting(100_000, (k) => +(k >= 50_000))],
  ],
  ["30,000 tokens with 10 % edits", 60, () => editedText(30_000, 0.1)],
  ["100,000 tokens with 10 % edits", 60, () => editedText(100_000, 0.1)],
  [
    "two unrelated texts of 30,000",
    400,
    () => [wordsOfText(30_000, seededRandom(8)), wordsOfText(30_000, seededRandom(9))],
  ],
];

test.each(hostile)("[CMP-94] %s cost no more than %i steps a token", (_, most, make) => {
  const [before, after] = make();
  const budget = plenty();
  alignTokens(before, after, budget);
  expect(budget.used / (before.length + after.length)).toBeLessThanOrEqual(most);
});

function counting(count: number, token: (place: number) => number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => token(place));
}

/** Returns words with frequencies as in a language: a few words make up most of the text. */
function wordsOfText(count: number, random: () => number): Int32Array {
  return counting(count, () => Math.floor(8000 ** random()));
}

function editedText(count: number, rate: number): [Int32Array, Int32Array] {
  const random = seededRandom(7);
  const before = wordsOfText(count, random);
  return [before, edited(before, rate, random)];
}

function matchedIn(matches: readonly Match[]): number {
  return matches.reduce((sum, match) => sum + match.length, 0);
}

function oracleCount(before: Int32Array, after: Int32Array): number {
  let count = 0;
  const isCommon = (one: number, other: number): boolean => before[one] === after[other];
  findCommon(before.length, after.length, isCommon, (common) => {
    count += common;
  });
  return count;
}

function expectValid(matches: readonly Match[], before: Int32Array, after: Int32Array): void {
  let beforeEnd = 0;
  let afterEnd = 0;
  const problems: string[] = [];
  for (const match of [...matches, { before: before.length, after: after.length, length: 0 }]) {
    const gap = { before: match.before - beforeEnd, after: match.after - afterEnd };
    if (gap.before < 0 || gap.after < 0) problems.push("overlap");
    if (match.length > 0 && beforeEnd > 0 && gap.before === 0 && gap.after === 0) problems.push("touching matches");
    if (gap.before > 0 && gap.after > 0) {
      if (before[beforeEnd] === after[afterEnd]) problems.push("a gap with an equal start");
      if (before[match.before - 1] === after[match.after - 1]) problems.push("a gap with an equal end");
    }
    for (let k = 0; k < match.length; k++) {
      if (before[match.before + k] !== after[match.after + k]) problems.push("unequal tokens");
    }
    beforeEnd = match.before + match.length;
    afterEnd = match.after + match.length;
  }
  expect(problems).toEqual([]);
}

/** Returns a generator of numbers from 0 up to 1, the same ones for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function randomTokens(count: number, alphabet: number, random: () => number): Int32Array {
  return Int32Array.from({ length: count }, () => Math.floor(random() * alphabet));
}

/** Returns the tokens with a share of them deleted, replaced or followed by another token. */
function edited(tokens: Int32Array, rate: number, random: () => number): Int32Array {
  const result: number[] = [];
  for (const token of tokens) {
    const kind = random() < rate ? Math.floor(random() * 3) : 3;
    const other = tokens[Math.floor(random() * tokens.length)]!;
    if (kind === 1) result.push(other);
    if (kind === 2) result.push(token, other);
    if (kind === 3) result.push(token);
  }
  return Int32Array.from(result);
}
