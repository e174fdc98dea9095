// Tests how a specification is cut into sentences, and the gaps between the specification of editing, its rules and
// their tests.

import { join } from "node:path";
import { expect, test } from "vitest";
import { findGaps, readSpecification, readWritten } from "./find-gaps.ts";
import { sentencesOf } from "./spec-sentences.ts";

const SPEC =
  "## A\n\nOne rule. Another, with a list:\n\n1. First. Second.\n\n| Head | Row |\n| --- | --- |\n| a | b. c |\n\n## B\n";

test("a paragraph, a step and a row are cut into sentences", () => {
  const begins = sentencesOf(SPEC, { from: "## A", to: "## B" }).map((sentence) => sentence.begins);
  expect(begins).toEqual(["One rule.", "Another, with a list:", "First.", "Second.", "a | b. c"]);
  expect(() => sentencesOf(SPEC, { from: "## A", to: "## C" })).toThrow("no section");
});

test("whatever is missing on either side is told", () => {
  const [first, second] = sentencesOf(SPEC, { from: "## A", to: "## B" });
  const gaps = findGaps({
    spec: [first!, second!],
    table: [
      [first!.begins, first!.digest, [1, 2]],
      ["Gone", "00000000", []],
    ],
    rules: [1, 3],
    tested: [1, 4],
  });
  expect(gaps).toEqual([
    "sentence without a row: Another, with a list:",
    "row without a sentence: Gone",
    "sentence without a rule: Gone",
    "rule that is not in the design note: EDT-2",
    "rule without a test: EDT-3",
    "test of no rule: EDT-4",
  ]);
});

test("every sentence on editing has a rule, and every rule a test", () => {
  const written = readWritten(join(import.meta.dirname, "../.."), readSpecification(process.env));
  expect(findGaps(written)).toEqual([]);
  expect(written.table.length).toBeGreaterThan(160);
});
