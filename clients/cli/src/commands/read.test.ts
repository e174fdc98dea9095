// Tests the commands from outside: their input, output and exit code.

import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf } from "../../testing/documents.ts";
import { makeFolder, runVersus } from "../../testing/run-versus.ts";

test("a document is read as Markdown, with addresses, as JSON, and in part", () => {
  const folder = makeFolder({ "in.docx": documentOf("One fee.", "Two.", "Three.", "Four.") });
  const read = (...words: readonly string[]) => runVersus(folder, ["read", "in.docx", ...words]).stdout.toString();
  expect(read()).toContain("One fee.\n\nTwo.\n\nThree.");
  expect(read("--format", "staged")).toContain("Three.");
  expect(JSON.parse(read("--format", "json", "--from", "1", "--through", "1")).blocks).toMatchObject([
    { text: "Two." },
  ]);
  expect(read("--search", "fee")).not.toContain("Four.");
});

test.each([
  [["read"], 2, "Name one document."],
  [["read", "in.docx", "--format", "html"], 2, "--format must be md, staged, json."],
  [["read", "in.docx", "--from", "x"], 2, "--from must be a whole number from 0."],
  [["read", "in.docx", "--from", "9"], 1, "--from must be below 1, the number of paragraphs."],
  [["read", "none.docx"], 1, "No such file."],
])("%j is refused", (words, code, said) => {
  const folder = makeFolder({ "in.docx": documentOf("One.") });
  const ran = runVersus(folder, words);
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(said)]);
});

test("git diff shows the changed words of a document, and a new one", () => {
  const folder = makeFolder({
    "a.docx": documentOf("First.", "The fee is 10.", "Last."),
    ".gitattributes": "*.docx diff=word\n",
  });
  const git = (...words: readonly string[]) => {
    const own = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
    return execFileSync("git", [...own, ...words], { cwd: folder, encoding: "utf8" });
  };
  const program = join(import.meta.dirname, "../main.ts");
  writeFileSync(join(folder, "driver"), `#!/bin/sh\nexec "${process.execPath}" "${program}" git-diff "$@"\n`);
  chmodSync(join(folder, "driver"), 0o755);
  git("init", "--quiet");
  git("config", "diff.word.command", join(folder, "driver"));
  git("add", "a.docx");
  git("commit", "--quiet", "-m", "first");
  writeFileSync(join(folder, "a.docx"), documentOf("First.", "The fee is 20.", "Last."));
  const shown = git("diff");
  expect(shown).toContain('The fee is <del id="1">10</del><ins id="2">20</ins>.');
  expect(shown).not.toContain("Last.");
  writeFileSync(join(folder, "b.docx"), documentOf("New."));
  git("add", "b.docx");
  expect(git("diff", "--cached")).toMatch(/<ins [^>]*>New\.<\/ins>/);
  // The C1 character CSI starts a terminal sequence as ESC [ does, and an override shows "01" as "10".
  writeFileSync(join(folder, "a.docx"), documentOf("First.", "The fee is \u202e01\u202c\u009b31m.", "Last."));
  const escaped = git("diff", "a.docx");
  expect(escaped).toContain("\\u202E01\\u202C\\u009B31m");
  expect(escaped).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
});
