// Tests the command from outside: its input, files, output and exit code.

import { linkSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { RedlineJson } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { bodyText, corpusPath, documentOf, revisionsOf, withoutEntry, withPart } from "../../testing/documents.ts";
import { makeFolder, runShell, runVersus } from "../../testing/run-versus.ts";

const BEFORE = documentOf("The fee is ten euros.", "It is due in May.", "Signed in Rome.");
const AFTER = documentOf("The fee is twelve euros.", "It is due in May.", "Or in June.", "Signed in Rome.");
const DATE = ["--date", "2026-01-31T09:30:00Z"];

function makePair(): string {
  return makeFolder({ "before.docx": BEFORE, "after.docx": AFTER });
}

function read(folder: string, name: string): Buffer {
  return readFileSync(join(folder, name));
}

test("the redline shows both documents and lies where it was asked for", () => {
  const folder = makePair();
  const { code, stdout, stderr } = runVersus(folder, ["compare", "before.docx", "after.docx", "-o", "out.docx"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.toString()).toBe("2 changes (2 insertions, 1 deletion) -> out.docx\n");
  expect(bodyText(read(folder, "out.docx"), "accepted")).toEqual(bodyText(AFTER, "accepted"));
  expect(bodyText(read(folder, "out.docx"), "rejected")).toEqual(bodyText(BEFORE, "rejected"));
  expect(readdirSync(folder).sort()).toEqual(["after.docx", "before.docx", "out.docx"]);
});

test("without -o the redline is named after the modified document and lies in the current folder", () => {
  const folder = makeFolder({ "old/v1.docx": BEFORE, "new/v2.docx": AFTER });
  const { stdout } = runVersus(folder, ["compare", "old/v1.docx", "new/v2.docx"]);
  expect(stdout.toString()).toContain("-> v2-redline.docx\n");
  expect(readdirSync(folder).sort()).toEqual(["new", "old", "v2-redline.docx"]);
});

test("JSON and Markdown are written beside the redline", () => {
  const folder = makePair();
  runVersus(folder, ["compare", "before.docx", "after.docx", "-o", "o.docx", "--json", "o.json", "--md", "o.md"]);
  const json = JSON.parse(read(folder, "o.json").toString()) as RedlineJson;
  expect(json.schema_version).toBe(1);
  expect(json.documents.map(({ name }) => name)).toEqual(["before.docx", "after.docx"]);
  expect(json.summary).toMatchObject({ insertions: 2, deletions: 1, moves: 0 });
  expect(read(folder, "o.md").toString()).toContain("<ins");
  expect(revisionsOf(read(folder, "o.docx")).length).toBeGreaterThan(0);
});

test.each([
  ["s.csv", "No.,Clause,Kind,Before,After,Author,Date\r\n"],
  ["s.json", '"kind":"'],
  ["s.docx", "PK"],
])("a schedule of the changes is written as %s", (name, content) => {
  const folder = makePair();
  const words = ["compare", "before.docx", "after.docx", "-o", "o.docx", "--schedule", name];
  expect(runVersus(folder, words).stdout.toString()).toContain(`-> o.docx, ${name}\n`);
  expect(read(folder, name).toString()).toContain(content);
});

test("a schedule has one of three extensions, and a service makes no JSON", () => {
  const folder = makePair();
  const words = (...more: readonly string[]) => ["compare", "before.docx", "after.docx", "-o", "o.docx", ...more];
  const wrong = runVersus(folder, words("--schedule", "s.xlsx"));
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("must end in .docx or .csv or .json")]);
  const remote = runVersus(folder, words("--schedule", "s.json", "--server", "http://localhost:1"));
  expect([remote.code, remote.stderr]).toEqual([
    2,
    expect.stringContaining("With --server a schedule is .docx or .csv"),
  ]);
});

