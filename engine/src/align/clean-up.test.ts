// Tests which equal runs between edits are dropped.

import fc from "fast-check";
import { expect, test } from "vitest";
import { alignTokens } from "./align-tokens.ts";
import { Budget } from "./budget.ts";
import { dropConfetti } from "./clean-up.ts";
import { gapsBetween, type Match } from "./match.ts";

/** The weights in these tests: blanks 0, punctuation and small words 0.1, other words 1. */
function weigh(word: string): number {
  if (word === "_") return 0;
  return [",", ".", "of", "the", "and", "a"].includes(word) ? 0.1 : 1;
}

interface Case {
  readonly before: string;
  readonly after: string;
  readonly redline: string;
}

/** Returns the cleaned redline of two texts: words separated by spaces, `-deleted-` and `+inserted+`. `¶` is fixed. */
function cleaned(beforeText: string, afterText: string): string {
  const before = beforeText.split(" ").filter(Boolean);
  const after = afterText.split(" ").filter(Boolean);
  const vocabulary = [...new Set([...before, ...after])];
  const tokens = {
    before: Int32Array.from(before, (word) => vocabulary.indexOf(word)),
    after: Int32Array.from(after, (word) => vocabulary.indexOf(word)),
  };
  const matches = dropConfetti(alignTokens(tokens.before, tokens.after, new Budget(1e9)), {
    ...tokens,
    weightOf: (token) => weigh(vocabulary[token]!),
    isFixed: (place) => before[place] === "¶",
  });
  return redline(matches, before, after);
}

function redline(matches: readonly Match[], before: readonly string[], after: readonly string[]): string {
  const parts = matches.map((match) => ({
    place: match.before,
    text: before.slice(match.before, match.before + match.length).join(" "),
  }));
  for (const gap of gapsBetween(matches, { before: before.length, after: after.length })) {
    const struck = before.slice(gap.before.from, gap.before.to).join(" ");
    const written = after.slice(gap.after.from, gap.after.to).join(" ");
    const text = [struck && `-${struck}-`, written && `+${written}+`].filter(Boolean).join(" ");
    parts.push({ place: gap.before.from - 0.5, text });
  }
  return parts
    .sort((one, other) => one.place - other.place)
    .map((part) => part.text)
    .join(" ");
}

/** Returns different words, each of weight 1. */
function words(name: string, count = 16): string {
  return Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
}

const MANY = words("w", 24);
/** Too heavy to be dropped between edits of sixteen words, light enough between larger ones. */
const EIGHT = words("k", 8);

