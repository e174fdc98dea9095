// Tests the checks of the `decisions` command and its bar.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type TrackedDocument, trackedBytes } from "../../fuzz/decisions/tracked-document.ts";
import { readArguments } from "../../runner/arguments.ts";
import { type Corpus, ownCorpus } from "../find-corpus.ts";
import { readManifest } from "../manifest.ts";
import { openCorpusDocument } from "../read-document.ts";
import type { FileResult } from "./check-file.ts";
import { decisions } from "./decisions.ts";
import { documentText, textDifferences } from "./document-text.ts";
import { judgedDifferences } from "./judged-differences.ts";
import { type DecisionsRun, reportDecisions } from "./report-decisions.ts";
import { MOST_SET_ASIDE, setAside } from "./tracked-sets.ts";

const root = mkdtempSync(join(tmpdir(), "versus-decisions-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WHO = 'w:author="Ann" w:date="2024-01-02T03:04:00Z"';
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const inserted = (id: number, text: string): string => `<w:ins w:id="${id}" ${WHO}>${run(text)}</w:ins>`;
const deleted = (id: number, text: string): string =>
  `<w:del w:id="${id}" ${WHO}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;

function documentOf(body: string): Uint8Array {
  const document: TrackedDocument = { body, section: "", header: undefined, notes: [], features: [] };
  return trackedBytes(document);
}

/** Returns a corpus of one tracked document, in a set with its states before and after the changes. */
function smallCorpus(): Corpus {
  const folder = join(root, "pairs/set");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "tracked.docx"),
    documentOf(`<w:p>${run("a")}${inserted(1, "b")}${deleted(2, "c")}</w:p>`),
  );
  writeFileSync(join(folder, "before.docx"), documentOf(`<w:p>${run("ac")}</w:p>`));
  writeFileSync(join(folder, "after.docx"), documentOf(`<w:p>${run("ab")}</w:p>`));
  writeFileSync(join(root, "pairs/INDEX.tsv"), "name\tkind\nset\ttracked\nother\tpair\n");
  const lines = ["before", "after", "tracked"].map((name) => `pairs/set/${name}.docx\t1\t\t`);
  return { root, kind: "large", files: readManifest(["path\tbytes\tfeatures\tproducer", ...lines].join("\n")) };
}

test("a tracked document is found, decided and judged by all", { timeout: 120_000 }, async () => {
  const options = readArguments(["decisions", "--all", "--jobs", "1"], []);
  const { tally, figures, bar, text } = await decisions.run({ corpus: smallCorpus(), options });
  expect(text.join("\n")).not.toContain("?");
  expect(tally).toEqual({ passed: 3, failed: 0 });
  expect(figures).toMatchObject({ searched: 3, sets: 2, files: 1, revisions: 2, decisions: 2, alike: 1 });
  expect(bar.isMet).toBe(true);
});

test("a corpus without tracked documents passes only when it is the repository's own", async () => {
  const options = readArguments(["decisions", "--all", "--jobs", "1"], []);
  expect((await decisions.run({ corpus: ownCorpus(), options })).bar.isMet).toBe(true);
});

test("documents differ in the kind of story, and in the shape of tables", () => {
  const text = (body: string) => documentText(openCorpusDocument(documentOf(body)));
  const table = (...rows: readonly number[]): string =>
    `<w:tbl>${rows.map((cells) => `<w:tr>${"<w:tc><w:p/></w:tc>".repeat(cells)}</w:tr>`).join("")}</w:tbl><w:p/>`;
  expect(textDifferences(text(`<w:p>${run("a")}</w:p>`), text(`<w:p>${run("a")}</w:p>`))).toEqual([]);
  expect(textDifferences(text(`<w:p>${run("a")}</w:p>`), text(`<w:p>${run("b")}</w:p><w:p/>`))).toEqual([
    "body 0 (1 and 2)",
  ]);
  expect(textDifferences(text(table(1, 2)), text(table(2, 1)))).toEqual(["table 0 (1 and 1)"]);
});

const empty: DecisionsRun = { corpus: "large", seed: 1, searched: 1, sets: [], setAside: [], files: [], isWhole: true };

function fileWith(path: string, problem: string | undefined): FileResult {
  const outcome = { verdict: "accept", check: "the text is docxodus's", problem } as const;
  return { path, revisions: 1, decisions: 1, outcomes: [outcome] };
}

test("a set that differs misses the bar unless it is set aside", () => {
  const sets = [{ name: "set", verdict: "accept", differences: ["body 0"] }] as const;
  const files = [fileWith("a.docx", undefined)];
  expect(reportDecisions({ ...empty, sets, files }).bar.isMet).toBe(false);
  const aside = [{ name: "set", verdict: "accept", reason: "so" }] as const;
  expect(reportDecisions({ ...empty, sets, files, setAside: aside }).bar.isMet).toBe(true);
});

test("docxodus may differ in two files of a hundred, whoever is right, and where it has no opinion", () => {
  const judged = judgedDifferences.find(({ verdicts }) => verdicts.includes("accept"));
  const alike = Array.from({ length: 98 }, (_, index) => fileWith(`${index}.docx`, undefined));
  const silent = fileWith("b.docx", "docxodus has no opinion: it left");
  const ours = Array.from({ length: 3 }, () => fileWith(`docx/${judged!.file}`, "body 1"));
  expect(reportDecisions({ ...empty, files: [...alike, silent, ...ours.slice(1)] }).bar.isMet).toBe(true);
  expect(reportDecisions({ ...empty, files: [...alike, silent, ...ours] }).bar.isMet).toBe(false);
});

test("in a sample no difference may be unexplained", () => {
  const judged = judgedDifferences.find(({ verdicts }) => verdicts.includes("accept"));
  const sample = { ...empty, isWhole: false };
  expect(reportDecisions({ ...sample, files: [fileWith(`docx/${judged!.file}`, "body 1")] }).bar.isMet).toBe(true);
  expect(reportDecisions({ ...sample, files: [fileWith("x.docx", "body 1")] }).bar.isMet).toBe(false);
});

test("what is set aside is little, and every judgement stands in the design note", () => {
  expect(setAside.length).toBeLessThanOrEqual(MOST_SET_ASIDE);
  const note = readFileSync(join(import.meta.dirname, "../../../docs/design/revisions.md"), "utf8");
  for (const { file } of judgedDifferences) expect(note).toContain(file.replace(/^.*RA001.*-02/, "-02"));
  for (const { name } of setAside) expect(note).toContain(name);
});
