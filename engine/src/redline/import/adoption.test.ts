// Tests that copied content keeps its styles, lists, notes, parts and ids in the result.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { open, type PartName, p, r } from "../../../testing/documents.ts";
import { abstractList, items, list, startAt } from "../../../testing/lists.ts";
import { text } from "../../../testing/packages.ts";
import { openDocument, type WordDocument } from "../../document/open-document.ts";
import { bodyOf } from "../../document/text/stories.ts";
import { wordNames } from "../../document/word-names.ts";
import type { Names } from "../../ooxml/xml/names.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";
import { Adoption } from "./adoption.ts";
import { ResultIds } from "./result-ids.ts";

/** The body of a document, its other parts, and further changes to it. */
interface SourceParts {
  readonly body?: string;
  readonly parts?: Partial<Record<PartName, string>>;
  readonly more?: (document: WordDocument) => void;
}

function make({ body = "", parts = {}, more }: SourceParts, names: Names): WordDocument {
  const document = open(body, parts);
  more?.(document);
  return openDocument(document.package.save(6), { codec: nodeZlib, names });
}

const END = "<!--end-->";

/** Copies all blocks of before to the end of after. The linter must find no problem that neither input has. */
function adoptAll(before: SourceParts, after: SourceParts = {}, preferred: Readonly<Record<string, string>> = {}) {
  const names = wordNames();
  const sources = { before: make(before, names), result: make({ ...after, body: `${after.body ?? ""}${END}` }, names) };
  const known = [sources.before, sources.result].flatMap(brokenRules);
  const adoption = new Adoption({ ...sources, ids: new ResultIds(sources.result) });
  adoption.preferLists(new Map(Object.entries(preferred)));
  const from = bodyOf(sources.before)!;
  const into = bodyOf(sources.result)!;
  const { tree } = into;
  for (const block of from.tree.children(from.root)) {
    const graft = tree.graft(from.tree, block);
    if (adoption.adopt(graft, { from: from.part, into: into.part, tree })) tree.append(into.root, graft);
  }
  const reopened = openDocument(sources.result.package.save(1), { codec: nodeZlib, names: wordNames() });
  for (const document of [sources.result, reopened]) {
    expect(brokenRules(document).filter((rule) => !known.includes(rule))).toEqual([]);
  }
  const part = (name: string): string => text(reopened.package.bytes(name)).replace(/ xmlns:\w+="[^"]*"/g, "");
  const [, grafts = ""] = part("word/document.xml").split(END);
  return { ...sources, adoption, part, grafts: grafts.replace("</w:body></w:document>", "") };
}

function brokenRules(document: WordDocument): string[] {
  return lintDocument(document).map(({ rule }) => rule);
}

/** Returns the values of an attribute, in order. */
function values(xml: string, attribute: string): string[] {
  return [...xml.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value]) => value!);
}

function targets({ package: opened }: WordDocument, part = "word/document.xml"): string[] {
  return opened.relationships(part).map(({ id, kind, target }) => `${id} ${kind} ${target}`);
}

const link = (id: string, label = "link"): string => `<w:hyperlink r:id="${id}">${r(label)}</w:hyperlink>`;

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";
const drawing = (graphic: string, id = 1): string =>
  `<w:r><w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing"><wp:docPr id="${id}" name="It"/>${graphic}</wp:inline></w:drawing></w:r>`;
const picture = (id: string, number = 1): string =>
  drawing(`<a:blip xmlns:a="${DRAWING}/main" r:embed="${id}"/>`, number);

/** Adds a part with content, related to the main part. Returns the id of the relationship. */
function addPart(document: WordDocument, name: string, content: string, kind = "image"): string {
  const contentType = name.endsWith(".xml") ? `application/x-${kind}+xml` : "image/png";
  document.package.add(name, contentType, new TextEncoder().encode(content));
  return document.package.relate(document.main, kind, name);
}

function withImage(content: string): (document: WordDocument) => void {
  return (document) => void addPart(document, "word/media/image1.png", content);
}

// Relationships and parts.

