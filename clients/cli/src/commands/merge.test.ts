// Tests the commands from outside: a merge, and the commands that settle its conflicts.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RedlineJson } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { bodyText, documentOf, documentWithBody, revisionsOf } from "../../testing/documents.ts";
import { makeFolder, type Ran, runVersus } from "../../testing/run-versus.ts";

const BASE = documentOf("Payment is due in 30 days.", "The fee is ten euros.", "Signed in Rome.");
const ANN = documentOf("Payment is due in 60 days.", "The fee is twelve euros.", "Signed in Rome.");
const BEA = documentOf("Payment is due in 90 days.", "The fee is ten euros.", "Signed in Paris.");

function makeCopies(): string {
  return makeFolder({ "base.docx": BASE, "ann.docx": ANN, "bea.docx": BEA });
}

function read(folder: string, name: string): Buffer {
  return readFileSync(join(folder, name));
}

function merged(folder: string, ...more: readonly string[]): Ran {
  return runVersus(folder, ["merge", "base.docx", "ann.docx", "bea.docx", "-o", "merged.docx", ...more]);
}

test("a merge has the changes of every revision under its author, and says how many conflicts there are", () => {
  const folder = makeCopies();
  const { code, stdout, stderr } = merged(folder, "--json", "merged.json", "--md", "merged.md");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.toString()).toBe(
    "3 changes (4 insertions, 3 deletions, 1 conflict) -> merged.docx, merged.json, merged.md\n",
  );
  const authors = new Set(revisionsOf(read(folder, "merged.docx")).map(({ author }) => author));
  expect([...authors].sort()).toEqual(["ann", "ann, bea", "bea"]);
  expect(bodyText(read(folder, "merged.docx"), "rejected")).toEqual(bodyText(BASE, "accepted"));
  const json = JSON.parse(read(folder, "merged.json").toString()) as RedlineJson;
  expect(json.conflicts?.map(({ kind, sides }) => [kind, sides])).toMatchObject([
    [
      "text",
      [
        { revisions: ["ann.docx"], text: "60" },
        { revisions: ["bea.docx"], text: "90" },
      ],
    ],
  ]);
  expect(read(folder, "merged.md").toString()).toContain('<conflict id="1">');
});

test("version tags are in the draft on request, and settling removes them", () => {
  const folder = makeCopies();
  merged(folder, "--version-tags");
  expect(revisionsOf(read(folder, "merged.docx")).map(({ author }) => author)).toContain("Versus tags");
  runVersus(folder, ["accept", "merged.docx", "--revision", "ann.docx", "--rest", "reject", "-o", "ann-only.docx"]);
  expect(bodyText(read(folder, "ann-only.docx"), "accepted")).toEqual(bodyText(ANN, "accepted"));
  const { code } = merged(folder, "--version-tags", "--server", "http://localhost");
  expect(code).toBe(2);
});