const cases: readonly Case[] = [
  // One edit alone is not changed.
  { before: "a b c", after: "a x c", redline: "a -b- +x+ c" },
  { before: "the old one", after: "the new one", redline: "the -old- +new+ one" },
  // Words that were replaced one by one stay separate if the run between them has any weight.
  {
    before: "we see quick brown fox now",
    after: "we see slow brown cat now",
    redline: "we see -quick- +slow+ brown -fox- +cat+ now",
  },
  { before: "in lieu of notice", after: "in place of warning", redline: "in -lieu- +place+ of -notice- +warning+" },
  { before: "x one , two y", after: "x three , four y", redline: "x -one- +three+ , -two- +four+ y" },
  // A light run between rewritten ranges is dropped.
  {
    before: `x ${words("a")} of ${words("b")} y`,
    after: `x ${words("c")} of ${words("d")} y`,
    redline: `x -${words("a")} of ${words("b")}- +${words("c")} of ${words("d")}+ y`,
  },
  {
    before: `${words("a")} big red ${words("b")} y`,
    after: `${words("c")} big red ${words("d")} y`,
    redline: `-${words("a")} big red ${words("b")}- +${words("c")} big red ${words("d")}+ y`,
  },
  // A run between edits of six words stays, because they weigh too little.
  {
    before: "1 2 3 4 5 6 the five words that stay 7 8 9 10 11 12",
    after: "q w e r t z the five words that stay u i o p k l",
    redline: "-1 2 3 4 5 6- +q w e r t z+ the five words that stay -7 8 9 10 11 12- +u i o p k l+",
  },
  // A run beside only one edit stays, however light it is, and so does a light run between two replaced words.
  { before: "the cat .", after: "the dog .", redline: "the -cat- +dog+ ." },
  { before: "_ cat", after: "_ dog", redline: "_ -cat- +dog+" },
  { before: "one . two", after: "three . four", redline: "-one- +three+ . -two- +four+" },
  // An insertion and a deletion around a word: three plain words read better than a replacement.
  { before: "a big old house", after: "a very big house", redline: "a +very+ big -old- house" },
  // A run without weight is dropped.
  { before: "x one _ two y", after: "x three _ y", redline: "x -one _ two- +three _+ y" },
  // A run between two insertions or two deletions stays.
  { before: "Section of Act", after: "Section 5 of this Act", redline: "Section +5+ of +this+ Act" },
  { before: "Section 5 of this Act", after: "Section of Act", redline: "Section -5- of -this- Act" },
  // A very light run is dropped if both insertions are large.
  { before: "x of y", after: `x ${MANY} of ${MANY} y`, redline: `x -of- +${MANY} of ${MANY}+ y` },
  { before: "x big y", after: "x 1 2 3 4 big 5 6 7 8 y", redline: "x +1 2 3 4+ big +5 6 7 8+ y" },
  // Dropping one run makes the next one light, so a second pass drops it.
  {
    before: `s ${words("a")} of ${words("b")} ${EIGHT} ${words("c", 24)} t`,
    after: `s ${words("d")} of ${words("e")} ${EIGHT} ${words("f", 24)} t`,
    redline: `s -${words("a")} of ${words("b")} ${EIGHT} ${words("c", 24)}- +${words("d")} of ${words("e")} ${EIGHT} ${words("f", 24)}+ t`,
  },
  // A fixed pair stays, and so does its run.
  { before: "one ¶ two", after: "three ¶ four", redline: "-one- +three+ ¶ -two- +four+" },
];

test.each(cases)("$before -> $after: $redline", ({ before, after, redline }) => {
  expect(cleaned(before, after)).toBe(redline);
});

test("two insertions with the same words between become one where that costs nothing", () => {
  const before = Int32Array.of(1, 2, 9);
  const after = Int32Array.of(1, 2, 5, 1, 2, 6, 9);
  const scattered = [
    { before: 0, after: 3, length: 2 },
    { before: 2, after: 6, length: 1 },
  ];
  expect(dropConfetti(scattered, { before, after, weightOf: () => 1 })).toEqual([
    { before: 0, after: 0, length: 2 },
    { before: 2, after: 6, length: 1 },
  ]);
  const fixed = { before, after, weightOf: () => 1, isFixed: () => true };
  expect(dropConfetti(scattered, fixed)).toEqual(scattered);
});

test("what is left is equal, in order and maximal, and no more than there was", () => {
  const tokens = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }).map((items) => Int32Array.from(items));
  fc.assert(
    fc.property(tokens, tokens, (before, after) => {
      const weightOf = (token: number): number => [0, 0.1, 1, 1, 1, 2][token]!;
      const all = alignTokens(before, after, new Budget(1e9));
      const kept = dropConfetti(all, { before, after, weightOf });
      expect(lengthOf(kept)).toBeLessThanOrEqual(lengthOf(all));
      for (const match of kept) {
        expect(before.slice(match.before, match.before + match.length)).toEqual(
          after.slice(match.after, match.after + match.length),
        );
      }
      for (const gap of gapsBetween(kept, { before: before.length, after: after.length })) {
        expect(gap.before.from <= gap.before.to && gap.after.from <= gap.after.to).toBe(true);
        if (gap.before.from === gap.before.to || gap.after.from === gap.after.to) continue;
        expect(before[gap.before.from]).not.toBe(after[gap.after.from]);
        expect(before[gap.before.to - 1]).not.toBe(after[gap.after.to - 1]);
      }
    }),
    { seed: 1, numRuns: 2000 },
  );
});

function lengthOf(matches: readonly Match[]): number {
  return matches.reduce((sum, match) => sum + match.length, 0);
}
