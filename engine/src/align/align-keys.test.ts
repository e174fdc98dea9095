// Tests which paragraphs `alignKeys` matches, and its cost.

import fc from "fast-check";
import { expect, test } from "vitest";
import { alignKeys } from "./align-keys.ts";
import { Budget } from "./budget.ts";
import type { Match } from "./match.ts";

/**
 * Letters are keys; small letters and `_` (a blank paragraph) cannot be anchors. Returns matches as
 * `before-after:text`.
 */
function aligned(before: string, after: string, budget = new Budget(1e9)): string {
  return align(keysOf(before), keysOf(after), budget)
    .map((match) => `${match.before}-${match.after}:${before.slice(match.before, match.before + match.length)}`)
    .join(" ");
}

const keysOf = (text: string): Int32Array => Int32Array.from(text, (letter) => letter.codePointAt(0)!);

function align(before: Int32Array, after: Int32Array, budget: Budget): Match[] {
  return alignKeys(before, after, { isAnchor: (key) => key >= 65 && key <= 90, weightOf: () => 1, budget });
}

test.each([
  ["equal ends are matched, anchors or not", "__A__", "__B__", "0-0:__ 3-3:__"],
  ["a key in both is matched wherever it stands", "xAy", "qqAz", "1-2:A"],
  ["a blank alone is no reason to match", "X_Y", "P_Q", ""],
  ["a blank beside a match is matched", "XA_Y", "PPA_Q", "1-2:A_"],
  ["blanks before an anchor are matched too", "X__AY", "P__AQ", "1-1:__A"],
  ["one blank of two goes to the match before it", "A_B", "A_X_B", "0-0:A_ 2-4:B"],
  ["one moved key yields to the many it passed", "MABCD", "ABCDM", "1-0:ABCD"],
  ["of two that changed places the one that came first stays", "xABy", "zBAw", "1-2:A"],
  ["keys unique in a gap anchor there, though repeated in the document", "xRAzRy", "pRAqRs", "1-1:RA 4-4:R"],
  ["repeated keys keep their order", "xRSRSy", "zRqSRSw", "1-1:R 2-3:SRS"],
  ["which of a key that stands more often on one side is whose is not said", "xRSRSy", "zRSRSRSw", ""],
  ["a repeated key that may not anchor stays out", "xr_ry", "zr_r_rw", ""],
  ["nothing in common", "ABC", "DEF", ""],
])("[CMP-16] %s", (_, before, after, expected) => {
  expect(aligned(before, after)).toBe(expected);
});

test("matches are equal, in order and maximal", () => {
  const keys = fc.array(fc.integer({ min: 61, max: 90 }), { maxLength: 40 }).map((items) => Int32Array.from(items));
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      let ends = { before: 0, after: 0 };
      const matches = align(before, after, new Budget(1e9));
      for (const match of [...matches, { before: before.length, after: after.length, length: 0 }]) {
        const gap = { before: match.before - ends.before, after: match.after - ends.after };
        expect(Math.min(gap.before, gap.after)).toBeGreaterThanOrEqual(0);
        if (Math.min(gap.before, gap.after) > 0) expect(before[ends.before]).not.toBe(after[ends.after]);
        ends = { before: match.before + match.length, after: match.after + match.length };
        expect(before.slice(match.before, ends.before)).toEqual(after.slice(match.after, ends.after));
      }
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test("with a spent budget equal ends are still matched", () => {
  expect(aligned("AxByC", "AzBwC", new Budget(0))).toBe("0-0:A 4-4:C");
});

const anything = (): boolean => true;

test.each([
  ["20,000 blanks and 15,000", new Int32Array(20_000), new Int32Array(15_000), 2],
  [
    "20,000 blanks and 15,000 between other ends",
    counting(20_000, ends(20_000, 1)),
    counting(15_000, ends(15_000, 3)),
    10,
  ],
  ["20,000 reversed", counting(20_000, (k) => k), counting(20_000, (k) => -k), 150],
  ["20,000 against 20,000 others", counting(20_000, (k) => k), counting(20_000, (k) => -1 - k), 10],
  [
    "pairs of keys in nested order",
    counting(20_000, (k) => k % 10_000),
    counting(20_000, (k) => (k * 3) % 10_000),
    200,
  ],
])("%s cost few steps a key", (_, before, after, most) => {
  const budget = new Budget(1e9);
  alignKeys(before, after, { isAnchor: anything, weightOf: () => 1, budget });
  expect(budget.used / (before.length + after.length)).toBeLessThanOrEqual(most);
});

function counting(count: number, key: (place: number) => number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => key(place));
}

/** Returns a function from positions to keys: 0 everywhere except at both ends. */
function ends(count: number, key: number): (place: number) => number {
  return (place) => (place === 0 ? key : place === count - 1 ? key + 1 : 0);
}
