import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { open, p } from "../../testing/documents.ts";
import { relationships, text, wordParts, zip } from "../../testing/packages.ts";
import {
  conflictBookmark,
  conflictOf,
  dropMergeRecord,
  type MergeRecord,
  propertyBookmark,
  readMergeRecord,
  writeMergeRecord,
} from "./merge-record.ts";
import { openDocument, type WordDocument } from "./open-document.ts";
import { wordNames } from "./word-names.ts";

const RECORD: MergeRecord = {
  revisions: [
    { name: 'offer, "final" <2> & more.docx', author: "Ann, Inc." },
    { name: "契約書 – Größe.docx", author: "Bea\tund 'Cy'" },
  ],
  labels: [
    { author: "Ann, Inc.", revisions: [0] },
    { author: "Ann, Inc., Bea\tund 'Cy'", revisions: [0, 1] },
  ],
  conflicts: [
    { id: 1, kind: "text" },
    { id: 2, kind: "blocks", revisions: [0, 1] },
    { id: 3, kind: "move" },
    {
      id: 4,
      kind: "property",
      sides: [
        { revisions: [0], text: "bold" },
        { revisions: [1], text: 'font "Größe"' },
      ],
    },
  ],
};

function reopened(document: WordDocument): WordDocument {
  return openDocument(document.package.save(6), { codec: nodeZlib, names: wordNames() });
}

test("a record is read as it was written, whatever its names contain", () => {
  const document = open(p("a"));
  writeMergeRecord(document, RECORD);
  expect(readMergeRecord(reopened(document))).toEqual(RECORD);
  expect(document.package.partNames).toContain("customXml/item1.xml");
});

test("the same record is the same bytes", () => {
  const [one, other] = [open(p("a")), open(p("a"))];
  for (const document of [one, other]) writeMergeRecord(document, RECORD);
  expect(text(one.package.bytes("customXml/item1.xml"))).toBe(text(other.package.bytes("customXml/item1.xml")));
  expect(one.package.save(6)).toEqual(other.package.save(6));
});

test("a second record takes the place of the first, and leaves other custom parts alone", () => {
  const document = open(p("a"));
  const other = document.package.add("customXml/item*.xml", "application/xml", new TextEncoder().encode("<mine/>"));
  document.package.relate(document.main, "customXml", other);
  writeMergeRecord(document, RECORD);
  const second: MergeRecord = { ...RECORD, conflicts: [] };
  writeMergeRecord(document, second);
  expect(readMergeRecord(reopened(document))).toEqual(second);
  dropMergeRecord(document);
  expect(readMergeRecord(document)).toBeUndefined();
  expect(document.package.partNames.filter((name) => name.startsWith("customXml"))).toEqual([other]);
});

test("a character that XML cannot write does not stop the record", () => {
  const document = open(p("a"));
  writeMergeRecord(document, { revisions: [{ name: "a\u0001b", author: "\ud800" }], labels: [], conflicts: [] });
  expect(readMergeRecord(document)?.revisions).toEqual([{ name: "a\ufffdb", author: "\ufffd" }]);
});

test("a document without a record has none", () => {
  expect(readMergeRecord(open(p("a")))).toBeUndefined();
});

const merge = (inside: string): string => `<merge xmlns="urn:versus:merge">${inside}</merge>`;

test.each([
  ["not XML", "<merge"],
  ["another namespace", '<merge><revision name="a" author="A"/></merge>'],
  ["no revision", merge("")],
  ["a revision without a name", merge('<revision author="A"/>')],
  [
    "a label of a revision that is not there",
    merge('<revision name="a" author="A"/><label author="A" revisions="1"/>'),
  ],
  ["a label of nothing", merge('<revision name="a" author="A"/><label author="A" revisions=""/>')],
  ["a conflict of an unknown kind", merge('<revision name="a" author="A"/><conflict id="1" kind="other"/>')],
  ["a conflict without a number", merge('<revision name="a" author="A"/><conflict id="x" kind="text"/>')],
])("a broken record is none: %s", (_, xml) => {
  const parts = wordParts({
    "word/_rels/document.xml.rels": relationships(["rId1", "customXml", "../customXml/item1.xml"]),
    "customXml/item1.xml": xml,
  });
  const document = openDocument(zip(parts), { codec: nodeZlib, names: wordNames() });
  expect(readMergeRecord(document)).toBeUndefined();
});

test("bookmarks name their conflict", () => {
  expect(conflictBookmark(3, 1)).toBe("_VsConflict_3");
  expect(conflictBookmark(3, 2)).toBe("_VsConflict_3_2");
  expect(propertyBookmark(4)).toBe("_VsProperty_4");
  expect(conflictOf("_VsConflict_3")).toEqual({ id: 3, isProperty: false, spot: 1 });
  expect(conflictOf("_VsConflict_3_2")).toEqual({ id: 3, isProperty: false, spot: 2 });
  expect(conflictOf("_VsProperty_4")).toEqual({ id: 4, isProperty: true, spot: 1 });
  expect(conflictOf(propertyBookmark(4, 2))).toEqual({ id: 4, isProperty: true, spot: 2 });
  for (const other of ["_VsConflict_0", "_VsConflict_", "_VsProperty_4_", "x_VsConflict_1", "_Toc1"])
    expect(conflictOf(other)).toBeUndefined();
});
