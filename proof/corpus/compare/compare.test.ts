// Tests the `compare` command and its report on a small corpus.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decide, listRevisions } from "@versus/engine/inside";
import { afterAll, expect, test } from "vitest";
import { readArguments, UsageError } from "../../runner/arguments.ts";
import { type Corpus, ownCorpus } from "../find-corpus.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import type { PairResult } from "./check-pair.ts";
import { compare } from "./compare.ts";
import { compareFlags, readSettings } from "./compare-settings.ts";
import { comparers } from "./comparer.ts";
import { listPairs } from "./pairs.ts";
import { bodyTexts, readContent } from "./read-content.ts";
import { compareDecided, newFindings } from "./redline-checks.ts";
import { digestOf, reportDigest } from "./report-digest.ts";
import { reportPairs } from "./report-pairs.ts";
import { smallDocument } from "./testing/small-document.ts";

const root = mkdtempSync(join(tmpdir(), "versus-compare-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const p = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const before = smallDocument(p("The first clause stands.") + p("The second clause was here.") + p("The end."));
const after = smallDocument(p("The first clause stands still.") + p("The end.") + p("Something new was added."));

/** Returns a corpus of a pair, a chain of two pairs, and a probe. */
function smallCorpus(): Corpus {
  const sets = { "pairs/one": 2, "pairs/many": 3, "probes/word": 2 };
  for (const [folder, files] of Object.entries(sets)) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const [index, name] of ["before", "after", "after2"].slice(0, files).entries()) {
      writeFileSync(join(root, folder, `${name}.docx`), index === 1 ? after : before);
    }
  }
  const lines = ["name\tkind\tfiles", "one\tpair\tbefore,after", "many\tchain\tbefore,after,after2"];
  writeFileSync(join(root, "pairs/INDEX.tsv"), `${lines.join("\n")}\n`);
  return { root, kind: "large", files: [] };
}

test("the pairs of a chain follow each other, those of a fan start from one base", () => {
  const corpus = smallCorpus();
  expect(listPairs(corpus, ["probes", "pairs"], 1).map(({ name, family }) => `${name} ${family}`)).toEqual([
    "probe-word probe",
    "one pair",
    "many chain",
    "many--after-after2 chain",
  ]);
  const fan = join(root, "fan");
  mkdirSync(join(fan, "pairs"), { recursive: true });
  writeFileSync(
    join(fan, "pairs/INDEX.tsv"),
    "name\tkind\tfiles\nset\tfan\tbefore,after,after2\ntold\ttracked\tbefore,after,tracked\n",
  );
  expect(listPairs({ ...corpus, root: fan }, ["pairs"], 1).map(({ name }) => name)).toEqual([
    "set",
    "set--before-after2",
    "told",
  ]);
});

test("settings come from flags and from the environment", () => {
  const read = (words: readonly string[], environment = {}) =>
    readSettings(readArguments(["compare", ...words], Object.keys(compareFlags)), environment);
  expect(read([])).toMatchObject({ comparer: "versus", only: undefined, asksOffice: true, isVerbose: false });
  expect(read(["--digest", "--reverse"])).toMatchObject({ isDigestOnly: true, isReversed: true, asksOffice: false });
  expect(read([], { VERSUS_KINDS: "probes,pairs", VERSUS_ENGINE: "docxodus" })).toMatchObject({
    kinds: ["probes", "pairs"],
    comparer: "docxodus",
  });
  expect(read([])).toMatchObject({ withFormatting: true });
  expect(read(["--no-formatting"])).toMatchObject({ withFormatting: false });
  expect(read([], { VERSUS_ENGINE: "docxodus" })).toMatchObject({ withFormatting: false });
  expect(read([], { VERSUS_CARRIER: "before" })).toMatchObject({ comparer: "versus-on-before", withFormatting: true });
  expect(() => read([], { VERSUS_CARRIER: "odd" })).toThrow(UsageError);
  expect(() => read([], { VERSUS_KINDS: "odd" })).toThrow(UsageError);
  expect(() => read([], { VERSUS_ENGINE: "odd" })).toThrow(UsageError);
});

