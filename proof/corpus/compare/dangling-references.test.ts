// Tests which references to bookmarks lead nowhere.

import { expect, test } from "vitest";
import { danglingReferences } from "./dangling-references.ts";
import { smallDocument } from "./testing/small-document.ts";

const code = (text: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${text}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const link = (attributes: string): string => `<w:hyperlink ${attributes}><w:r><w:t>a</w:t></w:r></w:hyperlink>`;
const MARK = '<w:bookmarkStart w:id="1" w:name="_Ref1"/><w:bookmarkEnd w:id="1"/>';

test("references to bookmarks that are not there are found, in fields and links, in whatever case", () => {
  const found = (...content: readonly string[]): string[] => [
    ...danglingReferences(smallDocument(`<w:p>${content.join("")}</w:p>`)),
  ];
  expect(found(MARK, code(" REF _REF1 \\h "), link('w:anchor="_Ref1"'))).toEqual([]);
  expect(found(code(" PAGEREF _Ref1 "), code(' HYPERLINK \\l "Two" '), link('w:anchor="three"')).sort()).toEqual([
    "_ref1",
    "three",
    "two",
  ]);
  expect(found(code(" STYLEREF _Ref1 "), code(' HYPERLINK "https://a.example" '))).toEqual([]);
});
