import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { CONTENT_TYPES, relationships, text, wordParts, zip } from "../../../testing/packages.ts";
import { Names } from "../xml/names.ts";
import { openPackage } from "./package.ts";
import { packageVocabularies } from "./package-names.ts";
import { reachableParts } from "./reachable-parts.ts";

const withHeader = wordParts({
  "word/_rels/document.xml.rels": relationships(["rId7", "header", "header1.xml"], ["rId9", "styles", "gone.xml"]),
  "word/header1.xml": "<h/>",
  "word/media/image1.png": "not really",
  "7973.xml": "no XML at all",
});

function packageNames(): Names {
  return new Names(packageVocabularies);
}

function open(parts: Readonly<Record<string, string>> = withHeader) {
  return openPackage(zip(parts), { codec: nodeZlib, names: packageNames() });
}

function reopened(opened: ReturnType<typeof open>) {
  return openPackage(opened.save(6), { codec: nodeZlib, names: packageNames() });
}

describe("reading", () => {
  test("parts are found whatever the case of their names", () => {
    expect(open().has("WORD/Document.XML")).toBe(true);
    expect(text(open().bytes("Word/header1.xml"))).toBe("<h/>");
  });

  test("two names that differ in case only are refused", () => {
    expect(() => open({ ...withHeader, "WORD/HEADER1.xml": "" })).toThrow("Two parts have the same name");
  });

  test("content types are found by part, else by extension", () => {
    expect(open().contentType("word/document.xml")).toMatch(/document\.main\+xml$/);
    expect(open().contentType("word/header1.XML")).toBe("application/xml");
    expect(open().contentType("word/media/image1.png")).toBeUndefined();
  });

  test("of two lines for one part or extension the first counts, also when another is added or removed", () => {
    const twice = CONTENT_TYPES.replace(
      "</Types>",
      '<Override PartName="/WORD/document.xml" ContentType="a/b"/><Default Extension="XML" ContentType="c/d"/></Types>',
    );
    const opened = open({ ...withHeader, "[Content_Types].xml": twice });
    expect(opened.contentType("word/document.xml")).toMatch(/document\.main\+xml$/);
    expect(opened.contentType("word/header1.xml")).toBe("application/xml");
    const added = opened.add("word/footer*.xml", "e/f", new Uint8Array());
    expect(opened.contentType(added)).toBe("e/f");
    opened.remove(added);
    expect(opened.contentType(added)).toBe("application/xml");
    opened.remove("word/document.xml");
    expect(opened.contentType("word/document.xml")).toBe("a/b");
  });

  test("relationships resolve from their source's folder", () => {
    expect(
      open()
        .relationships("word/document.xml")
        .map(({ id, kind, part }) => ({ id, kind, part })),
    ).toEqual([
      { id: "rId7", kind: "header", part: "word/header1.xml" },
      { id: "rId9", kind: "styles", part: "word/gone.xml" },
    ]);
  });

  test("relationships are told as they are now, each time", () => {
    const opened = open();
    const ids = (): string[] => opened.relationships("word/document.xml").map(({ id }) => id);
    expect([ids(), ids()]).toEqual([
      ["rId7", "rId9"],
      ["rId7", "rId9"],
    ]);
    opened.unrelate("word/document.xml", "rId9");
    expect(ids()).toEqual(["rId7"]);
    expect(opened.relate("word/document.xml", "styles", "word/header1.xml")).toBe("rId8");
    expect(ids()).toEqual(["rId7", "rId8"]);
  });

  test("parts that are packed to the same bytes are known without unpacking, until one is changed", () => {
    const [one, other] = [open(), open({ ...withHeader, "word/footer1.xml": "<f/>" })];
    expect(one.isPackedAlike("word/header1.xml", other, "word/header1.xml")).toBe(true);
    expect(one.isPackedAlike("word/header1.xml", other, "word/footer1.xml")).toBe(false);
    other.replaceBytes("word/header1.xml", new TextEncoder().encode("<h/>"));
    expect(one.isPackedAlike("word/header1.xml", other, "word/header1.xml")).toBe(false);
  });

  test("only what relationships lead to is reachable, and what is missing is noticed", () => {
    expect(reachableParts(open())).toEqual({
      parts: ["word/document.xml", "word/header1.xml"],
      notices: [{ code: "PART_MISSING", part: "word/gone.xml" }],
    });
  });

  test("an older Word file and an encrypted one are told apart", () => {
    const ole = new Uint8Array(1024);
    ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const encrypted = (name: string) => {
      const container = ole.slice();
      container.set(new TextEncoder().encode([...name].join("\0")), 512);
      return container;
    };
    const options = { codec: nodeZlib, names: packageNames() };
    expect(() => openPackage(ole, options)).toThrow(expect.objectContaining({ code: "PACKAGE_INVALID" }));
    for (const name of ["EncryptedPackage", "ENCRYPTEDPACKAGE"]) {
      expect(() => openPackage(encrypted(name), options)).toThrow(expect.objectContaining({ code: "ENCRYPTED" }));
    }
  });

  test("a package without content types is none", () => {
    expect(() => open(wordParts({ "[Content_Types].xml": undefined }))).toThrow(
      "A part is missing in [Content_Types].xml",
    );
  });
});