test("a small corpus is compared and judged by all, in any order to the same digest", {
  timeout: 240_000,
}, async () => {
  const corpus = smallCorpus();
  const run = (...words: readonly string[]) => {
    const options = readArguments(["compare", "--all", "--jobs", "1", ...words], Object.keys(compareFlags));
    return compare.run({ corpus, options });
  };
  const { text, tally, figures, bar } = await run("--no-office");
  expect(text.join("\n")).not.toContain("?");
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(figures).toMatchObject({ pairs: 4, exact: 4, refused: 0, fallbacks: 0 });
  expect(bar.isMet).toBe(true);
  const forward = await run("--digest");
  const backward = await run("--digest", "--reverse");
  expect(forward.figures.digest).toBe(backward.figures.digest);
  expect(readdirSync(root)).not.toContain("one.docx");
});

test("without the large corpus there are copies of the repository's own documents", { timeout: 120_000 }, async () => {
  const words = ["compare", "--sample", "3", "--no-office", "--jobs", "1"];
  const options = readArguments(words, Object.keys(compareFlags));
  const { figures, bar } = await compare.run({ corpus: ownCorpus(), options });
  expect(figures).toMatchObject({ corpus: "own", pairs: 3, exact: 3 });
  expect(bar.isMet).toBe(true);
});

async function redlineOf(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const redline = await comparers.versus(one, other, "all");
  if ("refusal" in redline) throw new Error(redline.refusal);
  return redline.docx;
}

test("a change that is made without being tracked is noticed, whichever it is", async () => {
  const redline = await redlineOf(before, after);
  const expected = { accept: readContent(after), reject: readContent(before) };
  expect(compareDecided(redline, "accept", expected.accept).difference).toBeUndefined();
  expect(compareDecided(redline, "reject", expected.reject).difference).toBeUndefined();
  const count = listRevisions(openCorpusDocument(redline)).length;
  expect(count).toBeGreaterThan(2);
  for (const index of Array.from({ length: count }).keys()) {
    for (const [verdict, other] of [
      ["accept", "reject"],
      ["reject", "accept"],
    ] as const) {
      const document = openCorpusDocument(redline);
      decide(document, [{ revision: listRevisions(document)[index]!, verdict }]);
      const spoilt = document.package.save(SAVE_LEVEL);
      expect(compareDecided(spoilt, other, expected[other]).difference, `${verdict} ${index}`).toBeDefined();
    }
  }
});

test("only findings of the linter that no input has count", () => {
  const lost = smallDocument("<w:p><w:r><w:t>a </w:t></w:r></w:p>");
  const lostTwice = smallDocument("<w:p><w:r><w:t>a </w:t></w:r></w:p><w:p><w:r><w:t> b</w:t></w:r></w:p>");
  expect(newFindings(before, [before, after])).toEqual([]);
  expect(newFindings(lost, [before, after])).toEqual(["text-space-lost"]);
  expect(newFindings(lost, [lost, after])).toEqual([]);
  expect(newFindings(lostTwice, [lost, after])).toEqual(["text-space-lost"]);
});

