// Tests the checks of the `merge` command, on small merges written by hand.

import { expect, test } from "vitest";
import { ContentPackage } from "../../reading/content-package.ts";
import { readArguments, UsageError } from "../../runner/arguments.ts";
import { type Content, readContent } from "../compare/read-content.ts";
import { element, smallDocument } from "../compare/testing/small-document.ts";
import type { MergeResult } from "./check-merge.ts";
import { compareExcusing, readDecided, viewDifference } from "./decided.ts";
import { listChanges } from "./list-changes.ts";
import { mergeFlags, mergeValues, readSettings } from "./merge-settings.ts";
import { acceptsOf, type MergeRecord, missingMarks, readRecord } from "./read-record.ts";
import { renderedDifferences } from "./renderings.ts";
import { reportMerges } from "./report-merges.ts";
import { judgeTwins } from "./twins.ts";

const r = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string): string => `<w:p>${content}</w:p>`;
const by = (name: string, author: string, content: string): string =>
  `<w:${name} w:id="1" w:author="${author}" w:date="2026-01-01T00:00:00Z">${content}</w:${name}>`;
const came = (author: string, text: string): string => by("ins", author, r(text));
const went = (author: string, text: string): string => by("del", author, r(text).replaceAll("w:t", "w:delText"));
const spot = (name: string, content: string): string =>
  `<w:bookmarkStart w:id="9" w:name="${name}"/>${content}<w:bookmarkEnd w:id="9"/>`;

/** Returns a merge of copies by Ann and Bob, with its record. */
function merged(body: string, conflicts = "", turned = false): Uint8Array {
  const names = turned ? ["b.docx", "a.docx"] : ["a.docx", "b.docx"];
  const labels = turned ? { Ann: "1", Bob: "0", "Bob, Ann": "0 1" } : { Ann: "0", Bob: "1", "Ann, Bob": "0 1" };
  const revisions = names.map((name) => `<revision name="${name}" author=""/>`).join("");
  const written = Object.entries(labels).map(([author, own]) => `<label author="${author}" revisions="${own}"/>`);
  const record = `<merge xmlns="urn:versus:merge">${revisions}${written.join("")}${conflicts}</merge>`;
  const comment = '<w:comment w:id="0" w:author="Versus"><w:p/></w:comment>';
  const comments = element("w:comments", conflicts === "" ? "" : comment);
  return smallDocument(body, [
    { id: "item1", kind: "customXml", content: { xml: record } },
    { id: "comments", kind: "comments", content: { xml: comments } },
  ]);
}

const recordOf = (file: Uint8Array): MergeRecord => readRecord(new ContentPackage(file))!;
const accepts = (file: Uint8Array, index: number) =>
  acceptsOf(recordOf(file), (revisions) => revisions.includes(index));
const read = (body: string): Content => readContent(smallDocument(body), { withFormatting: true });

const base = p(r("pay in 30 days"));
const [ann, bob] = [p(r("pay in 60 days")), p(r("pay in 90 days"))];
const TEXT = '<conflict id="1" kind="text"/>';
const inside = (all: string): string =>
  p(r("pay in ") + spot("_VsConflict_1", went(all, "30") + came("Ann", "60") + came("Bob", "90")) + r(" days"));
const clash = merged(inside("Ann, Bob"), TEXT);

test("a merge decided for nobody is the base, for one revision that revision, decided and read", () => {
  const versions = [
    { wanted: base, isTaken: () => false },
    { wanted: ann, isTaken: accepts(clash, 0) },
    { wanted: bob, isTaken: accepts(clash, 1) },
  ];
  for (const { wanted, isTaken } of versions) {
    const { difference, formatting } = compareExcusing(read(wanted), readDecided(clash, isTaken));
    expect(difference).toBeUndefined();
    expect(formatting?.difference).toBeUndefined();
    expect(viewDifference(clash, isTaken, smallDocument(wanted))).toBeUndefined();
  }
  expect(compareExcusing(read(ann), readDecided(clash, accepts(clash, 1))).difference).toBeDefined();
  expect(viewDifference(clash, accepts(clash, 1), smallDocument(ann))).toBeDefined();
});

test("a label that leaves a revision out loses that revision", () => {
  const spoilt = merged(inside("Ann"), TEXT);
  expect(compareExcusing(read(bob), readDecided(spoilt, accepts(spoilt, 1))).difference).toBeDefined();
});

