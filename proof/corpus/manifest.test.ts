// Tests how a manifest is read.

import { expect, test } from "vitest";
import { categoryOf, extensionOf, readManifest } from "./manifest.ts";

const HEADER = "path\tsha256\tbytes\tlicence\tfeatures\tproducer\tsdk_errors";

test("a line is read by the names of its columns", () => {
  const [file] = readManifest(`${HEADER}\ndocx/tables/x.docx\tabc\t120\tMIT\ttable=2,utf16,field=3\tWord 16\t0\n`);
  expect(file).toEqual({
    path: "docx/tables/x.docx",
    bytes: 120,
    features: new Map([
      ["table", 2],
      ["utf16", 1],
      ["field", 3],
    ]),
    producer: "Word 16",
  });
});

test("columns that are empty, and lines that end in CR LF, are read", () => {
  const files = readManifest(`${HEADER}\r\npdf/x.pdf\tabc\t9\tMIT\t\t\t\r\npdf/y.pdf\tabd\t8\tMIT\t\t\t\r\n`);
  expect(files.map(({ path, bytes, features }) => [path, bytes, features.size])).toEqual([
    ["pdf/x.pdf", 9, 0],
    ["pdf/y.pdf", 8, 0],
  ]);
});

test("a manifest without a column we read, or a line without a path, is refused", () => {
  expect(() => readManifest("path\tsha256\nx\ty\n")).toThrow('no column "bytes"');
  expect(() => readManifest(`${HEADER}\n\tabc\t9\tMIT\t\t\t\n`)).toThrow("no path");
});

test.each([
  ["docx/tables/x.DOCX", "docx/tables", "docx"],
  ["pairs/name/before.docx", "pairs", "docx"],
  ["docx/macros/a.b.DotM", "docx/macros", "dotm"],
  ["hostile/x.docx", "hostile", "docx"],
])("%s is of the category %s", (path, category, extension) => {
  const file = { path, bytes: 1, features: new Map<string, number>(), producer: "" };
  expect([categoryOf(file), extensionOf(file)]).toEqual([category, extension]);
});
