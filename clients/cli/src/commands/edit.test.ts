// Tests the command from outside: its input, files, output and exit code.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { bodyText, corpusPath } from "../../testing/documents.ts";
import { makeFolder, runVersus } from "../../testing/run-versus.ts";

const DOCUMENT = readFileSync(corpusPath("docx/plain/paragraphs.docx"));
const LIST = JSON.stringify([{ type: "insert", paragraphs: { index: 0 }, at: "start", content: "New. " }]);
const WORDS = ["edit", "in.docx", "--edits", "list.json", "--author", "Ada", "--date", "2026-01-31T09:30:00Z"];

test("the document is written with its edits applied, and as a redline when asked", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT, "list.json": LIST });
  const { code, stdout, stderr } = runVersus(folder, [...WORDS, "--redline", "r.docx"]);
  expect({ code, stderr, stdout: stdout.toString() }).toEqual({
    code: 0,
    stderr: "",
    stdout: "1 edit -> in-edited.docx, r.docx\n",
  });
  const [clean, redline] = ["in-edited.docx", "r.docx"].map((name) => readFileSync(join(folder, name)));
  const before = bodyText(DOCUMENT, "accepted");
  expect(bodyText(clean!, "rejected")[0]).toBe(`New. ${before[0]}`);
  expect(bodyText(redline!, "accepted")[0]).toBe(`New. ${before[0]}`);
  expect(bodyText(redline!, "rejected")).toEqual(before);
});

test("a list from standard input, a document to standard output, and the hash of a password in it", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT });
  const settings = { protection: { edit: "read_only", password: "open sesame" } };
  const list = Buffer.from(JSON.stringify([{ type: "set_document_settings", settings }]));
  const { code, stdout, stderr } = runVersus(folder, ["edit", "in.docx", "--edits", "-", "-o", "-"], list);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "1 edit -> standard output\n" });
  const { package: made } = openDocument(stdout, { codec: nodeZlib, names: wordNames() });
  expect(new TextDecoder().decode(made.bytes("word/settings.xml"))).toMatch(/w:hash="[^"]{88}" w:salt="[^"]{24}"/);
});

test("what is refused is told by its place, and nothing is written", () => {
  const list = JSON.stringify([{ type: "smile" }, { type: "delete_paragraphs", paragraphs: { index: 999 } }]);
  const folder = makeFolder({ "in.docx": DOCUMENT, "list.json": list, "no.json": "{}", "bad.docx": "no package" });
  const { code, stderr } = runVersus(folder, WORDS);
  expect(code).toBe(1);
  expect(stderr).toContain("list.json: edits[0].type: ");
  expect(stderr).toContain("list.json: edits[1].paragraphs: No paragraph 999");
  const named = (from: string, to: string): string[] => WORDS.map((word) => (word === from ? to : word));
  expect(runVersus(folder, named("list.json", "no.json")).stderr).toContain("versus: no.json: ");
  expect(runVersus(folder, named("in.docx", "bad.docx")).stderr).toContain("versus: bad.docx: ");
  expect(readdirSync(folder)).not.toContain("in-edited.docx");
});

test("formatting beside an undecided change is refused, or left out and told", () => {
  const center = { type: "set_paragraph_format", paragraphs: { index: 0 }, paragraph_format: { alignment: "center" } };
  const folder = makeFolder({ "in.docx": DOCUMENT, "list.json": JSON.stringify([center]) });
  runVersus(folder, [...WORDS, "--redline", "r.docx"]);
  const again = [...WORDS.map((word) => (word === "in.docx" ? "r.docx" : word)), "--author", "Bo"];
  expect(runVersus(folder, again).stderr).toContain("edits[0].paragraphs: ");
  const { code, stdout } = runVersus(folder, [...again, "--undecided", "skip"]);
  expect({ code, stdout: stdout.toString() }).toEqual({
    code: 0,
    stdout: '1 edit -> r-edited.docx\nedits[0] left out paragraphs with undecided changes: {"index":0}\n',
  });
});

test.each([
  [["edit", "in.docx"], "--edits"],
  [["edit", "a.docx", "b.docx", "--edits", "list.json"], "not 2"],
  [["edit", "-", "--edits", "-", "-o", "x.docx"], "standard input"],
  [["edit", "-", "--edits", "list.json"], "-o is required"],
  [[...WORDS, "--author", "\n"], "--author"],
  [[...WORDS, "--undecided", "ignore"], "--undecided"],
])("%j is a misuse", (words, message) => {
  const { code, stderr } = runVersus(makeFolder({ "in.docx": DOCUMENT, "list.json": LIST }), words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