test("every conflict has a bookmark of its kind and a comment", () => {
  const missing = (file: Uint8Array): string[] => missingMarks(new ContentPackage(file), recordOf(file));
  expect(missing(clash)).toEqual([]);
  expect(missing(merged(inside("Ann, Bob"), '<conflict id="1" kind="property"/>'))).toHaveLength(1);
  expect(missing(merged(inside("Ann, Bob"), '<conflict id="2" kind="text"/>'))).toHaveLength(2);
  expect(missing(merged(inside("Ann, Bob")))).toHaveLength(2);
  // Word has no comments in text boxes.
  const box = `<w:r><w:pict><v:textbox><w:txbxContent>${inside("Ann, Bob")}</w:txbxContent></v:textbox></w:pict></w:r>`;
  expect(missing(merged(p(box), TEXT))).toEqual([]);
  expect(
    missing(merged(inside("Ann, Bob") + inside("Ann, Bob").replace("_1", "_2"), `${TEXT}${TEXT.replace("1", "2")}`)),
  ).toEqual(["2 conflicts to comment on, 1 comments"]);
});

test("looks are excused on the lines of property conflicts, and nowhere else", () => {
  const [bold, plain] = [r("word", "<w:b/>"), r("word")];
  const file = merged(p(spot("_VsProperty_1", plain)) + p(plain), '<conflict id="1" kind="property"/>');
  const found = readDecided(file, accepts(file, 0));
  const excused = compareExcusing(read(p(bold) + p(plain)), found);
  expect(excused.formatting?.difference).toBeUndefined();
  expect(excused.excused).toEqual(["body, line 0"]);
  expect(compareExcusing(read(p(plain) + p(bold)), found).formatting?.difference).toBeDefined();
});

