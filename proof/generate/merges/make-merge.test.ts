// Tests the shapes of generated merges, and that a plan always gives the same bytes.

import { expect, test } from "vitest";
import { bodyTexts, readContent } from "../../corpus/compare/read-content.ts";
import { docx, p, SECTION, tbl } from "../testing/small-documents.ts";
import { type MadeMerge, type MergePlan, makeMerge } from "./make-merge.ts";
import { mergesFor } from "./merges-for.ts";

const clause = (number: number): string =>
  `Clause ${number} says that party${number} shall deliver goods${number} within thirty days of notice${number}.`;
const base = docx(
  Array.from({ length: 40 }, (_, number) => p(clause(number))).join("") +
    tbl(["alpha", "beta"], ["gamma", "delta"], ["epsilon", "zeta"]) +
    p("The end.") +
    SECTION,
);
const plan = (shape: MergePlan["shape"], copies = 3): MergePlan => ({ shape, copies, edits: 4, seed: 7 });
const textsOf = (file: Uint8Array): string[] => bodyTexts(readContent(file));

/** Returns the texts that one document has and another does not. */
function newIn(file: Uint8Array, before: Uint8Array): string[] {
  const known = new Set(textsOf(before));
  return textsOf(file).filter((text) => !known.has(text));
}

test("the same plan gives the same bytes, and as many copies as asked for", () => {
  for (const shape of ["independent", "disjoint", "twins", "identical"] as const) {
    const [one, other] = [makeMerge(base, plan(shape)), makeMerge(base, plan(shape))];
    expect(one.copies).toHaveLength(3);
    expect(one).toEqual(other);
  }
});

test("identical copies are one document", () => {
  const { copies } = makeMerge(base, plan("identical"));
  expect(new Set(copies.map((copy) => Buffer.from(copy).toString("base64"))).size).toBe(1);
  expect(newIn(copies[0]!, base).length).toBeGreaterThan(0);
});

test("what disjoint copies have new is all in the whole, and nothing of it in two copies", () => {
  const { copies, whole } = makeMerge(base, plan("disjoint"));
  const news = copies.map((copy) => newIn(copy, base));
  expect(news.flat().length).toBeGreaterThan(3);
  expect(new Set(news.flat()).size).toBe(news.flat().length);
  expect(newIn(whole!, base).sort()).toEqual(news.flat().sort());
});

test("twins have what they share, and something of their own", () => {
  const { copies, shared } = makeMerge(base, plan("twins")) as Required<MadeMerge>;
  const common = newIn(shared.file, base);
  const [one, other, third] = copies.map((copy) => newIn(copy, base));
  expect(shared.edits.length).toBeGreaterThan(0);
  expect(common.every((text) => one!.includes(text) && other!.includes(text) && !third!.includes(text))).toBe(true);
  expect(one!.length).toBeGreaterThan(common.length);
  expect(one!.filter((text) => other!.includes(text))).toEqual(common);
});

test("plans use many bases, every shape, and from two to eight copies", () => {
  const files = Array.from({ length: 12 }, (_, number) => ({
    path: `docx/${number}/a.docx`,
    bytes: number === 0 ? 400_000 : 1000,
    features: new Map([["paragraphs", 40]]),
    producer: "",
  }));
  const plans = mergesFor({ corpus: { root: "", kind: "large", files }, count: 400, seed: 1 });
  expect(new Set(plans.map(({ path }) => path)).size).toBe(11);
  expect(new Set(plans.map(({ shape }) => shape)).size).toBe(4);
  expect(new Set(plans.map(({ copies }) => copies))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8]));
});