test("a link leads where it led, by a relationship that is there or by a new one", () => {
  const before = {
    body: p(link("rId1"), link("RID2")),
    more: ({ package: opened, main }: WordDocument) => {
      for (const url of ["http://a.example/", "http://b.example/"]) opened.relateExternal(main, "hyperlink", url);
    },
  };
  const after = {
    body: p(link("rId1")),
    more: ({ package: opened, main }: WordDocument) =>
      void opened.relateExternal(main, "hyperlink", "http://b.example/"),
  };
  const { grafts, result } = adoptAll(before, after);
  expect(values(grafts, "r:id")).toEqual(["rId2", "rId1"]);
  expect(targets(result)).toEqual(["rId1 hyperlink http://b.example/", "rId2 hyperlink http://a.example/"]);
});

test("a relationship that is not there leads nowhere, not to what has its id by chance", () => {
  const after = {
    more: ({ package: opened, main }: WordDocument) => void opened.relateExternal(main, "hyperlink", "x"),
  };
  expect(values(adoptAll({ body: p(link("rId1")) }, after).grafts, "r:id")).toEqual([""]);
});

test("a picture that the result has is not copied, whatever it is called there", () => {
  const before = { body: p(picture("rId1")), more: withImage("the picture") };
  const after = {
    more: (document: WordDocument) => {
      withImage("another one")(document);
      addPart(document, "word/media/image2.png", "the picture");
    },
  };
  const { grafts, result } = adoptAll(before, after);
  expect(values(grafts, "r:embed")).toEqual(["rId2"]);
  expect(result.package.partNames.filter((name) => name.includes("media"))).toHaveLength(2);
});

test("a picture is copied once under a free name, and drawings get numbers of their own", () => {
  const before = { body: p(picture("rId1", 7)) + p(picture("rId1", 8)), more: withImage("before") };
  const { grafts, result } = adoptAll(before, { body: p(picture("rId1", 1)), more: withImage("after") });
  expect(targets(result)).toEqual(["rId1 image media/image1.png", "rId2 image media/image2.png"]);
  expect(values(grafts, "r:embed")).toEqual(["rId2", "rId2"]);
  expect(values(grafts, "id")).toEqual(["2", "3"]);
  expect(text(result.package.bytes("word/media/image2.png"))).toBe("before");
});

