// Tests that each kind of clash and near miss changes the base as described, always in the same way.

import { expect, test } from "vitest";
import { bodyTexts, readContent } from "../../../corpus/compare/read-content.ts";
import { docx, p, SECTION, tbl } from "../../testing/small-documents.ts";
import { type ClashKind, clashKinds, type MadeClash, makeClash } from "./make-clash.ts";

const WORDS = "alder birch cedar drift ember flint grove heath inlet jetty knoll larch maple north orchid poplar".split(
  " ",
);
const clause = (number: number): string =>
  Array.from(
    { length: 12 },
    (_, at) => `${WORDS[(number + at) % WORDS.length]}${"abcdefghijklmnop"[number % 16]}`,
  ).join(" ");
const base = docx(
  Array.from({ length: 16 }, (_, number) => p(clause(number))).join("") +
    tbl(["kiwi", "lime", "mango"], ["nut", "olive", "pear"], ["quince", "rice", "salt"], ["tea", "umber", "vine"]) +
    p("The end.") +
    SECTION,
);

const SEEDS = [1, 2, 3, 4, 5];
const made = (kind: ClashKind, isNear: boolean): MadeClash[] =>
  SEEDS.map((seed) => makeClash(base, { kind, isNear, seed })!);
const textsOf = (file: Uint8Array): string[] => bodyTexts(readContent(file));
const baseTexts = textsOf(base);

/** Returns the indexes of the base's paragraphs that a copy has changed or deleted. */
function changedIn(copy: Uint8Array): number[] {
  const texts = textsOf(copy);
  return baseTexts.flatMap((text, at) => (texts.includes(text) ? [] : [at]));
}

test.each(clashKinds)("%s is made of two copies that both differ from the base, always the same", (kind) => {
  for (const isNear of [false, true]) {
    for (const seed of SEEDS) {
      const clash = makeClash(base, { kind, isNear, seed });
      expect(clash, `${kind} ${isNear} ${seed}`).toBeDefined();
      expect(clash).toEqual(makeClash(base, { kind, isNear, seed }));
      const files = [base, ...clash!.copies].map((file) => Buffer.from(file).toString("base64"));
      expect(new Set(files).size).toBe(3);
    }
  }
});

test.each(["same_word", "overlapping", "adjacent"] as const)("%s is in one paragraph of both copies", (kind) => {
  for (const isNear of [false, true]) {
    for (const { copies, paragraph, isDistinctive } of made(kind, isNear)) {
      expect(copies.map(changedIn)).toEqual([[paragraph], [paragraph]]);
      expect(isDistinctive).toBe(true);
    }
  }
});

/** Returns the positions of a paragraph's words that a copy no longer has. */
function places(copy: Uint8Array, paragraph: number): number[] {
  const [before, after] = [baseTexts[paragraph]!.split(" "), textsOf(copy)[paragraph]!.split(" ")];
  return before.flatMap((word, at) => (after.includes(word) ? [] : [at]));
}

test("words that clash are the same or side by side; a near miss has one between", () => {
  for (const { copies, paragraph } of made("same_word", false)) {
    expect(places(copies[0], paragraph)).toEqual(places(copies[1], paragraph));
  }
  for (const { copies, paragraph } of made("adjacent", false)) {
    expect(places(copies[1], paragraph)[0]! - places(copies[0], paragraph)[0]!).toBe(1);
  }
  for (const { copies, paragraph } of made("same_word", true)) {
    expect(places(copies[1], paragraph)[0]! - places(copies[0], paragraph)[0]!).toBe(2);
  }
  for (const { copies, paragraph } of made("overlapping", true)) {
    expect(places(copies[1], paragraph)[0]! - places(copies[0], paragraph)[1]!).toBe(2);
  }
});

test("a deletion clashes with an edit of the same paragraph, and not with one of its neighbour", () => {
  for (const { copies, paragraph } of made("deletion_and_edit", false)) {
    expect(copies.map(changedIn)).toEqual([[paragraph], [paragraph]]);
  }
  for (const { copies, paragraph } of made("deletion_and_edit", true)) {
    const [[gone], [edited]] = copies.map(changedIn) as [number[], number[]];
    expect(gone).toBe(paragraph);
    expect(Math.abs(gone! - edited!)).toBe(1);
  }
});

test("one paragraph moves to two places, or two paragraphs to neighbouring gaps", () => {
  const placeOf = (file: Uint8Array, text: string): number => textsOf(file).indexOf(text);
  for (const { copies, paragraph } of made("two_moves", false)) {
    const text = baseTexts[paragraph]!;
    expect(new Set([base, ...copies].map((file) => placeOf(file, text))).size).toBe(3);
  }
  for (const { copies, paragraph } of made("two_moves", true)) {
    const text = baseTexts[paragraph]!;
    expect(placeOf(copies[0], text)).not.toBe(paragraph);
  }
});

test.each(["paragraphs_in_gap", "rows_in_gap", "columns_in_gap"] as const)(
  "%s puts something new into both copies",
  (kind) => {
    const behind = (copy: Uint8Array): string => {
      const texts = textsOf(copy);
      return texts[texts.findIndex((text, at) => text !== baseTexts[at]) - 1] ?? "";
    };
    for (const { copies } of made(kind, false)) expect(behind(copies[0])).toBe(behind(copies[1]));
    for (const { copies } of made(kind, true)) expect(behind(copies[0])).not.toBe(behind(copies[1]));
  },
);

test("properties change no text", () => {
  for (const isNear of [false, true]) {
    for (const { copies } of made("same_property", isNear)) expect(copies.map(changedIn)).toEqual([[], []]);
  }
});