test("every change carries the author and the date asked for, in UTC", () => {
  const folder = makePair();
  const date = ["--date", "2026-01-31T11:30:00.75+02:00"];
  runVersus(folder, ["compare", "before.docx", "after.docx", "-o", "out.docx", "--author", 'A & "B" Ünal', ...date]);
  const signatures = revisionsOf(read(folder, "out.docx")).map((revision) => `${revision.author} ${revision.date}`);
  expect(new Set(signatures)).toEqual(new Set(['A & "B" Ünal 2026-01-31T09:30:00Z']));
});

test("the same documents and date give the same bytes, whatever the time zone and language", () => {
  const folder = makePair();
  const results = (name: string) => `-o ${name}.docx --json ${name}.json --md ${name}.md ${DATE.join(" ")}`;
  runShell(folder, `versus compare before.docx after.docx ${results("one")}`);
  runShell(folder, `export TZ=Asia/Tokyo LANG=de_DE; versus compare before.docx after.docx ${results("two")}`);
  for (const ending of ["docx", "json", "md"]) {
    expect(read(folder, `one.${ending}`).equals(read(folder, `two.${ending}`))).toBe(true);
  }
});

test("documents that are equal give a redline without changes", () => {
  const folder = makePair();
  const { code, stdout } = runVersus(folder, ["compare", "after.docx", "after.docx", "-o", "out.docx"]);
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: "no changes -> out.docx\n" });
});

test("standard output takes the redline alone, and the summary goes to stderr", () => {
  const folder = makePair();
  const { code, stdout, stderr } = runVersus(folder, ["compare", "before.docx", "after.docx", "-o", "-", ...DATE]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "2 changes (2 insertions, 1 deletion) -> standard output\n" });
  runVersus(folder, ["compare", "before.docx", "after.docx", "-o", "out.docx", ...DATE]);
  expect(stdout.equals(read(folder, "out.docx"))).toBe(true);
});

test("standard input can be either document", () => {
  const folder = makePair();
  const words = ["-o", "-", "--quiet", ...DATE];
  const whole = runVersus(folder, ["compare", "before.docx", "after.docx", ...words]).stdout;
  expect(runVersus(folder, ["compare", "-", "after.docx", ...words], BEFORE).stdout.equals(whole)).toBe(true);
  expect(runVersus(folder, ["compare", "before.docx", "-", ...words], AFTER).stdout.equals(whole)).toBe(true);
});

