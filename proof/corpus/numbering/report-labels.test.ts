// Tests the report of the `numbering` command and its bar.

import { expect, test } from "vitest";
import type { JudgedParagraph, Verdict } from "./compare-labels.ts";
import type { LabelledFile } from "./label-file.ts";
import { reportLabels, reportNotAsked } from "./report-labels.ts";

const SHOWN: Readonly<Record<Verdict, readonly [office: string, docxodus: string]>> = {
  equal: ["1.", "1."],
  wrong: ["2.", "2."],
  "with office": ["1.", "2."],
  "with docxodus": ["", "1."],
  alone: ["2.", "3."],
};

function file(path: string, ...verdicts: readonly Verdict[]): LabelledFile {
  const judged = verdicts.map((verdict, index): JudgedParagraph => {
    const [office, docxodus] = SHOWN[verdict];
    return { verdict, index, ours: "1.", office, docxodus, label: undefined };
  });
  return { path, kind: "compared", hasNumberWords: path.startsWith("words"), judged, unmatched: 0 };
}

const many = (path: string): LabelledFile => file(path, ...new Array<Verdict>(1000).fill("equal"));
const hundred = Array.from({ length: 100 }, (_, index) => many(`${index}`));

test.each([
  ["all equal", [many("a")], "1/0 met"],
  ["one wrong paragraph in a hundred files", [...hundred, file("a", "wrong")], "100/0 met"],
  ["a file in two", [many("a"), file("b", "wrong")], "1/1 short"],
  [
    "too many wrong paragraphs in one file",
    [...hundred, file("a", ...new Array<Verdict>(600).fill("wrong"))],
    "100/1 short",
  ],
  ["what the programs differ on does not count", [many("a"), file("b", "alone", "with office")], "2/0 met"],
  ["number words are a list of their own", [many("a"), file("words", "wrong")], "2/0 met"],
  [
    "what could not be compared is left out",
    [many("a"), { path: "b", kind: "left out", reason: "no" } as const],
    "1/0 met",
  ],
  ["nothing to compare", [], "0/0 met"],
])("%s", (_, files, expected) => {
  const { tally, bar } = reportLabels(files, 1);
  expect(`${tally.passed}/${tally.failed} ${bar.isMet ? "met" : "short"}`).toBe(expected);
});

test("wrong labels, kinds of disagreement and what was left out are told", () => {
  const leftOut: LabelledFile = { path: "docx/c.docx", kind: "left out", reason: "docxodus: no" };
  const { text, figures } = reportLabels([file("docx/a.docx", "wrong", "with office", "with docxodus"), leftOut], 1);
  const lines = text.join("\n");
  expect(lines).toContain("wrong: docx/a.docx: 1: #0 1., not 2.");
  expect(lines).toMatch(/no label by us: LibreOffice shows none +1 +1 +with docxodus 1/);
  expect(lines).toContain("left out: docx/c.docx: docxodus: no");
  expect(figures).toMatchObject({ files: 1, equal: 0, wrong: 1, leftOut: 1, shares: { paragraphs: 0, files: 0 } });
});

test("without LibreOffice only a run over everything falls short", () => {
  const problem = "it is not installed";
  expect(reportNotAsked(problem, undefined)).toMatchObject({ tally: { failed: 0 }, bar: { isMet: true } });
  expect(reportNotAsked(problem, { kind: "all" })).toMatchObject({ tally: { failed: 1 }, bar: { isMet: false } });
});
