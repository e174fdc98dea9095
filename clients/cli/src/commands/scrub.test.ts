// Tests the command from outside: its input, files, output and exit code.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bodyText, revisionsOf, withPart } from "../../testing/documents.ts";
import { makeFolder, runVersus } from "../../testing/run-versus.ts";

const WHO = 'w:author="Ann" w:date="2026-01-02T03:04:05Z"';
const BODY = `<w:p><w:r><w:t xml:space="preserve">The fee is </w:t></w:r><w:del w:id="1" ${WHO}><w:r><w:delText>10</w:delText></w:r></w:del><w:ins w:id="2" ${WHO}><w:r><w:t>20</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>, ask Bob</w:t></w:r></w:p>`;
const MAIN = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${BODY}</w:body></w:document>`;
const DOCUMENT = withPart("docx/plain/paragraphs.docx", "word/document.xml", MAIN);

test("without flags it lists what it found and writes nothing", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT });
  const { code, stdout } = runVersus(folder, ["scrub", "in.docx"]);
  expect(code).toBe(0);
  expect(stdout.toString()).toContain('2 tracked changes\n  deletion, Ann, 2026-01-02T03:04:05Z: "10"\n');
  expect(stdout.toString()).toContain('1 hidden text\n  word/document.xml: ", ask Bob"\n');
  expect(readdirSync(folder)).toEqual(["in.docx"]);
});

test("the list as JSON has every kind", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT });
  const found = JSON.parse(runVersus(folder, ["scrub", "in.docx", "--json"]).stdout.toString());
  expect(Object.keys(found)).toEqual([
    "comments",
    "changes",
    "authors",
    "hidden",
    "properties",
    "rsids",
    "not_searched",
  ]);
  expect(found.authors[0]).toMatchObject({ name: "Ann", changes: 2 });
});

test("all is removed, with the changes accepted", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT });
  const { stdout } = runVersus(folder, ["scrub", "in.docx", "--remove", "all", "--changes", "accept"]);
  expect(stdout.toString()).toMatch(
    /^removed 2 tracked changes \(accepted\), 1 hidden text, .* -> in-scrubbed\.docx\n$/,
  );
  const scrubbed = readFileSync(join(folder, "in-scrubbed.docx"));
  expect(bodyText(scrubbed, "accepted")).toEqual(["The fee is 20"]);
  expect(revisionsOf(scrubbed)).toEqual([]);
});

test("some kinds are removed and others stay", () => {
  const folder = makeFolder({ "in.docx": DOCUMENT });
  runVersus(folder, ["scrub", "in.docx", "--remove", "authors,hidden", "-o", "out.docx"]);
  const scrubbed = readFileSync(join(folder, "out.docx"));
  expect(revisionsOf(scrubbed).map(({ author }) => author)).toEqual(["Author", "Author"]);
  expect(bodyText(scrubbed, "rejected")).toEqual(["The fee is 10"]);
});

test.each([
  [["scrub"], 2, "FILE is required."],
  [["scrub", "in.docx", "--remove", "all"], 2, "--changes accept or --changes reject."],
  [["scrub", "in.docx", "--remove", "macros"], 2, "--remove must be all, or some of changes, comments,"],
  [["scrub", "in.docx", "--remove", "hidden", "--changes", "accept"], 2, "--changes needs --remove changes"],
  [["scrub", "in.docx", "-o", "out.docx"], 2, "-o needs --remove"],
  [["scrub", "none.docx"], 1, "No such file."],
])("%j is refused", (words, code, said) => {
  const ran = runVersus(makeFolder({ "in.docx": DOCUMENT }), words);
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(said)]);
});
