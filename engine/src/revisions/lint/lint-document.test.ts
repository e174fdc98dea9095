// Tests the findings of the linter.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { wordParts, zip } from "../../../testing/packages.ts";
import { openDocument } from "../../document/open-document.ts";
import { W, wordNames } from "../../document/word-names.ts";
import { lintDocument } from "./lint-document.ts";

const PARTS = wordParts();

function open(body: string) {
  const xml = PARTS["word/document.xml"]!.replace(/<w:body>.*<\/w:body>/, `<w:body>${body}</w:body>`);
  const parts = { ...PARTS, "word/document.xml": xml };
  return { xml, document: openDocument(zip(parts), { codec: nodeZlib, names: wordNames() }) };
}

test("a document without fault has no findings", () => {
  expect(lintDocument(open("<w:p/>").document)).toEqual([]);
});

test("a finding counts the places in a part and gives the first one, and nothing of the text", () => {
  const { xml, document } = open("<w:p/><w:p>secret</w:p><w:p>secret</w:p>");
  expect(lintDocument(document)).toEqual([
    {
      rule: "text-misplaced",
      severity: "refused",
      part: "word/document.xml",
      count: 2,
      offset: xml.indexOf("secret"),
    },
  ]);
});

test("what was made or changed since opening is linted as it stands", () => {
  const { document } = open("<w:p/>");
  const tree = document.package.tree(document.main);
  const paragraph = tree.child(tree.child(tree.root, W.body), W.p);
  const insertion = tree.element(W.ins, [[W.id, "1"]]);
  tree.append(paragraph, insertion);
  expect(lintDocument(document)).toMatchObject([{ rule: "revision-author-missing", count: 1, offset: undefined }]);
  tree.setAttribute(insertion, W.author, "A");
  expect(lintDocument(document)).toEqual([]);
});

test("linting changes nothing", () => {
  const { document } = open("<w:p><w:r><w:t> x</w:t></w:r></w:p>");
  const before = document.package.save(6);
  lintDocument(document);
  expect(document.package.save(6)).toBe(before);
});