test("the text of the body is without boxes and notes", () => {
  const box = `<w:r><w:pict><v:textbox><w:txbxContent>${p("box")}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const body = `<w:p><w:r><w:t>a</w:t></w:r>${box}</w:p>${p("b")}<w:tbl><w:tr><w:tc>${p("c")}</w:tc></w:tr></w:tbl>${p("d")}`;
  expect(bodyTexts(readContent(smallDocument(body)))).toEqual(["a", "b", "c", "d"]);
});

const exact: PairResult = {
  name: "a",
  family: "pair",
  outcome: "judged",
  reason: "",
  problems: [],
  notices: [],
  edits: [],
  decided: {},
  formatting: {},
  opinion: { kind: "alike", reason: "" },
  digests: { bytes: "1", content: "2" },
  milliseconds: 1,
};
const unlike: PairResult = {
  ...exact,
  problems: [
    {
      check: "rejected it is the document before",
      problem: "body, line 3, paragraph: text",
      lines: ["wanted secret", "found  secrets"],
    },
  ],
};
const replaced: PairResult = { ...exact, notices: ["BLOCK_FALLBACK"] };

function report(results: readonly PairResult[], isVerbose = false): ReturnType<typeof reportPairs> {
  const office = { kind: "asked", asked: 1, neverOpened: [], lost: [] } as const;
  return reportPairs({
    corpus: "large",
    seed: 1,
    comparer: "versus",
    results,
    office,
    isVerbose,
    withFormatting: true,
  });
}

test.each<[string, readonly PairResult[], boolean]>([
  ["all exact", [exact], true],
  ["one that is not", [exact, unlike], false],
  ["one refused", [exact, { ...exact, outcome: "refused" }], false],
  ["one crashed", [exact, { ...exact, outcome: "crashed" }], false],
  ["one that could not be made", [exact, { ...exact, outcome: "unmade" }], true],
  ["one fallback of a hundred", [...Array<PairResult>(99).fill(exact), replaced], true],
  ["two of a hundred", [...Array<PairResult>(98).fill(exact), replaced, replaced], false],
  ["docxodus of another opinion", [{ ...exact, opinion: { kind: "differs", reason: "accept: paragraph 1" } }], true],
  ["no pairs", [], false],
])("the bar, with %s", (_, results, isMet) => {
  expect(report(results).bar.isMet).toBe(isMet);
});

test("a redline that LibreOffice does not open misses the bar", () => {
  const office = { kind: "asked", asked: 1, neverOpened: [], lost: ["a"] } as const;
  const figures = { corpus: "large", seed: 1, comparer: "versus" } as const;
  const run = { ...figures, results: [exact], office, isVerbose: false, withFormatting: true } as const;
  expect(reportPairs(run).bar.isMet).toBe(false);
});

test("the text of a document is told only to those who ask", () => {
  expect(report([unlike]).text.join("\n")).toContain(
    "a: rejected it is the document before? body, line 3, paragraph: text",
  );
  expect(report([unlike]).text.join("\n")).not.toContain("secret");
  expect(report([unlike], true).text.join("\n")).toContain("found  secrets");
});

const unlikeLooks: PairResult = {
  ...exact,
  formatting: { "run b": 3, "paragraph jc": 1 },
  problems: [
    {
      check: "rejected it looks like the document before",
      problem: "body, line 3, run 0: b",
      lines: ["wanted b=on", "found  "],
    },
  ],
};

test("a pair that looks otherwise counts as exact in its text, and fails", () => {
  const { text, bar, figures, tally } = report([exact, unlikeLooks]);
  expect(text).toContain("text exact 2 of 2, formatting exact 1 of 2");
  expect(text).toContain("  run b: 3 in 1 pairs");
  expect(text).toContain("a: rejected it looks like the document before? body, line 3, run 0: b");
  expect(figures).toMatchObject({ exact: 2, formatted: 1, "reject looks": 1 });
  expect(tally).toEqual({ passed: 1, failed: 1 });
  expect(bar.isMet).toBe(false);
});

test("formatting that was not judged is told so", () => {
  const office = { kind: "not-asked", reason: "" } as const;
  const figures = { corpus: "large", seed: 1, comparer: "docxodus" } as const;
  const run = { ...figures, results: [exact], office, isVerbose: false, withFormatting: false } as const;
  expect(reportPairs(run).text).toContain("text exact 1 of 1, formatting not judged");
});

test("a digest depends on names, bytes and refusals", () => {
  const digests = [
    [exact],
    [{ ...exact, name: "b" }],
    [{ ...exact, reason: "x" }],
    [{ ...exact, digests: { bytes: "3", content: "2" } }],
  ];
  expect(new Set(digests.map((results) => digestOf(results, "bytes"))).size).toBe(4);
  const run = { corpus: "large", seed: 1, comparer: "versus", results: [exact] } as const;
  expect(reportDigest(run).figures.digest).toBe(digestOf([exact], "bytes"));
  expect(reportDigest({ ...run, results: [{ ...exact, outcome: "crashed" }] }).bar.isMet).toBe(false);
});

test("files are saved where asked", async () => {
  const { work } = await import("./check-pair.ts");
  const saveAs = join(root, "saved.docx");
  const source = {
    kind: "files",
    before: join(root, "pairs/one/before.docx"),
    after: join(root, "pairs/one/after.docx"),
  } as const;
  const job = {
    name: "a",
    family: "pair",
    source,
    comparer: "versus",
    formatting: "all",
    isDigestOnly: true,
    withFormatting: true,
    saveAs,
    saveForOffice: undefined,
  } as const;
  const { outcome, digests } = await work(job);
  expect(outcome).toBe("judged");
  expect(digests.bytes).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(saveAs)).toEqual(Buffer.from(await redlineOf(before, after)));
});
