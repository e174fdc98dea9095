// Tests that names of uploads and artifacts are cleaned, shortened and made different.

import { expect, test } from "vitest";
import { comparisonArtifactName, disambiguate, extensionOf, uploadedName } from "./file-names.ts";
import { comparisonFormatNames } from "./formats.ts";

test.each([
  ["contract.docx", "contract.docx"],
  ["C:\\Users\\me\\contract v2.docx", "contract v2.docx"],
  ["../../etc/passwd", "passwd"],
  ["  spaced.docx ", "spaced.docx"],
  ["line\nbreak\u0000.docx", "linebreak.docx"],
  ["moved\u202excod.docx", "movedxcod.docx"],
  ["Vertra\u0308ge.docx", "Verträge.docx"],
  ["契約書.docx", "契約書.docx"],
  ["", ""],
  ["folder/", ""],
])("an upload called %j is known as %j", (given, name) => {
  expect(uploadedName(given)).toBe(name);
});

test("a long name is cut before its extension, between characters", () => {
  const name = uploadedName(`${"𝒳".repeat(400)}.docx`);
  expect([...name]).toHaveLength(255);
  expect(name.isWellFormed()).toBe(true);
  expect(name).toMatch(/𝒳\.docx$/u);
});

test.each([
  ["a.DOCX", ".docx"],
  ["a.tar.gz", ".gz"],
  ["a", ""],
  [".docx", ""],
  ["a.", "."],
])("the extension of %j is %j", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test("equal names are told apart in order, the first keeps its name", () => {
  expect(disambiguate(["a.docx", "a.docx", "b.pdf", "a.docx"])).toEqual([
    "a.docx",
    "a (2).docx",
    "b.pdf",
    "a (3).docx",
  ]);
  expect(disambiguate(["a.docx", "a (2).docx", "a.docx"])).toEqual(["a.docx", "a (2).docx", "a (3).docx"]);
  expect(disambiguate(["plain", "plain", "A", "a"])).toEqual(["plain", "plain (2)", "A", "a"]);
});

test("every rendering has a name after the revised file", () => {
  expect(comparisonFormatNames.map((format) => comparisonArtifactName("Lease v2.docx", format))).toEqual([
    "Lease v2-redline.docx",
    "Lease v2-redline.pdf",
    "Lease v2-redline-changed-pages.pdf",
    "Lease v2-redline.md",
    "Lease v2-redline.json",
    "Lease v2-redline.html",
    "Lease v2-changes.docx",
    "Lease v2-changes.csv",
  ]);
});

test.each([
  ['Mietvertrag "§ 5" <neu>: 50%/100%.pdf', "Mietvertrag __ 5_ _neu__ 50__100_-redline.docx"],
  ["Договор (2).doc", "Договор (2)-redline.docx"],
  ["  .docx", "document-redline.docx"],
  ["📄.docx", "_-redline.docx"],
])("%j keeps letters of any script and digits, the rest becomes _", (name, artifact) => {
  expect(comparisonArtifactName(name, "docx")).toBe(artifact);
});

test("a name has at most 150 characters and keeps its end", () => {
  const name = comparisonArtifactName(`${"é".repeat(300)}.docx`, "pdf_changed_pages_only");
  expect([...name]).toHaveLength(150);
  expect(name).toMatch(/é-redline-changed-pages\.pdf$/);
});