test("lists are counted without the lines of property conflicts, and are still told apart on all others", () => {
  const num = (id: number): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/></w:num>`;
  const numbers = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"/></w:abstractNum>${num(1)}${num(2)}`;
  const numbering = { id: "numbering", kind: "numbering", content: { xml: element("w:numbering", numbers) } } as const;
  const inList = (id: number, content: string): string =>
    p(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${content}`);
  const readLists = (body: string): Content => readContent(smallDocument(body, [numbering]), { withFormatting: true });
  const held = (second: number, around: (content: string) => string): Content =>
    readLists(inList(1, around(r("one"))) + inList(second, r("two")) + inList(1, r("three")));
  const wanted = readLists(inList(2, r("one")) + inList(1, r("two")) + inList(1, r("three")));
  const marked = (content: string): string => spot("JudgedProperty_1", content);
  expect(compareExcusing(wanted, held(1, marked)).formatting?.difference).toBeUndefined();
  expect(compareExcusing(wanted, held(2, marked)).formatting?.difference?.place).toContain("numbering list");
  expect(compareExcusing(wanted, held(1, String)).formatting?.difference?.place).toContain("numbering list");
});

test("the list of changes does not depend on the order of revisions, and tells whose they are", () => {
  const listOf = (file: Uint8Array): string[] => listChanges(new ContentPackage(file), recordOf(file));
  const versions = came("Bob", "90") + came("Ann", "60");
  const turned = merged(p(r("pay in ") + went("Bob, Ann", "30") + versions + r(" days")), "", true);
  expect(listOf(turned)).toEqual(listOf(clash));
  expect(listOf(merged(inside("Ann")))).not.toEqual(listOf(clash));
  // Several elements with the same label are one change.
  const pieces = merged(p(came("Ann", "a") + came("Ann", "b")));
  expect(listOf(pieces)).toEqual(listOf(merged(p(came("Ann", "ab")))));
  expect(listOf(merged(p(came("Ann", "a") + r("x") + came("Ann", "b"))))).toHaveLength(2);
  const moved = (...versions: string[]): Uint8Array => merged(p(by("moveTo", "Ann", r("x") + versions.join(""))));
  expect(listOf(moved(came("Ann", "a"), came("Bob", "b")))).toEqual(listOf(moved(came("Bob", "b"), came("Ann", "a"))));
  // A move that contains only another author's insertion is listed once, and not beside a move of the same kind.
  const here = (content: string): string => by("moveTo", "Ann, Bob", content);
  const [inserted, plain] = [here(came("Ann", "a")), came("Bob", "b")];
  const parted = listOf(merged(p(here(r("x")) + inserted + plain + here(came("Ann", "c")))));
  expect(parted).toEqual(listOf(merged(p(here(r("x")) + plain + inserted + here(came("Ann", "c"))))));
  expect(parted.filter((change) => change.startsWith("w:moveTo"))).toHaveLength(1);
  expect(listOf(merged(p(inserted + plain + inserted))).filter((one) => one.startsWith("w:moveTo"))).toHaveLength(1);
});

test("edits that twins share are counted when they are one change", () => {
  const edit = (before: string, after: string) => ({ before: [before], after: [after] }) as never;
  const edits = [edit("pay in 30 days", "pay in 60 days"), edit("the end", "the close")];
  const shared = { file: smallDocument(p(r("pay in 60 days")) + p(r("the close"))), edits };
  const both = (who: string): string => p(r("pay in ") + went(who, "30") + came(who, "60") + r(" days"));
  const end = p(r("the ") + went("Ann, Bob", "end") + came("Ann, Bob", "close"));
  const one = merged(both("Ann, Bob") + end);
  expect(judgeTwins(one, recordOf(one), shared)).toEqual({ shared: 2, asOne: 2 });
  const two = merged(both("Ann") + end);
  expect(judgeTwins(two, recordOf(two), shared)).toEqual({ shared: 2, asOne: 1 });
});

test("JSON and Markdown rebuild the base and every revision, conflicts included", () => {
  const change = (type: string, text: string, ...revisions: string[]) => ({ type, text, revisions });
  const versions = [
    change("deletion", "30", "a.docx", "b.docx"),
    change("insertion", "60", "a.docx"),
    change("insertion", "90", "b.docx"),
  ];
  const content = [{ text: "pay in " }, { type: "conflict", id: 1, content: versions }, { text: " days" }];
  const json = new TextEncoder().encode(JSON.stringify({ blocks: [{ type: "paragraph", content }] }));
  const tags =
    '<conflict id="1"><del revision="a.docx, b.docx">30</del><ins>60</ins><ins revision="b.docx">90</ins></conflict>';
  const markdown = new TextEncoder().encode(`<redline revision="a.docx"/>\n\n<p unid="1"/>pay in ${tags} days\n`);
  const copies = ["a.docx", "b.docx"].map((name) => ({ name, bytes: new Uint8Array() }));
  expect(renderedDifferences({ docx: clash, notices: [], json, markdown }, copies, recordOf(clash))).toEqual([]);
  const lost = new TextEncoder().encode(JSON.stringify({ blocks: [{ type: "paragraph", content: content.slice(1) }] }));
  expect(renderedDifferences({ docx: clash, notices: [], json: lost }, copies, recordOf(clash))).toHaveLength(3);
});

test("settings come from flags and values", () => {
  const settingsOf = (...words: string[]) =>
    readSettings(readArguments(["merge", ...words], Object.keys(mergeFlags), Object.keys(mergeValues)));
  expect(settingsOf()).toMatchObject({ merger: "versus", isFanOnly: false, validates: true, opinions: 0 });
  expect(settingsOf("--fan", "--no-validator", "--opinions", "3")).toMatchObject({ isFanOnly: true, opinions: 3 });
  expect(() => settingsOf("--engine", "odd")).toThrow(UsageError);
  expect(() => settingsOf("--opinions", "odd")).toThrow(UsageError);
});

const right: MergeResult = {
  name: "one",
  family: "fan",
  outcome: "judged",
  reason: "",
  problems: [],
  notices: [],
  edits: [],
  revisions: 2,
  restored: 2,
  conflicts: ["text"],
  excused: 0,
  twins: { shared: 0, asOne: 0 },
  milliseconds: 1,
};

test("the bar is met by faultless merges alone, and a failing one says how to run it alone", () => {
  const run = { corpus: "own", seed: 3, merger: "versus", asked: [], isVerbose: false } as const;
  expect(reportMerges({ ...run, results: [right] }).bar.isMet).toBe(true);
  expect(reportMerges({ ...run, results: [] }).bar.isMet).toBe(false);
  const problems = [{ check: "rejected it is the base", problem: "body, line 1", lines: [] }] as const;
  const { bar, text } = reportMerges({ ...run, results: [{ ...right, problems }] });
  expect(bar.isMet).toBe(false);
  expect(text.join("\n")).toContain("npm run corpus -- merge --seed 3 --only one --jobs 1");
  expect(reportMerges({ ...run, results: [{ ...right, twins: { shared: 10, asOne: 9 } }] }).bar.isMet).toBe(false);
  expect(reportMerges({ ...run, results: [{ ...right, outcome: "refused" }] }).bar.isMet).toBe(false);
  const opinions = [{ who: "docxodus", verdict: "accept", kind: "differs", reason: "columns: paragraph 1" }] as const;
  expect(reportMerges({ ...run, results: [right], asked: [{ name: "one", opinions }] }).text.join("\n")).toContain(
    "docxodus, accept: differs in columns 1",
  );
});
