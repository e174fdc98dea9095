// Tests the truth about generated chains of versions, and that a plan always gives the same chain.

import { expect, test } from "vitest";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { docx, p, SECTION, tbl } from "../testing/small-documents.ts";
import { makeChain, textsOf } from "./make-chain.ts";
import { wordsOf } from "./truth-text.ts";

const clause = (number: number): string =>
  `Clause ${number} says that party${number} shall deliver goods${number} within thirty days; the end of it.`;
const base = docx(
  Array.from({ length: 30 }, (_, number) => p(clause(number))).join("") +
    tbl(["alpha", "beta"], ["gamma", "delta"], ["epsilon", "zeta"]) +
    p("The end.") +
    SECTION,
);
const plan = { seed: 11, versions: 6, edits: 6 };

test("the truth reads as the last version, and every word of the root that stands is the root's", () => {
  const { files, truth } = makeChain(base, plan);
  expect(files).toHaveLength(plan.versions);
  expect(truth.map(({ text }) => text)).toEqual(textsOf(openCorpusDocument(files.at(-1)!)));
  const words = truth.flatMap(wordsOf);
  expect(words.filter(({ word }) => /^(?:party|goods)\d+$/.test(word)).every(({ birth }) => birth === 0)).toBe(true);
  expect(new Set(words.map(({ birth }) => birth)).size).toBeGreaterThan(3);
});

test("the same plan gives the same chain", () => {
  expect(makeChain(base, plan)).toEqual(makeChain(base, plan));
});