test("[MRG-34] formatting that looks the same is marked with --formatting all alone", () => {
  const folder = makeCopies();
  const kept = (text: string): string => `<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  writeFileSync(join(folder, "ann.docx"), documentWithBody(bodyText(BASE, "accepted").map(kept).join("")));
  expect(merged(folder, "-f").stdout.toString()).not.toContain("formatting");
  expect(merged(folder, "-f", "--formatting", "all").stdout.toString()).toContain("3 formatting changes");
  expect(merged(folder, "-f", "--formatting", "some").stderr).toContain(
    "--formatting must be one of visible, all, ignore.",
  );
});

test("accepting one revision and rejecting the rest gives that revision", () => {
  const folder = makeCopies();
  merged(folder);
  for (const [name, bytes] of [["ann.docx", ANN] as const, ["bea.docx", BEA] as const]) {
    const words = ["accept", "merged.docx", "--revision", name, "--rest", "reject", "-o", `only-${name}`];
    const { code, stdout } = runVersus(folder, words);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: `no changes left -> only-${name}\n` });
    expect(bodyText(read(folder, `only-${name}`), "rejected")).toEqual(bodyText(bytes, "accepted"));
  }
});

test("a conflict is settled for one, and the rest stays tracked", () => {
  const folder = makeCopies();
  merged(folder);
  const { stdout } = runVersus(folder, ["accept", "merged.docx", "--conflict", "1=bea.docx"]);
  expect(stdout.toString()).toBe("4 changes left -> merged-accepted.docx\n");
  expect(bodyText(read(folder, "merged-accepted.docx"), "rejected")[0]).toBe("Payment is due in 90 days.");
  expect(bodyText(read(folder, "merged-accepted.docx"), "rejected")[2]).toBe("Signed in Rome.");
});

test("a file of decisions is carried out as options are", () => {
  const folder = makeCopies();
  merged(folder);
  writeFileSync(join(folder, "d.json"), JSON.stringify({ conflicts: [{ id: 1, choose: "bea.docx" }] }));
  const { stdout } = runVersus(folder, ["accept", "merged.docx", "--decisions", "d.json", "-o", "one.docx"]);
  expect(stdout.toString()).toBe("4 changes left -> one.docx\n");
  runVersus(folder, ["accept", "merged.docx", "--conflict", "1=bea.docx", "-o", "other.docx"]);
  expect(read(folder, "one.docx").equals(read(folder, "other.docx"))).toBe(true);
});

test.each<[decisions: string, words: string[], code: number, said: string]>([
  ["{}", ["--id", "1"], 2, "--decisions cannot be combined with"],
  ['{"accept":7}', [], 1, "d.json: accept must have lists of ids or names."],
  ['{"name":"x.docx"}', [], 1, 'd.json: Unknown key "name".'],
  ['{"conflicts":[{"id":"1"}]}', [], 1, "conflicts must be a list of { id, choose }."],
  ['{"accept":{"ids":["nobody"]}}', [], 1, "merged.docx: --id"],
  ["{", [], 1, "d.json: Invalid JSON"],
])("decisions %s with %j are refused", (decisions, words, code, said) => {
  const folder = makeCopies();
  merged(folder);
  writeFileSync(join(folder, "d.json"), decisions);
  const ran = runVersus(folder, ["accept", "merged.docx", "--decisions", "d.json", ...words]);
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(said)]);
});

test("changes of a comparison are rejected by author and kind, and the result goes to standard output", () => {
  const folder = makeCopies();
  runVersus(folder, ["compare", "base.docx", "ann.docx", "-o", "redline.docx", "--author", "Ann"]);
  const words = ["reject", "redline.docx", "--author", "Ann", "--kind", "insertion", "-o", "-"];
  const { code, stdout, stderr } = runVersus(folder, words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "2 changes left -> standard output\n" });
  expect(bodyText(stdout, "accepted")[1]).toBe("The fee is  euros.");
});

test("revisions that are called the same are told apart", () => {
  const folder = makeFolder({ "base.docx": BASE, "a/v.docx": ANN, "b/v.docx": BEA });
  runVersus(folder, ["merge", "base.docx", "a/v.docx", "b/v.docx", "-o", "m.docx", "--json", "m.json"]);
  const { documents } = JSON.parse(read(folder, "m.json").toString()) as RedlineJson;
  expect(documents.map(({ name }) => name)).toEqual(["base.docx", "v.docx", "v (2).docx"]);
});

test("the authors are those asked for, one for each revision", () => {
  const folder = makeCopies();
  merged(folder, "--author", "Ann, Ltd", "--author", "Bea");
  const authors = new Set(revisionsOf(read(folder, "merged.docx")).map(({ author }) => author));
  expect([...authors].sort()).toEqual(["Ann, Ltd", "Ann, Ltd, Bea", "Bea"]);
  expect(merged(folder, "--author", "Ann").stderr).toContain("Give --author once for each revision: 2 times, not 1.");
});

test.each([
  [["merge", "base.docx", "ann.docx"], "at least two revisions"],
  [["merge", "base.docx", "-", "-"], "Only one document can be -"],
  [["accept"], "FILE is required"],
  [["accept", "base.docx"], "Select changes"],
  [["accept", "base.docx", "--kind", "word"], "--kind must be"],
  [["reject", "base.docx", "--conflict", "one"], "--conflict must be"],
  [["reject", "base.docx", "--rest", "drop"], "--rest must be"],
  [["accept", "base.docx", "ann.docx", "--rest", "accept"], "Name one document, not 2."],
])("%j is a wrong call", (words, message) => {
  const { code, stderr } = runVersus(makeCopies(), words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("a name that the document does not have is refused with the one that was probably meant", () => {
  const folder = makeCopies();
  merged(folder);
  const { code, stderr } = runVersus(folder, ["accept", "merged.docx", "--revision", "bee.docx", "--id", "999"]);
  expect(code).toBe(1);
  expect(stderr).toContain('merged.docx: --id: There is no change "999".');
  expect(stderr).toContain('--revision: There is no revision "bee.docx".');
  expect(stderr).toContain('Did you mean "bea.docx"?');
});

test("a file that cannot be read is named", () => {
  const folder = makeCopies();
  const { code, stderr } = runVersus(folder, ["merge", "base.docx", "ann.docx", "none.docx"]);
  expect(code).toBe(1);
  expect(stderr).toContain("none.docx: No such file.");
});
