// Tests the `hostile` command on the repository's own files, and where expectations come from.

import { makeTree } from "@versus/tools/temporary-tree";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { findCorpus, ownCorpus } from "../find-corpus.ts";
import type { FullReading } from "./full-reading.ts";
import { hostile } from "./hostile.ts";
import { type Expectation, hostileCases } from "./hostile-cases.ts";
import { problemsOf } from "./report-readings.ts";

test("the repository's own hostile documents end as they should, each in a process of its own", async () => {
  const options = readArguments(["hostile"], []);
  const { tally, figures, bar } = await hostile.run({ corpus: ownCorpus(), options });
  expect(tally).toEqual({ passed: 3, failed: 0 });
  expect(figures).toMatchObject({ groups: [{ group: "hostile", files: 3, rejected: 2, opened: 1, failures: 0 }] });
  expect(bar.isMet).toBe(true);
});

const ZIP = "PK\x03\x04 and so on";

test("what is expected of a file comes from EXPECT.tsv, its category or its format", () => {
  const paths = [
    "docx/broken/a.docx",
    "docx/encrypted/b.docx",
    "docx/plain/c.docx",
    "doc/d.DOC",
    "doc/e.doc",
    "pdf/f.pdf",
  ];
  const root = makeTree({
    "MANIFEST.tsv": ["path\tbytes\tfeatures\tproducer", ...paths.map((path) => `${path}\t1\t\t`)].join("\n"),
    "hostile/EXPECT.tsv": "file\texpect\twhat\nx.docx\treject\tbad\ny.docx\topen\tgood\n",
    "doc/d.DOC": "old",
    "doc/e.doc": ZIP,
    "pdf/f.pdf": "%PDF",
  });
  const cases = hostileCases(findCorpus({ VERSUS_CORPUS: root }));
  expect(cases.map(({ group, path, expectation }) => `${group}: ${path} ${expectation}`)).toEqual([
    "hostile: hostile/x.docx reject",
    "hostile: hostile/y.docx open",
    "docx/broken: docx/broken/a.docx either",
    "docx/encrypted: docx/encrypted/b.docx either",
    "doc and dot: doc/d.DOC reject",
    "doc and dot: doc/e.doc either",
    "pdf: pdf/f.pdf reject",
  ]);
});

const cheap: FullReading = { outcome: "opened", code: "", reason: "", cpuMilliseconds: 50, megabytes: 60 };
const rejected: FullReading = { ...cheap, outcome: "rejected", code: "XML_INVALID", reason: "No." };

test.each<[Expectation, FullReading, string[]]>([
  ["open", cheap, []],
  ["either", cheap, []],
  ["either", rejected, []],
  ["reject", rejected, []],
  ["reject", cheap, ["opened, which it should not"]],
  ["open", rejected, ["rejected: No."]],
  ["either", { ...cheap, outcome: "crashed", reason: "RangeError" }, ["crashed: RangeError"]],
  ["either", { ...cheap, cpuMilliseconds: 2_001 }, ["took 2001 ms of CPU"]],
  ["either", { ...cheap, megabytes: 301 }, ["took 301 MB"]],
])("expected to %s, %o", (expectation, reading, expected) => {
  expect(problemsOf({ expectation, reading })).toEqual(expected);
});
