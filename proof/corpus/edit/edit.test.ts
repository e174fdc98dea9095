// Tests the `edit` command on the repository's own documents, and its bar.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentJson, openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { editTypes } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { seededRandom } from "../../runner/random.ts";
import { ownCorpus } from "../find-corpus.ts";
import { openCorpusDocument } from "../read-document.ts";
import { differencesFromAccepted, differencesFromUpload, UploadedPackage } from "./canonical/compare-packages.ts";
import { effectsOf } from "./canonical/untracked-effects.ts";
import type { DocumentResult } from "./check-document.ts";
import { edit } from "./edit.ts";
import { reportEdits } from "./report-edits.ts";
import { makers } from "./requests/makers.ts";
import { Draw, type Edit } from "./requests/request.ts";
import { Subject } from "./requests/subject.ts";
import { excuseOf } from "./rightly-refused.ts";

const corpus = ownCorpus();
const [file] = corpus.files.filter(({ path }) => path.endsWith(".docx"));
const bytes = readFileSync(join(corpus.root, file!.path));

test("requests on the repository's own documents are carried out as they should be", { timeout: 120_000 }, async () => {
  const options = readArguments(["edit", "--only", file!.path, "--jobs", "1"], [], ["only"]);
  const { tally, bar, text } = await edit.run({ corpus, options });
  expect(text.filter((line) => /^(?:failed|crashed)/.test(line))).toEqual([]);
  expect(tally.passed).toBeGreaterThan(50);
  expect(bar.isMet).toBe(true);
});

test("there is a maker for each type of edit, and its requests are the same in every run", () => {
  expect(Object.keys(makers)).toEqual(Object.keys(editTypes));
  const subject = new Subject(contentJson(openCorpusDocument(bytes)));
  for (const make of Object.values(makers)) {
    expect(make(subject, new Draw(seededRandom(3)))).toEqual(make(subject, new Draw(seededRandom(3))));
  }
});

function changed(change: (xml: string) => string): ReturnType<typeof openDocument> {
  const { package: opened, main } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  const xml = new TextDecoder().decode(opened.bytes(main));
  expect(change(xml)).not.toBe(xml);
  opened.replaceBytes(main, new TextEncoder().encode(change(xml)));
  return openCorpusDocument(opened.save(6));
}

const insert: Edit = { type: "insert" };

test.each<[string, (xml: string) => string]>([
  ["text", (xml) => xml.replace("</w:t>", "x</w:t>")],
  ["a property", (xml) => xml.replace("<w:r>", "<w:r><w:rPr><w:b/></w:rPr>")],
  [
    "a bookmark",
    (xml) => xml.replace("</w:p>", '<w:bookmarkStart w:id="99" w:name="new"/><w:bookmarkEnd w:id="99"/></w:p>'),
  ],
  ["a paragraph", (xml) => xml.replace("</w:p>", "</w:p><w:p/>")],
])("a document that differs in %s is found", (_, change) => {
  const upload = new UploadedPackage(openCorpusDocument(bytes));
  const other = changed(change);
  expect(differencesFromUpload(upload, other, effectsOf([insert]))).toHaveLength(1);
  expect(differencesFromAccepted(openCorpusDocument(bytes), other)).toHaveLength(1);
});

test.each<[string, (xml: string) => string]>([
  [
    "a run cut in two",
    (xml) =>
      xml.replace(/<w:t( [^>]*)?>(\w)/, '<w:t xml:space="preserve">$2</w:t></w:r><w:r><w:t xml:space="preserve">'),
  ],
  ["traces of editing", (xml) => xml.replace("<w:p>", '<w:p w:rsidR="00AA11BB">')],
])("%s is the same document", (_, change) => {
  const upload = new UploadedPackage(openCorpusDocument(bytes));
  expect(differencesFromUpload(upload, changed(change), effectsOf([insert]))).toEqual([]);
});

test("two links beside each other to the same place are one, however each is written", () => {
  const linked = (run: string) => (xml: string) => xml.replace("<w:r>", `${run}<w:r>`);
  const run = (content: string): string => `<w:r>${content}</w:r>`;
  const element = (text: string): string => `<w:hyperlink w:anchor="a">${run(`<w:t>${text}</w:t>`)}</w:hyperlink>`;
  const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
  const code = run('<w:instrText xml:space="preserve"> HYPERLINK \\l "a" </w:instrText>');
  const field = (text: string): string =>
    `${mark("begin")}${code}${mark("separate")}${run(`<w:t>${text}</w:t>`)}${mark("end")}`;
  const upload = new UploadedPackage(changed(linked(element("one") + element("two"))));
  for (const same of [element("one") + field("two"), field("one") + element("two"), field("onetwo")]) {
    expect(differencesFromUpload(upload, changed(linked(same)), effectsOf([insert]))).toEqual([]);
  }
  expect(differencesFromUpload(upload, changed(linked(field("one"))), effectsOf([insert]))).toHaveLength(1);
});

test("a comment may be new only when the request comments", () => {
  expect(effectsOf([{ type: "add_comment" }]).comments).toBe(true);
  expect(effectsOf([insert]).comments).toBe(false);
});

test("a refusal that a maker should have foreseen is no excuse", () => {
  expect(excuseOf("split_paragraph", "PROTECTED_CONTENT at")).toBeDefined();
  expect(excuseOf("split_paragraph", "TEXT_NOT_FOUND text.match")).toBeUndefined();
});

test("a fault misses the bar and is told with its request; a whole run has to have enough of everything", () => {
  const fault = { number: 2, check: "refused", problem: "insert TEXT_NOT_FOUND: …", lines: [], edits: "[{}]" } as const;
  const type = { type: "insert", requests: 3, edited: 3, validated: 0, excused: {}, faults: [] };
  const good: DocumentResult = { path: "a", outcome: "judged", reason: "", types: [type], open: {}, milliseconds: 1 };
  const about = { corpus: "own", seed: 1, isWhole: false, isVerbose: false };
  expect(reportEdits({ ...about, results: [good] }).bar.isMet).toBe(true);
  const bad = { ...good, types: [{ ...type, edited: 2, faults: [fault] }] };
  const { text, tally } = reportEdits({ ...about, results: [good, bad] });
  expect(tally).toEqual({ passed: 5, failed: 1 });
  expect(text).toContain("failed: a: insert 2 (seed 1): refused? insert TEXT_NOT_FOUND: …");
  expect(reportEdits({ ...about, isWhole: true, results: [good] }).bar.isMet).toBe(false);
});
