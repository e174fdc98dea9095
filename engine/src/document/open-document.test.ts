import { expect, test, vi } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { CONTENT_TYPES, relationships, wordParts, zip } from "../../testing/packages.ts";
import { Tree } from "../ooxml/xml/tree.ts";
import { openDocument } from "./open-document.ts";
import { wordNames } from "./word-names.ts";

function open(changes: Readonly<Record<string, string | undefined>> = {}) {
  return openDocument(zip(wordParts(changes)), { codec: nodeZlib, names: wordNames() });
}

test("the main part is the one the package's relationships name", () => {
  expect(open().main).toBe("word/document.xml");
});

test.each([
  [
    "of another kind",
    { "[Content_Types].xml": CONTENT_TYPES.replace("wordprocessingml.document", "spreadsheetml.sheet") },
    "content type",
  ],
  ["missing", { "word/document.xml": undefined }, "no main part"],
  ["with another root", { "word/document.xml": "<document/>" }, "root element"],
  ["not named at all", { "_rels/.rels": undefined }, "no main part"],
])("a main part that is %s is refused", (_, changes, rule) => {
  expect(() => open(changes)).toThrow(
    expect.objectContaining({ code: "PACKAGE_INVALID", rule: expect.stringContaining(rule) }),
  );
});

test("a strict document reads like any other", () => {
  const strict = `<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>`;
  const rels = relationships(["rId1", "officeDocument", "word/document.xml"]).replace(
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
  );
  const document = open({ "word/document.xml": strict, "_rels/.rels": rels });
  expect(document.package.dialect).toBe("strict");
});

test("a package that lost only its hidden file gets it back, with a notice", () => {
  const document = open({ "_rels/.rels": undefined, "word/_rels/document.xml.rels": relationships() });
  expect(document.notices).toEqual([{ code: "PACKAGE_RELATIONSHIPS_RESTORED", part: "_rels/.rels" }]);
  const saved = openDocument(document.package.save(6), { codec: nodeZlib, names: wordNames() });
  expect(saved.notices).toEqual([]);
});

test("each line of the content types is read once, however many parts ask for their type", () => {
  const bytes = packageWithoutRelationships(2_000);
  const reads = vi.spyOn(Tree.prototype, "attribute");
  try {
    expect(() => openDocument(bytes, { codec: nodeZlib, names: wordNames() })).toThrow("no main part");
    // One read for the key, when the index is built, and one for the type, when a part of that name is requested.
    expect(reads.mock.calls.length).toBeLessThan(2 * 2_010);
  } finally {
    reads.mockRestore();
  }
});

/** Returns a package of `count` parts, each with its own Override in the content types. None is the main part. */
function packageWithoutRelationships(count: number): Uint8Array {
  const names = Array.from({ length: count }, (_, index) => `word/part${index}.xml`);
  const overrides = names.map((name) => `<Override PartName="/${name}" ContentType="application/xml"/>`).join("");
  return zip({
    ...wordParts({
      "_rels/.rels": undefined,
      "word/_rels/document.xml.rels": relationships(),
      "[Content_Types].xml": CONTENT_TYPES.replace(/<Override.*(?=<\/Types>)/, overrides),
    }),
    ...Object.fromEntries(names.map((name) => [name, ""])),
  });
}
