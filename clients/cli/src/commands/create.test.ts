// Tests the command from outside: its input, files, output and exit code.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bodyText, corpusPath } from "../../testing/documents.ts";
import { makeFolder, runVersus } from "../../testing/run-versus.ts";

const LIST = JSON.stringify([
  { style_id: "Heading1", text: "Deed" },
  { style_id: "Normal", runs: [{ text: "Made on " }, { type: "field", code: 'DATE \\@ "d MMMM yyyy"' }] },
]);
const WORDS = ["create", "--name", "out.docx", "--paragraphs", "list.json", "--date", "2026-01-31T09:30:00Z"];

test("a document is written, and its words are counted", () => {
  const folder = makeFolder({ "list.json": LIST });
  const { code, stdout, stderr } = runVersus(folder, WORDS);
  expect({ code, stderr, stdout: stdout.toString() }).toEqual({ code: 0, stderr: "", stdout: "6 words -> out.docx\n" });
  expect(bodyText(readFileSync(join(folder, "out.docx")), "accepted")).toEqual(["Deed", "Made on 31 January 2026"]);
});

test("a template's styles are used, and the list may come from standard input", () => {
  const folder = makeFolder({ "t.dotx": readFileSync(corpusPath("docx/plain/paragraphs.docx")) });
  const words = ["create", "--name", "-", "--paragraphs", "-", "--template", "t.dotx", "--title", "T", "--author", "A"];
  const { code, stdout, stderr } = runVersus(folder, words, Buffer.from(LIST));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("6 words -> standard output\n") });
  expect(bodyText(stdout, "accepted")).toHaveLength(2);
});

test("what is wrong with the list is told by its place, and nothing is written", () => {
  const list = JSON.stringify([{ style_id: "Title", text: "a" }, { style_id: "Normal" }]);
  const folder = makeFolder({ "list.json": list, "styles.json": '[{"style_id":"Title","text":"a"}]', "no.json": "[" });
  expect(runVersus(folder, WORDS)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("list.json: paragraphs[1]: "),
  });
  const named = (name: string): string[] => WORDS.map((word) => (word === "list.json" ? name : word));
  expect(runVersus(folder, named("styles.json")).stderr).toContain("styles.json: paragraphs[0].style_id: ");
  expect(runVersus(folder, named("no.json")).stderr).toContain("no.json: Invalid JSON");
  expect(readdirSync(folder)).not.toContain("out.docx");
});

test("a template that cannot be read is named", () => {
  const folder = makeFolder({ "list.json": LIST, "t.dotx": "no package" });
  const { code, stderr } = runVersus(folder, [...WORDS, "--template", "t.dotx"]);
  expect(code).toBe(1);
  expect(stderr).toContain("versus: t.dotx: ");
});

test.each([
  [["create", "--name", "out.docx"], "--name and --paragraphs"],
  [["create", "--name", "out.txt", "--paragraphs", "list.json"], "--name"],
  [["create", "--name", "o.docx", "--paragraphs", "-", "--template", "-"], "standard input"],
  [[...WORDS, "more"], "1 unexpected argument"],
  [[...WORDS, "--title", "\n"], "--title"],
])("%j is a misuse", (words, message) => {
  const { code, stderr } = runVersus(makeFolder({ "list.json": LIST }), words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
