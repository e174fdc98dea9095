// Tests the `lint` command and its bar.

import type { Finding } from "@versus/engine/inside";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import { lint } from "./lint.ts";
import type { LintResult } from "./lint-file.ts";
import { reportFindings } from "./report-findings.ts";
import { readSoundPaths } from "./sound-paths.ts";

test("the repository's own documents are linted", async () => {
  const options = readArguments(["lint", "--all", "--jobs", "1"], []);
  const { tally, figures, bar } = await lint.run({ corpus: ownCorpus(), options });
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(figures).toMatchObject({ files: 4, linted: 4, sound: 0, blamed: 0 });
  expect(bar.isMet).toBe(true);
});

test("a document is sound when Word wrote it and the validator found nothing", () => {
  const lines = [
    "path\tproducer\tsdk_errors",
    "a.docx\tMicrosoft Office Word 16.0000\t0",
    "b.docx\tMicrosoft Office Word 16.0000\t1",
    "c.docx\tMicrosoft Office Word 16.0000\t",
    "d.docx\tLibreOffice\t0",
  ];
  expect([...readSoundPaths(lines.join("\n"))]).toEqual(["a.docx"]);
});

const refused: Finding = {
  rule: "text-misplaced",
  severity: "refused",
  part: "word/document.xml",
  count: 2,
  offset: 9,
};
const odd: Finding = { ...refused, rule: "style-unresolved", severity: "odd" };

function result(path: string, ...findings: readonly Finding[]): LintResult {
  return { path, outcome: "linted", reason: "", findings, readMilliseconds: 1, lintMilliseconds: 1 };
}

function report(results: readonly LintResult[], sound: readonly string[]): ReturnType<typeof reportFindings> {
  return reportFindings({ corpus: "large", seed: 1, sound: new Set(sound), results });
}

test("what is wrong with a document of another program is counted and not blamed on the rules", () => {
  const { text, bar } = report([result("a.docx", refused), result("b.docx")], ["b.docx"]);
  expect(bar.isMet).toBe(true);
  expect(text[0]).toMatch(/text-misplaced +refused +1 +0/);
});

test("a sound document with more than an odd finding is named, and misses the bar", () => {
  const { text, tally, bar } = report([result("a.docx", odd, refused), result("b.docx", odd)], ["a.docx", "b.docx"]);
  expect(bar.isMet).toBe(false);
  expect(tally).toEqual({ passed: 1, failed: 1 });
  expect(text).toContain("blamed: a.docx: text-misplaced 2 in word/document.xml");
});

test("one sound document of two hundred may be blamed", () => {
  const clean = Array.from({ length: 199 }, (_, index) => result(`${index}.docx`));
  const results = [result("a.docx", refused), ...clean];
  const paths = results.map(({ path }) => path);
  expect(report(results, paths).bar.isMet).toBe(true);
  expect(
    report(results.slice(1).concat(result("b.docx", refused), result("c.docx", refused)), [
      ...paths,
      "b.docx",
      "c.docx",
    ]).bar.isMet,
  ).toBe(false);
});

test("a crash misses the bar", () => {
  const crashed: LintResult = { ...result("a.docx"), outcome: "crashed", reason: "TypeError" };
  const { text, bar } = report([crashed, result("b.docx")], []);
  expect(bar.isMet).toBe(false);
  expect(text).toContain("crashed: a.docx: TypeError");
});
