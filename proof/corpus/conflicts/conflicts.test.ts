// Tests that the `conflicts` command finds each clash and no near miss, and how it applies its bar.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { docx, p, SECTION, tbl } from "../../generate/testing/small-documents.ts";
import { readArguments } from "../../runner/arguments.ts";
import type { Corpus } from "../find-corpus.ts";
import type { ClashResult } from "./check-clash.ts";
import { conflicts } from "./conflicts.ts";
import { reportClashes } from "./report-clashes.ts";

const root = mkdtempSync(join(tmpdir(), "versus-conflicts-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WORDS = "alder birch cedar drift ember flint grove heath inlet jetty knoll larch maple north orchid poplar".split(
  " ",
);
const clause = (number: number): string =>
  Array.from({ length: 12 }, (_, at) => `${WORDS[(number + at) % 16]}${"abcdefghijklmnop"[number % 16]}`).join(" ");

/** Returns a corpus of one document with clauses and a table. */
function smallCorpus(): Corpus {
  const clauses = Array.from({ length: 16 }, (_, number) => p(clause(number))).join("");
  const table = tbl(["kiwi", "lime", "mango"], ["nut", "olive", "pear"], ["quince", "rice", "salt"]);
  mkdirSync(join(root, "docx/small"), { recursive: true });
  writeFileSync(join(root, "docx/small/a.docx"), docx(`${clauses}${table}${p("The end.")}${SECTION}`));
  const features = new Map([
    ["table", 1],
    ["paragraphs", 26],
  ]);
  return { root, kind: "large", files: [{ path: "docx/small/a.docx", bytes: 1000, features, producer: "" }] };
}

test("every kind of clash is one conflict in a small document, every near miss none", {
  timeout: 120_000,
}, async () => {
  const options = readArguments(["conflicts", "--sample", "2", "--jobs", "1"], [], ["only", "save"]);
  const { tally, bar, text } = await conflicts.run({ corpus: smallCorpus(), options });
  expect(tally, text.join("\n")).toEqual({ passed: 40, failed: 0 });
  expect(bar.isMet).toBe(true);
});

const right: ClashResult = {
  name: "clash-same_word-1-000",
  kind: "same_word",
  isNear: false,
  outcome: "judged",
  reason: "",
  where: "a.docx, paragraph 1",
  isDistinctive: true,
  conflicts: ["text"],
  isRight: true,
  problems: [],
};

test("one wrong clash of words that occur once fails the bar, one in a hundred of others does not", () => {
  const met = (...results: ClashResult[]): boolean => reportClashes({ corpus: "own", seed: 1, results }).bar.isMet;
  const wrong = { ...right, isRight: false, conflicts: [] };
  const others = Array.from({ length: 99 }, () => ({ ...right, isDistinctive: false }));
  expect(met(right)).toBe(true);
  expect(met(right, wrong)).toBe(false);
  expect(met(...others, { ...wrong, isDistinctive: false })).toBe(true);
  expect(met(...others.slice(1), { ...wrong, isDistinctive: false })).toBe(false);
  expect(met({ ...right, problems: ["base: body, line 1"] })).toBe(false);
  expect(met({ ...right, outcome: "unmade", isRight: false })).toBe(false);
});

test("a failing clash says how to run it alone", () => {
  const results = [{ ...right, isRight: false, conflicts: ["text", "text"] }];
  const { text, figures } = reportClashes({ corpus: "own", seed: 4, results });
  expect(text.join("\n")).toContain("npm run corpus -- conflicts --seed 4 --only clash-same_word-1-000");
  expect(figures).toMatchObject({ recall: 0, precision: 0 });
});
