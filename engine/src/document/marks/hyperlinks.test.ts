import { expect, test } from "vitest";
import { code, fld, open, p, r } from "../../../testing/documents.ts";
import { bodyOf } from "../text/stories.ts";
import { hyperlinksOf, hyperlinkTarget } from "./hyperlinks.ts";

test.each([
  [' HYPERLINK "https://example.com/a b" ', "https://example.com/a b", undefined],
  ["hyperlink https://example.com", "https://example.com", undefined],
  ['HYPERLINK "x" \\l "place" \\o "a tip"', "x", "place"],
  ['HYPERLINK \\o "a tip" \\l "place"', undefined, "place"],
  ['HYPERLINK \\l "_Toc1" \\h', undefined, "_Toc1"],
  ['HYPERLINK "c:\\\\folder\\\\a \\"b\\""', 'c:\\folder\\a "b"', undefined],
  ['HYPERLINK "not closed', "not closed", undefined],
  ["HYPERLINK", undefined, undefined],
])("the code %s", (instruction, url, anchor) => {
  expect(hyperlinkTarget(instruction)).toEqual({ url, anchor });
});

test("the code of another field is no link", () => {
  expect(hyperlinkTarget("PAGEREF HYPERLINK")).toBeUndefined();
  expect(hyperlinkTarget("")).toBeUndefined();
});

test("elements by relationship or bookmark, and fields", () => {
  const document = open(
    p(`<w:hyperlink r:id="RID1">${r("a")}</w:hyperlink>`, `<w:hyperlink w:anchor="there">${r("b")}</w:hyperlink>`) +
      p(fld("begin"), code('HYPERLINK "y"'), fld("separate"), "c", fld("end")),
  );
  document.package.relateExternal(document.main, "hyperlink", "https://example.com");
  const links = hyperlinksOf(document, bodyOf(document)!);
  expect(links.map(({ kind, target }) => [kind, target.url, target.anchor])).toEqual([
    ["element", "https://example.com", undefined],
    ["element", undefined, "there"],
    ["field", "y", undefined],
  ]);
});