test("quiet prints nothing", () => {
  const { code, stdout, stderr } = runVersus(makePair(), ["compare", "before.docx", "after.docx", "-q"]);
  expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("what the engine noticed follows the summary", () => {
  const folder = makeFolder({
    "after.docx": AFTER,
    "lost.docx": withoutEntry("docx/tables/table-with-header.docx", "_rels/.rels"),
  });
  const { stdout } = runVersus(folder, ["compare", "lost.docx", "after.docx"]);
  expect(stdout.toString().split("\n").slice(1)).toEqual([expect.stringMatching(/^note: .* \(_rels\/\.rels\)\.$/), ""]);
});

test.each([
  ["the original", "bad.docx", "after.docx"],
  ["the modified one", "after.docx", "bad.docx"],
])("a document that cannot be read is named, with what to do: %s", (_name, before, after) => {
  const folder = makeFolder({ "bad.docx": readFileSync(corpusPath("hostile/unbalanced.docx")), "after.docx": AFTER });
  const { code, stderr } = runVersus(folder, ["compare", before, after, "-o", "out.docx"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^versus: bad\.docx: .* XML .* in word\/document\.xml at byte \d+\.\n\S.*\n$/);
  expect(readdirSync(folder)).not.toContain("out.docx");
});

test("a part that is broken inside names its document too", () => {
  const broken = withPart("docx/tables/table-with-header.docx", "word/header1.xml", "<w:hdr>a confidential word");
  const folder = makeFolder({ "before.docx": BEFORE, "broken.docx": broken });
  const { code, stderr } = runVersus(folder, ["compare", "before.docx", "broken.docx"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^versus: broken\.docx: .* in word\/header1\.xml at byte \d+\.\n\S.*\n$/);
  expect(stderr).not.toContain("confidential");
});

test("with --exit-code the code tells whether documents differ, or cannot be compared", () => {
  const folder = makePair();
  const codeOf = (...words: readonly string[]) => runVersus(folder, ["compare", ...words, "--exit-code"]).code;
  expect(codeOf("before.docx", "after.docx", "-o", "1.docx")).toBe(1);
  expect(codeOf("after.docx", "after.docx", "-o", "2.docx")).toBe(0);
  expect(codeOf("after.docx", "none.docx", "-o", "3.docx")).toBe(2);
});

test("two documents that cannot be read are both named", () => {
  const folder = makeFolder({ "one.docx": "no package", "two.docx": "nor this" });
  const { code, stderr } = runVersus(folder, ["compare", "one.docx", "two.docx"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^versus: one\.docx: \S.*\n\S.*\ntwo\.docx: \S.*\n\S.*\n$/);
});

test.each([
  ["a file that is not there", ["none.docx", "after.docx"], /^versus: none\.docx: \S/],
  ["a folder", ["folder", "after.docx"], /^versus: folder: \S/],
  ["a file below a file", ["after.docx/x", "after.docx"], /^versus: after\.docx\/x: \S/],
  ["a result in no folder", ["before.docx", "after.docx", "-o", "no/out.docx"], /^versus: no\/out\.docx: \S/],
  ["a result that is a folder", ["before.docx", "after.docx", "--md", "folder"], /^versus: folder: \S/],
])("%s is refused", (_name, words, message) => {
  const folder = makeFolder({ "before.docx": BEFORE, "after.docx": AFTER, "folder/x": "" });
  const { code, stdout, stderr } = runVersus(folder, ["compare", ...words]);
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(readdirSync(folder).sort()).toEqual(["after.docx", "before.docx", "folder"]);
});

test.each(["before.docx", "./after.docx", "link.docx", "hard.docx", "way/before.docx"])(
  "a document that is read is never written to: %s",
  (output) => {
    const folder = makePair();
    symlinkSync("before.docx", join(folder, "link.docx"));
    linkSync(join(folder, "after.docx"), join(folder, "hard.docx"));
    symlinkSync(".", join(folder, "way"));
    const { code, stderr } = runVersus(folder, ["compare", "before.docx", "after.docx", "-o", output]);
    expect({ code, isNamed: stderr.startsWith(`versus: ${output}: `) }).toEqual({ code: 1, isNamed: true });
    expect(read(folder, "before.docx").equals(BEFORE)).toBe(true);
    expect(read(folder, "after.docx").equals(AFTER)).toBe(true);
  },
);

test("a pipe is written to, not replaced", () => {
  const folder = makePair();
  const line = "mkfifo pipe && { cat pipe > got.docx & versus compare before.docx after.docx -q -o pipe; wait; }";
  expect(runShell(folder, `${line}; test -p pipe`).code).toBe(0);
  expect(bodyText(read(folder, "got.docx"), "accepted")).toEqual(bodyText(AFTER, "accepted"));
});

test.each([
  [["compare"], "ORIGINAL and MODIFIED"],
  [["compare", "before.docx"], "ORIGINAL and MODIFIED"],
  [["compare", "before.docx", "after.docx", "third.docx"], "not 3"],
  [["compare", "before.docx", "after.docx", "--colour"], "Unknown option '--colour'"],
  [["compare", "before.docx", "after.docx", "-o"], "argument missing"],
  [["compare", "before.docx", "after.docx", "-o", "x", "--md", "./x"], "x: The name of this output must end in .docx"],
  [["compare", "before.docx", "after.docx", "-o", "-", "--md", "-"], "-"],
  [["compare", "before.docx", "after.docx", "--date", "yesterday"], "--date"],
])("%j is wrong usage", (words, message) => {
  const folder = makePair();
  const { code, stdout, stderr } = runVersus(folder, words);
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).toContain("\nUsage: versus compare ORIGINAL MODIFIED");
  expect(readdirSync(folder)).toHaveLength(2);
});