describe("changing and saving", () => {
  test("what nobody changed is saved as the very same file, also after its trees were read", () => {
    const bytes = zip(withHeader);
    const opened = openPackage(bytes, { codec: nodeZlib, names: packageNames() });
    opened.tree("word/document.xml");
    expect(opened.save(6)).toBe(bytes);
  });

  test("a changed part changes alone, and the order of the archive stays", () => {
    const opened = open();
    const tree = opened.tree("word/header1.xml");
    tree.append(tree.root, tree.textNode("new"));
    const saved = reopened(opened);
    expect(saved.partNames).toEqual(Object.keys(withHeader));
    for (const [name, content] of Object.entries(withHeader)) {
      expect(text(saved.bytes(name))).toBe(name === "word/header1.xml" ? "<h>new</h>" : content);
    }
  });

  test("a new part gets a free name, its type, and an id no other has", () => {
    const opened = open();
    const name = opened.add("word/header*.xml", "application/header+xml", new TextEncoder().encode("<h2/>"));
    expect(name).toBe("word/header2.xml");
    expect(opened.relate("word/document.xml", "header", name)).toBe("rId10");
    expect(opened.relateExternal("word/header2.xml", "hyperlink", "https://example.com/?a=1&b=2")).toBe("rId1");
    const saved = reopened(opened);
    expect(saved.contentType(name)).toBe("application/header+xml");
    expect(saved.relationships("word/document.xml").at(-1)).toMatchObject({ target: "header2.xml", part: name });
    expect(saved.relationships(name)).toMatchObject([
      { target: "https://example.com/?a=1&b=2", isExternal: true, part: undefined },
    ]);
    expect(text(saved.bytes("[Content_Types].xml"))).toBe(
      CONTENT_TYPES.replace(
        "</Types>",
        '<Override PartName="/word/header2.xml" ContentType="application/header+xml"/></Types>',
      ),
    );
  });

  test("a removed part takes its type, its relationships and those to it along", () => {
    const opened = open({
      ...withHeader,
      "word/_rels/header1.xml.rels": relationships(["rId1", "image", "media/image1.png"]),
    });
    opened.remove("word/header1.xml");
    const saved = reopened(opened);
    expect(saved.partNames.filter((name) => name.includes("header"))).toEqual([]);
    expect(saved.relationships("word/document.xml").map(({ id }) => id)).toEqual(["rId9"]);
  });

  test("a renamed part is found under its new name from everywhere, and finds what it related to", () => {
    const opened = open({
      ...withHeader,
      "word/_rels/header1.xml.rels": relationships(["rId1", "image", "media/image1.png"]),
    });
    opened.rename("word/header1.xml", "other/deep/header9.xml");
    const saved = reopened(opened);
    expect(saved.relationships("word/document.xml")[0]).toMatchObject({
      id: "rId7",
      target: "../other/deep/header9.xml",
      part: "other/deep/header9.xml",
    });
    expect(saved.relationships("other/deep/header9.xml")).toMatchObject([
      { target: "../../word/media/image1.png", part: "word/media/image1.png" },
    ]);
    expect(saved.has("word/header1.xml")).toBe(false);
  });

  test("dropping a fork is undo, for parts as for trees", () => {
    const opened = open();
    const fork = opened.fork();
    fork.remove("word/header1.xml");
    fork.add("word/new*.xml", "application/xml", new Uint8Array(0));
    expect(reopened(opened).partNames).toEqual(Object.keys(withHeader));
    expect(reopened(fork).partNames).toContain("word/new1.xml");
  });

  test("a part that is passed through with a wrong checksum is noticed", () => {
    const bytes = zip(withHeader);
    const at = new TextDecoder("latin1").decode(bytes).lastIndexOf("word/media/image1.png");
    bytes.set([1, 2, 3, 4], at - 30);
    const opened = openPackage(bytes, { codec: nodeZlib, names: packageNames() });
    expect(opened.passedThroughNotices()).toEqual([{ code: "PART_CHECKSUM_WRONG", part: "word/media/image1.png" }]);
    expect(opened.save(6)).toBe(bytes);
  });
});
