// Tests the `truth` command on pairs generated from the repository's own documents.

import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import type { JudgedEdit, TruthResult } from "./judge-pair.ts";
import { reportTruth } from "./report-truth.ts";
import { truth } from "./truth.ts";

test("pairs made of the repository's own documents are held to the truth", async () => {
  const options = readArguments(["truth", "--sample", "12", "--jobs", "1"], Object.keys(truth.flags!));
  const { figures, text } = await truth.run({ corpus: ownCorpus(), options });
  expect(figures.pairs).toBeGreaterThan(5);
  expect(figures.recall).toBeGreaterThan(0.5);
  expect(text.join("\n")).toContain("replace_word");
});

const edit: JudgedEdit = {
  ...{ kind: "replace_word", story: "body", paragraph: 0, places: 1, isFound: true, isLocated: true },
  ...{ size: 300, marked: 300, left: 10, kept: 10 },
};
const good: TruthResult = {
  ...{ name: "a", outcome: "judged", reason: "", edits: [edit], islands: 1, marked: 300, truth: 300 },
  ...{ falseMoves: [], strays: [], notices: [] },
};

test.each<[string, TruthResult, boolean]>([
  ["what a careful person marks", good, true],
  ["a little more", { ...good, marked: 308 }, true],
  ["more in the sum", { ...good, marked: 320 }, false],
  ["more on one pair", { ...good, marked: 400 }, false],
  ["too many islands", { ...good, islands: 2 }, false],
  ["a move where none was made", { ...good, falseMoves: ["paragraph 3, 40 characters"] }, false],
  ["an edit that is not found", { ...good, edits: [{ ...edit, isFound: false }] }, false],
  ["no redline", { ...good, outcome: "refused", reason: "OUTPUT_INVALID" }, false],
])("the bar is held to %s", (_, result, isMet) => {
  const report = reportTruth({ corpus: "large", seed: 1, results: [result], isVerbose: true });
  expect(report.bar.isMet).toBe(isMet);
});

test("a term renamed in many places may have an island in each", () => {
  const result = { ...good, islands: 6, edits: [{ ...edit, kind: "rename_term" as const, places: 6 }] };
  expect(reportTruth({ corpus: "large", seed: 1, results: [result], isVerbose: false }).bar.isMet).toBe(true);
});
