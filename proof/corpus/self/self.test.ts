// Tests the `self` command and its report.

import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import type { SelfResult } from "./check-self.ts";
import type { SavedAgain, SavedDocument } from "./compare-saved-again.ts";
import { reportSavedLooks, type SavedLook } from "./compare-saved-looks.ts";
import { reportSelf } from "./report-self.ts";
import type { SavingProgram } from "./saving-programs.ts";
import { self } from "./self.ts";

test("the repository's own documents have no change against themselves and noisy copies", async () => {
  const options = readArguments(["self", "--all", "--no-office", "--jobs", "1"], ["no-office"]);
  const { tally, figures, bar } = await self.run({ corpus: ownCorpus(), options });
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(figures).toMatchObject({ files: 4, compared: 4, changed: 0 });
  expect(bar.isMet).toBe(true);
});

const unchanged: SelfResult = {
  path: "a.docx",
  outcome: "compared",
  reason: "",
  own: {},
  noisy: {},
  noise: ["rsids"],
  guilty: [],
};
const kept: SavedDocument = { path: "a.docx", passedOver: undefined, changes: {} };
const rewritten: SavedDocument = { ...kept, changes: { "insertion of content": 1 } };

function report(results: readonly SelfResult[], ...documents: readonly SavedDocument[]): ReturnType<typeof reportSelf> {
  const saved: SavedAgain = { kind: "asked", documents };
  return reportSelf({ corpus: "large", seed: 1, results, saved });
}

test.each<[string, ReturnType<typeof reportSelf>, boolean]>([
  ["no change at all", report([unchanged]), true],
  ["a change against itself", report([unchanged, { ...unchanged, own: { "property of property": 1 } }]), false],
  ["a change by noise", report([{ ...unchanged, noisy: { "insertion of mark": 1 }, guilty: ["rsids"] }]), false],
  ["a crash", report([unchanged, { ...unchanged, outcome: "crashed" }]), false],
  ["a file that does not open", report([unchanged, { ...unchanged, outcome: "unopened" }]), true],
  ["nothing compared", report([{ ...unchanged, outcome: "unopened" }]), false],
  ["three of a hundred changed by saving", report([unchanged], ...manyKept(97), rewritten, rewritten, rewritten), true],
  ["four of a hundred", report([unchanged], ...manyKept(96), rewritten, rewritten, rewritten, rewritten), false],
  ["what LibreOffice changed itself", report([unchanged], kept, { ...rewritten, passedOver: "body, line 1" }), true],
])("the bar, with %s", (_, { bar }, isMet) => {
  expect(bar.isMet).toBe(isMet);
});

function manyKept(count: number): SavedDocument[] {
  return Array<SavedDocument>(count).fill(kept);
}

test("a change is told by its kinds, with the noise that alone makes it", () => {
  const noisy = { ...unchanged, noisy: { "insertion of mark": 2 }, guilty: ["rsids"] as const };
  expect(report([noisy]).text).toContain("changed by noise: a.docx: insertion of mark 2 (alone: rsids)");
});

const sameLook: SavedLook = { path: "a.docx", isContract: true, changes: {}, carried: 5, refusal: undefined };
const otherLook: SavedLook = { ...sameLook, changes: { formatting: 2 } };

const asked = { wanted: 4, seed: 1, corpus: "large", problem: undefined } as const;

test.each<[string, readonly SavedLook[], boolean]>([
  ["every document unchanged", [sameLook, sameLook, sameLook, sameLook], true],
  ["too many formatting changes", [sameLook, sameLook, sameLook, { ...sameLook, changes: { formatting: 9 } }], false],
  ["too few documents unchanged", [sameLook, otherLook, otherLook, otherLook], false],
  ["a refusal", [sameLook, sameLook, sameLook, { ...sameLook, refusal: "OUTPUT_INVALID" }], false],
  ["too few documents", [sameLook], false],
])("the bar of documents that were saved, with %s", (_, looks, isMet) => {
  const { bar } = reportSavedLooks(looks, { ...asked, program: "libreoffice" });
  expect(bar.isMet).toBe(isMet);
});

test.each<[SavingProgram, SavedLook, boolean]>([
  ["libreoffice", sameLook, true],
  ["python-docx", sameLook, true],
  ["python-docx", { ...sameLook, changes: { formatting: 1 } }, false],
  ["pandoc", { ...sameLook, changes: { formatting: 90 } }, true],
  ["pandoc", { ...sameLook, refusal: "OUTPUT_INVALID" }, false],
])("the bar of documents that %s saved: %o", (program, look, isMet) => {
  const { bar } = reportSavedLooks(Array(100).fill(look), { ...asked, wanted: 100, program });
  expect(bar.isMet).toBe(isMet);
});