function withChart(workbook: string): (document: WordDocument) => void {
  return (document) => {
    addPart(document, "word/charts/chart1.xml", `<chart xmlns:r="${OFFICE}" r:id="rId1"/>`, "chart");
    document.package.add("word/embeddings/book1.xlsx", "application/x-book", new TextEncoder().encode(workbook));
    document.package.relate("word/charts/chart1.xml", "package", "word/embeddings/book1.xlsx");
  };
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const chart = drawing('<chart r:id="rId1"/>');

test("a part is the same only if what it leads to is the same; its copy brings that along under the same id", () => {
  const same = adoptAll({ body: p(chart), more: withChart("figures") }, { more: withChart("figures") });
  expect(values(same.grafts, "r:id")).toEqual(["rId1"]);
  const { grafts, result } = adoptAll({ body: p(chart), more: withChart("old") }, { more: withChart("new") });
  expect(values(grafts, "r:id")).toEqual(["rId2"]);
  expect(targets(result, "word/charts/chart2.xml")).toEqual(["rId1 package ../embeddings/book2.xlsx"]);
  expect(text(result.package.bytes("word/embeddings/book2.xlsx"))).toBe("old");
});

test("the relationships of a copied part have a content type where relationships have none by default", () => {
  const more = (document: WordDocument): void => {
    const types = text(document.package.bytes("[Content_Types].xml"));
    const named = ["/_rels/.rels", "/word/_rels/document.xml.rels"].map(
      (part) => `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    );
    const untyped = types.replace(/<Default Extension="rels"[^>]*>/, named.join(""));
    document.package.replaceBytes("[Content_Types].xml", new TextEncoder().encode(untyped));
  };
  const { result } = adoptAll({ body: p(chart), more: withChart("figures") }, { more });
  expect(result.package.contentType("word/charts/_rels/chart1.xml.rels")).toMatch(/relationships\+xml$/);
});

test("a picture whose part is missing stays missing, with one notice", () => {
  const more = (document: WordDocument): void => {
    withImage("gone")(document);
    const bytes = document.package.bytes("word/_rels/document.xml.rels");
    document.package.remove("word/media/image1.png");
    document.package.replaceBytes("word/_rels/document.xml.rels", bytes);
  };
  const { adoption, result } = adoptAll({ body: p(picture("rId1"), picture("rId1", 2)), more });
  expect(adoption.notices).toEqual([{ code: "PART_MISSING", part: "word/media/image1.png" }]);
  expect(targets(result)).toEqual(["rId1 image media/image1.png"]);
});

test("a picture whose checksum is wrong is copied as it is, one that does not unpack is not", () => {
  const names = wordNames();
  const adoptFrom = (bytes: Uint8Array): Adoption => {
    const sources = { before: openDocument(bytes, { codec: nodeZlib, names }), result: make({}, names) };
    const from = bodyOf(sources.before)!;
    const { tree, part } = bodyOf(sources.result)!;
    const adoption = new Adoption({ ...sources, ids: new ResultIds(sources.result) });
    adoption.adopt(tree.graft(from.tree, from.tree.firstChild(from.root)), { from: part, into: part, tree });
    return adoption;
  };
  const bytes = make({ body: p(picture("rId1")), more: withImage("picture".repeat(50)) }, names).package.save(6);
  const name = "word/media/image1.png";
  const [local, central] = [new TextDecoder("latin1").decode(bytes)].flatMap((all) => [
    all.indexOf(name),
    all.lastIndexOf(name),
  ]);
  bytes.set([1, 2, 3, 4], central! - 30);
  expect(adoptFrom(bytes).notices).toEqual([]);
  bytes.fill(0xff, local! + name.length, local! + name.length + 4);
  expect(adoptFrom(bytes).notices).toEqual([{ code: "PART_CHECKSUM_WRONG", part: name }]);
});

test("all branches of alternate content are seen to, and older markup's names of relationships", () => {
  const fill = '<v:fill xmlns:o="urn:schemas-microsoft-com:office:office" o:relid="rId1"/>';
  const body = `<mc:AlternateContent><mc:Choice Requires="new">${picture("rId1")}</mc:Choice><mc:Fallback><w:r><w:pict>${fill}</w:pict></w:r></mc:Fallback></mc:AlternateContent>`;
  const { grafts } = adoptAll({ body: p(body), more: withImage("before") }, { more: withImage("after") });
  expect([...values(grafts, "r:embed"), ...values(grafts, "o:relid")]).toEqual(["rId2", "rId2"]);
});

const DIAGRAM = drawing('<relIds r:dm="rId1"/>');
const DIAGRAM_DRAWING = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing";

function withDiagram(shown: string): (document: WordDocument) => void {
  return (document) => {
    addPart(document, "word/diagrams/data1.xml", '<data><dataModelExt relId="rId2"/></data>', "diagramData");
    addPart(document, "word/diagrams/drawing1.xml", shown, DIAGRAM_DRAWING);
  };
}

test("the data of a diagram finds its drawing: under its own id where that is free, else under another", () => {
  const before = { body: p(DIAGRAM), more: withDiagram("<old/>") };
  const free = adoptAll(before);
  expect(targets(free.result).map((target) => target.replace(/ .*\//, " "))).toEqual([
    "rId2 drawing1.xml",
    "rId3 data1.xml",
  ]);
  const taken = adoptAll(before, { more: withDiagram("<new/>") });
  expect(values(taken.grafts, "r:dm")).toEqual(["rId4"]);
  expect(taken.part("word/diagrams/data2.xml")).toContain('relId="rId3"');
  const same = adoptAll(before, { more: withDiagram("<old/>") });
  expect(values(same.grafts, "r:dm")).toEqual(["rId1"]);
});

// Styles.

const styled = (id: string): string => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr></w:p>`;

function style(id: string, { kind = "paragraph", name = id, more = "", attributes = "" } = {}): string {
  return `<w:style w:type="${kind}"${attributes} w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
}

test("a style of the same id and kind is kept, one of the same name is found, whatever they say", () => {
  const before = {
    body: styled("Same") + styled("Berschrift1"),
    parts: { styles: style("Same", { more: "<w:rPr><w:b/></w:rPr>" }) + style("Berschrift1", { name: "Heading 1" }) },
  };
  const after = { parts: { styles: style("Same") + style("Heading1", { name: "heading 1" }) } };
  const { grafts, part } = adoptAll(before, after);
  expect(values(grafts, "w:val")).toEqual(["Same", "Heading1"]);
  expect(values(part("word/styles.xml"), "w:styleId")).toEqual(["Same", "Heading1"]);
});

test("a style that is not there is imported with what it is based on, and is the default of nothing", () => {
  const chain = '<w:basedOn w:val="Root"/><w:next w:val="Known"/><w:link w:val="ClauseChar"/><w:rsid w:val="1"/>';
  const styles = [
    style("Root", { attributes: ' w:default="1"' }),
    style("Clause", { more: chain }),
    style("ClauseChar", { kind: "character", more: '<w:link w:val="Clause"/>' }),
    style("Known"),
    style("Unused"),
  ].join("");
  const { grafts, part } = adoptAll(
    { body: styled("Clause"), parts: { styles } },
    { parts: { styles: style("K", { name: "Known" }) } },
  );
  expect(values(grafts, "w:val")).toEqual(["Clause"]);
  const imported = part("word/styles.xml");
  expect(values(imported, "w:styleId")).toEqual(["K", "Clause", "Root", "ClauseChar"]);
  expect(imported).toContain('<w:basedOn w:val="Root"/><w:next w:val="K"/><w:link w:val="ClauseChar"/></w:style>');
  expect(imported).not.toContain("w:default");
});

test("an imported style gets a free id and name where another kind has them, and takes no style's other half", () => {
  const before = {
    body: styled("A"),
    parts: {
      styles:
        style("A", { more: '<w:link w:val="AChar"/>' }) +
        style("AChar", { kind: "character", more: '<w:link w:val="A"/>' }),
    },
  };
  const after = {
    parts: {
      styles:
        style("A", { kind: "table" }) +
        style("AChar", { kind: "character", more: '<w:link w:val="B"/>' }) +
        style("B", { more: '<w:link w:val="AChar"/>' }),
    },
  };
  const { grafts, part } = adoptAll(before, after);
  expect(values(grafts, "w:val")).toEqual(["A1"]);
  expect(part("word/styles.xml")).toContain('w:styleId="A1"><w:name w:val="A1"/></w:style>');
});

test("styles of tables and characters are asked for by their kind, and a part for them is made", () => {
  const body =
    '<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc><w:p><w:r><w:rPr><w:rStyle w:val="Strong"/></w:rPr></w:r></w:p></w:tc></w:tr></w:tbl>';
  const styles = style("Grid", { kind: "table" }) + style("Strong", { kind: "character" });
  const { part, result } = adoptAll({ body, parts: { styles } });
  expect(values(part("word/styles.xml"), "w:type")).toEqual(["table", "character"]);
  expect(targets(result)).toEqual(["rId1 styles styles.xml"]);
  expect(result.package.contentType("word/styles.xml")).toMatch(/styles\+xml$/);
});

// Lists.

const ROMAN = ["%1. upperRoman", "%2. decimal"];
const LETTERS = ["(%1) lowerLetter"];

test("a list is found by what it says, and 0 and lists that are not there show no number", () => {
  const before = {
    body: items("5:0 0:0 9:0"),
    parts: { numbering: abstractList(3, ROMAN, '<w:nsid w:val="00000001"/>') + list(5, 3) },
  };
  const numbering =
    abstractList(1, LETTERS) + abstractList(2, ROMAN, '<w:nsid w:val="00000002"/>') + list(5, 1) + list(6, 2);
  const { grafts, part } = adoptAll(before, { parts: { numbering } });
  expect(values(grafts, "w:val").filter((_, index) => index % 2 === 1)).toEqual(["6", "0", "0"]);
  expect(part("word/numbering.xml")).toContain(numbering);
});

test("two lists that say the same stay two, the one of the same id first", () => {
  const numbering = abstractList(1, ROMAN) + abstractList(2, ROMAN) + list(1, 1) + list(2, 2);
  const { grafts, part } = adoptAll({ body: items("2:0 1:0 2:0"), parts: { numbering } }, { parts: { numbering } });
  expect(values(grafts, "w:val").filter((_, index) => index % 2 === 1)).toEqual(["2", "1", "2"]);
  expect(values(part("word/numbering.xml"), "w:numId")).toEqual(["1", "2"]);
  const one = abstractList(1, ROMAN) + list(1, 1);
  const fewer = adoptAll({ body: items("2:0 1:0"), parts: { numbering } }, { parts: { numbering: one } });
  expect(values(fewer.part("word/numbering.xml"), "w:numId")).toEqual(["1", "2"]);
});

test("a list that is not there is imported, definitions before lists, under ids and an identity that are free", () => {
  const nsid = '<w:nsid w:val="0000000F"/><w:styleLink w:val="Legal"/>';
  const before = {
    body: items("1:0 2:0"),
    parts: { numbering: abstractList(1, ROMAN, nsid) + list(1, 1) + list(2, 1, startAt(0, 4)) },
  };
  const after = {
    parts: {
      numbering: `${abstractList(1, LETTERS, '<w:nsid w:val="0000000f"/>')}${list(7, 1)}<w:numIdMacAtCleanup w:val="1"/>`,
    },
  };
  const { grafts, part } = adoptAll(before, after);
  const numbering = part("word/numbering.xml");
  expect(values(grafts, "w:val").filter((_, index) => index % 2 === 1)).toEqual(["8", "9"]);
  expect(values(numbering, "w:abstractNumId")).toEqual(["1", "2"]);
  expect(numbering).toContain('<w:nsid w:val="00000010"/><w:lvl');
  expect(numbering).toContain(`${list(7, 1)}${list(8, 2)}${list(9, 2, startAt(0, 4))}<w:numIdMacAtCleanup`);
});

test("a list that comes is none that the after document names and lacks", () => {
  const before = { body: items("1:0"), parts: { numbering: abstractList(1, ROMAN) + list(1, 1) } };
  const after = { body: items("8:0"), parts: { numbering: abstractList(1, LETTERS) + list(7, 1) } };
  expect(values(adoptAll(before, after).grafts, "w:val").filter((_, index) => index % 2 === 1)).toEqual(["9"]);
});

test("a list that shares the count of one that is there is put over the same definition", () => {
  const shared = abstractList(1, ROMAN) + list(1, 1);
  const before = { body: items("1:0 2:0"), parts: { numbering: shared + list(2, 1, startAt(0, 1)) } };
  const { part } = adoptAll(before, { parts: { numbering: shared } });
  expect(part("word/numbering.xml")).toContain(shared + list(2, 1, startAt(0, 1)));
});

test("lists that are told to correspond do if they say the same", () => {
  const before = { body: items("1:0"), parts: { numbering: abstractList(1, ROMAN) + list(1, 1) } };
  const same = abstractList(3, ROMAN) + abstractList(4, ROMAN) + list(2, 3) + list(3, 4);
  const numbers = (numbering: string): string[] =>
    values(adoptAll(before, { parts: { numbering } }, { 1: "3" }).grafts, "w:val").filter(
      (_, index) => index % 2 === 1,
    );
  expect(numbers(same)).toEqual(["3"]);
  expect(numbers(abstractList(4, LETTERS) + list(3, 4))).toEqual(["4"]);
});

test("a style and the list whose levels it is are imported together, into a part that is made", () => {
  const numPr = '<w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr>';
  const before = {
    body: styled("Clause"),
    parts: {
      styles: style("Clause", { more: numPr }),
      numbering: abstractList(2, ["%1. style=Clause"]) + list(5, 2),
    },
  };
  const { part, result } = adoptAll(before, { parts: { styles: style("Normal") } });
  expect(part("word/styles.xml")).toContain('<w:numId w:val="1"/>');
  expect(part("word/numbering.xml")).toContain(abstractList(1, ["%1. style=Clause"]) + list(1, 1));
  expect(targets(result)).toContain("rId1 numbering numbering.xml");
});

test("a definition that borrows its levels through a numbering style is taken as the one it borrows from", () => {
  const styles = style("Legal", { kind: "numbering", more: '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>' });
  const numbering =
    abstractList(1, ROMAN, '<w:styleLink w:val="Legal"/>') +
    abstractList(2, [], '<w:numStyleLink w:val="Legal"/>') +
    list(1, 1) +
    list(2, 2);
  const { part } = adoptAll({ body: items("2:1"), parts: { styles, numbering } }, { parts: { styles } });
  expect(part("word/numbering.xml")).toContain(abstractList(1, ROMAN) + list(2, 1));
});

test("the picture of a bullet comes with its list, and one that looks the same will do", () => {
  const bullet = (id: number): string =>
    `<w:numPicBullet w:numPicBulletId="${id}"><w:pict><v:shape><v:imagedata r:id="rId1"/></v:shape></w:pict></w:numPicBullet>`;
  const level = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlPicBulletId w:val="ID"/></w:lvl>';
  const abstract = (id: number, bulletId: number): string =>
    `<w:abstractNum w:abstractNumId="${id}">${level.replace("ID", String(bulletId))}</w:abstractNum>`;
  const withBullet = (content: string) => (document: WordDocument) => {
    document.package.add("word/media/image1.png", "image/png", new TextEncoder().encode(content));
    document.package.relate("word/numbering.xml", "image", "word/media/image1.png");
  };
  const before = {
    body: items("1:0"),
    parts: { numbering: bullet(0) + abstract(1, 0) + list(1, 1) },
    more: withBullet("a star"),
  };
  const numbering = bullet(3) + abstract(1, 3) + list(4, 1);
  const same = adoptAll(before, { parts: { numbering }, more: withBullet("a star") });
  expect(values(same.grafts, "w:val")).toEqual(["0", "4"]);
  const other = adoptAll(before, { parts: { numbering }, more: withBullet("a dot") });
  const written = other.part("word/numbering.xml");
  expect(values(written, "w:numPicBulletId")).toEqual(["3", "4"]);
  expect(values(written, "r:id")).toEqual(["rId1", "rId2"]);
  expect(written).toContain(abstract(2, 4));
});

// Notes.

const note = (id: number | string, content: string, attributes = ""): string =>
  `<w:footnote${attributes} w:id="${id}">${content}</w:footnote>`;
const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

test("every reference gets a copy of its note under a free id, and the copy is adopted too", () => {
  const before = {
    body: p("a", reference(1)) + p("b", reference(1)),
    parts: { footnotes: note(1, p('<w:bookmarkStart w:id="1" w:name="x"/>', "note")), styles: style("Normal") },
  };
  const after = { body: p("c", reference(1)), parts: { footnotes: note(1, p("own")), styles: style("Normal") } };
  const { grafts, part, adoption } = adoptAll(before, after);
  expect(values(grafts, "w:id")).toEqual(["2", "3"]);
  expect(part("word/footnotes.xml")).toContain(note(1, p("own")) + note(2, p("note")) + note(3, p("note")));
  expect(adoption.notes.map(({ kind, id, beforeId }) => [kind, id, beforeId])).toEqual([
    ["footnote", "2", "1"],
    ["footnote", "3", "1"],
  ]);
});

test("where there are no notes a part for them is made, with the separators", () => {
  const separator = note(-1, p("<w:r><w:separator/></w:r>"), ' w:type="separator"');
  const { part, grafts } = adoptAll({ body: p(reference(4)), parts: { footnotes: separator + note(4, p("it")) } });
  expect(values(grafts, "w:id")).toEqual(["1"]);
  expect(part("word/footnotes.xml")).toContain(separator + note(1, p("it")));
});

test("a reference to no note goes, and so does one in a note", () => {
  const before = {
    body: p("text", reference(7), reference(1)),
    parts: { footnotes: note(1, p("it", reference(1))) },
  };
  const { grafts, part } = adoptAll(before);
  expect(grafts).toBe(p("text", reference(1)));
  expect(part("word/footnotes.xml")).toContain(note(1, p("it")));
});

test("the twin of a reference, for older readers, refers to the same copy", () => {
  const twins = `<mc:AlternateContent><mc:Choice Requires="new">${reference(1)}</mc:Choice><mc:Fallback>${reference(1)}</mc:Fallback></mc:AlternateContent>`;
  const { grafts, adoption } = adoptAll({ body: p(twins), parts: { footnotes: note(1, p("it")) } });
  expect(values(grafts, "w:id")).toEqual(["1", "1"]);
  expect(adoption.notes).toHaveLength(1);
});

// Markup that may occur only once, and markup whose other end may not be copied.

test.each([
  ["bookmarks", '<w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>'],
  ["permissions", '<w:permStart w:id="1"/><w:permEnd w:id="1"/>'],
  ["ranges of comments", '<w:commentRangeStart w:id="1"/><w:commentRangeEnd w:id="1"/>'],
  ["references to comments, with their runs", '<w:r><w:rPr><w:b/></w:rPr><w:commentReference w:id="1"/></w:r>'],
  ["marks of moves", '<w:moveFromRangeStart w:id="1" w:name="m"/><w:moveToRangeEnd w:id="2"/>'],
  ["marks of custom XML", '<w:customXmlInsRangeStart w:id="1"/><w:customXmlInsRangeEnd w:id="1"/>'],
  ["traces of proofing", '<w:proofErr w:type="spellStart"/>'],
])("%s do not come along", (_, marks) => {
  expect(adoptAll({ body: p("one", marks, "two") }).grafts).toBe(p("one", "two"));
});

test("a run keeps what else is in it", () => {
  const run = "<w:r><w:lastRenderedPageBreak/><w:t>text</w:t></w:r>";
  expect(adoptAll({ body: p(run) }).grafts).toBe(p("<w:r><w:t>text</w:t></w:r>"));
});

test("paragraphs lose the ids of their own, content controls their ids and their data", () => {
  const binding = '<w:dataBinding w:xpath="/x"/><w15:dataBinding w:xpath="/x"/>';
  const control = `<w:sdt><w:sdtPr><w:id w:val="5"/><w:tag w:val="t"/>${binding}</w:sdtPr><w:sdtContent>${r("it")}</w:sdtContent></w:sdt>`;
  const body = `<w:p w14:paraId="00000001" w14:textId="00000002">${control}</w:p>`;
  expect(adoptAll({ body }, { body }).grafts).toBe(
    `<w:p><w:sdt><w:sdtPr><w:tag w:val="t"/></w:sdtPr><w:sdtContent>${r("it")}</w:sdtContent></w:sdt></w:p>`,
  );
});

test("shapes get names of their own, and what names them follows", () => {
  const office = 'xmlns:o="urn:schemas-microsoft-com:office:office"';
  const object = `<w:r><w:object ${office}><v:shapetype id="_x0000_t75" o:spt="75"/><v:shape id="_x0000_i1025" type="#_x0000_t75"/><o:OLEObject ShapeID="_x0000_i1025" Type="Embed"/></w:object></w:r>`;
  const { grafts } = adoptAll({ body: p(object) }, { body: p(object) });
  expect(values(grafts, "id")).toEqual(["_x0000_t76", "_x0000_i1026"]);
  expect([...values(grafts, "type"), ...values(grafts, "ShapeID")]).toEqual(["#_x0000_t76", "_x0000_i1026"]);
});

test("a graft that is itself one to leave out is left out, whether it stands somewhere or not", () => {
  const names = wordNames();
  const mark = '<w:r><w:commentReference w:id="1"/></w:r>';
  const sources = { before: make({ body: p("x", mark) }, names), result: make({ body: p("y") }, names) };
  const from = bodyOf(sources.before)!;
  const { tree, root, part } = bodyOf(sources.result)!;
  const adoption = new Adoption({ ...sources, ids: new ResultIds(sources.result) });
  const run = from.tree.children(from.tree.firstChild(from.root)).at(-1)!;
  const paragraph = tree.firstChild(root);
  const [detached, attached] = [tree.graft(from.tree, run), tree.graft(from.tree, run)];
  tree.append(paragraph, attached);
  for (const graft of [detached, attached]) expect(adoption.adopt(graft, { from: part, into: part, tree })).toBe(false);
  expect(tree.children(paragraph)).toHaveLength(1);
});

test("a graft with nothing to see to stays the bytes it was", () => {
  const names = wordNames();
  const sources = { before: make({ body: p("plain") }, names), result: make({}, names) };
  const from = bodyOf(sources.before)!;
  const { tree, part } = bodyOf(sources.result)!;
  const graft = tree.graft(from.tree, from.tree.firstChild(from.root));
  new Adoption({ ...sources, ids: new ResultIds(sources.result) }).adopt(graft, { from: part, into: part, tree });
  expect(tree.isClosed(graft)).toBe(true);
});

// Headers and footers.

test("a header is copied as a new part, with what it names", () => {
  const more = (document: WordDocument): void => {
    document.package.relateExternal("word/header1.xml", "hyperlink", "http://a.example/");
  };
  const parts = { header1: p(link("rId1")) + styled("Old"), styles: style("Old") };
  const { adoption, result } = adoptAll({ parts, more }, { parts: { header1: p("own") } });
  const added = adoption.adoptHeaderFooter("word/header1.xml", "header");
  expect(added).toEqual({ id: "rId2", part: "word/header2.xml" });
  expect(targets(result)).toContain("rId2 header header2.xml");
  expect(targets(result, added.part)).toEqual(["rId1 hyperlink http://a.example/"]);
  expect(text(result.package.bytes("word/styles.xml"))).toContain('w:styleId="Old"');
});

test("a header with nothing in it has one paragraph", () => {
  const { adoption, result } = adoptAll({});
  const { part } = adoption.emptyHeaderFooter("footer");
  expect(text(result.package.bytes(part))).toMatch(/<w:ftr xmlns:w="[^"]*"><w:p\/><\/w:ftr>$/);
});

test("the headers of a section that is copied are copied, and those that are not there are not named", () => {
  const section = (...ids: readonly string[]): string =>
    `<w:p><w:pPr><w:sectPr>${ids.map((id) => `<w:headerReference w:type="default" r:id="${id}"/>`).join("")}</w:sectPr></w:pPr></w:p>`;
  const { grafts, result } = adoptAll(
    { body: section("rIdheader1") + section("rId9"), parts: { header1: p("the same") } },
    { parts: { header1: p("the same") } },
  );
  expect(grafts).toBe(section("rId1") + section());
  expect(targets(result)).toEqual(["rIdheader1 header header1.xml", "rId1 header header2.xml"]);
});

test("two documents that give something to one result are given different ids", () => {
  const names = wordNames();
  const note = '<w:footnote w:id="2"><w:p/></w:footnote>';
  const body = p(`<w:r><w:footnoteReference w:id="2"/></w:r>`);
  const result = make({ body: p("y") }, names);
  const ids = new ResultIds(result);
  const { tree, part } = bodyOf(result)!;
  const given = [1, 2].map(() => {
    const before = make({ body, parts: { footnotes: note } }, names);
    const from = bodyOf(before)!;
    const adoption = new Adoption({ before, result, ids });
    adoption.adopt(tree.graft(from.tree, from.tree.firstChild(from.root)), { from: part, into: part, tree });
    return adoption.notes.map(({ id }) => id);
  });
  expect(given).toEqual([["1"], ["2"]]);
});
