// Tests every rule of the linter with a document that breaks it and one that does not.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { CONTENT_TYPES, relationships, wordParts, zip } from "../../../testing/packages.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { lintDocument } from "./lint-document.ts";
import { lintRules } from "./rules.ts";

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(" ");

/** A document: its body, and other parts of word/ by name, related to it by kind. */
interface Sketch {
  readonly body: string;
  readonly parts?: Readonly<Record<string, string>>;
  /** Whole parts by full name, which replace the generated ones. */
  readonly raw?: Readonly<Record<string, string | undefined>>;
}

const ROOTS: Readonly<Record<string, string>> = { header: "hdr", footer: "ftr" };
const EXTENDED = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";

function makeParts({ body, parts = {}, raw = {} }: Sketch): Record<string, string> {
  const kinds = Object.keys(parts);
  const related = relationships(...kinds.map((kind) => [`rId${kind}`, kind, `${kind}.xml`] as const)).replace(
    /"[^"]*\/commentsExtended"/,
    `"${EXTENDED}"`,
  );
  const written = kinds.map((kind) => {
    const root = kind === "commentsExtended" ? "w15:commentsEx" : `w:${ROOTS[kind] ?? kind}`;
    return [`word/${kind}.xml`, `<${root} ${NAMESPACES}>${parts[kind]}</${root}>`];
  });
  return wordParts({
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": related,
    ...Object.fromEntries(written),
    ...raw,
  });
}

function lint(sketch: string | Sketch) {
  const parts = makeParts(typeof sketch === "string" ? { body: sketch } : sketch);
  return lintDocument(openDocument(zip(parts), { codec: nodeZlib, names: wordNames() }));
}

function rulesBroken(sketch: string | Sketch): string[] {
  return [...new Set(lint(sketch).map(({ rule }) => rule))];
}

// Helpers that write the documents of the cases.

const p = (...content: readonly string[]): string => `<w:p>${content.join("")}</w:p>`;
const r = (...content: readonly string[]): string => `<w:r>${content.join("")}</w:r>`;
const t = (text = "x"): string => `<w:t>${text}</w:t>`;
const WHO = 'w:author="A" w:date="2024-02-29T10:00:00Z"';
const tracked = (name: string, id: number, ...content: readonly string[]): string =>
  `<w:${name} w:id="${id}" ${WHO}>${content.join("")}</w:${name}>`;
const mark = (...properties: readonly string[]): string => p(`<w:pPr><w:rPr>${properties.join("")}</w:rPr></w:pPr>`);
const at = (name: string, id: number, more = ""): string => `<w:${name} w:id="${id}"${more}/>`;
const named = (name: string): string => ` w:name="${name}"`;
const field = (type: string): string => r(`<w:fldChar w:fldCharType="${type}"/>`);
const cell = (...content: readonly string[]): string => `<w:tc>${content.join("")}</w:tc>`;
const row = (...cells: readonly string[]): string => `<w:tr>${cells.join("")}</w:tr>`;
const table = (...rows: readonly string[]): string => `<w:tbl>${rows.join("")}</w:tbl>`;
const wide = (columns: number): string => table(row(cell(`<w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>`, p())));
const grid = (columns: number): string => `<w:tblGrid>${'<w:gridCol w:w="9"/>'.repeat(columns)}</w:tblGrid>`;
const textBox = (content: string): string =>
  r(
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${content}</w:txbxContent></mc:Choice>` +
      `<mc:Fallback><w:txbxContent>${content}</w:txbxContent></mc:Fallback></mc:AlternateContent>`,
  );
const comment = (id: number, content = p()): string => `<w:comment w:id="${id}" w:author="A">${content}</w:comment>`;
const commentReference = (id: number): string => p(r(at("commentReference", id)));
const note = (id: number, more = ""): string => `<w:footnote w:id="${id}"${more}>${p()}</w:footnote>`;
const noteReference = (id: number): string => p(r(at("footnoteReference", id)));
const movedFrom = (id: number, name: string): string =>
  at("moveFromRangeStart", id, named(name)) + tracked("moveFrom", 10 + id, r(t())) + at("moveFromRangeEnd", id);
const movedTo = (id: number, name: string): string =>
  at("moveToRangeStart", id, named(name)) + tracked("moveTo", 10 + id, r(t())) + at("moveToRangeEnd", id);
const withId = (id: string): string => `<w:p w14:paraId="${id}"/>`;
const drawing = (id: number): string => p(r(`<w:drawing><wp:inline><wp:docPr id="${id}"/></wp:inline></w:drawing>`));
const control = (id: number): string =>
  `<w:sdt><w:sdtPr><w:id w:val="${id}"/></w:sdtPr><w:sdtContent>${p()}</w:sdtContent></w:sdt>`;
const definition = (id: number): string => `<w:abstractNum w:abstractNumId="${id}"/>`;
const list = (id: number, of: number): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/></w:num>`;
const inList = (id: number): string => p(`<w:pPr><w:numPr><w:numId w:val="${id}"/></w:numPr></w:pPr>`);
const section = (...content: readonly string[]): string => `<w:sectPr>${content.join("")}</w:sectPr>`;
const headerReference = (id: string): string => `<w:headerReference w:type="default" r:id="${id}"/>`;
const numbered = (numbering: string): Sketch => ({ body: p(), parts: { numbering } });
const rels = (...targets: readonly (readonly [string, string, string])[]): Readonly<Record<string, string>> => ({
  "word/_rels/document.xml.rels": relationships(...targets),
});

interface Case {
  readonly rule: string;
  readonly bad: string | Sketch;
  readonly good: string | Sketch;
  /** Other rules that the bad document necessarily breaks. */
  readonly also?: readonly string[];
}

const cases: readonly Case[] = [
  {
    rule: "relationship-unresolved",
    bad: p(`<w:hyperlink r:id="rId9">${r(t())}</w:hyperlink>`),
    good: {
      body: p(`<w:hyperlink r:id="rID9">${r(t())}</w:hyperlink>`),
      raw: rels(["rId9", "hyperlink", "document.xml"]),
    },
  },
  {
    rule: "relationship-id-repeated",
    bad: { body: p(), raw: rels(["rId1", "x", "document.xml"], ["RID1", "y", "document.xml"]) },
    good: { body: p(), raw: rels(["rId1", "x", "document.xml"], ["rId2", "y", "document.xml"]) },
  },
  {
    rule: "relationship-target-missing",
    bad: { body: p(), raw: rels(["rId1", "image", "media/image1.png"]) },
    good: { body: p(), raw: rels(["rId1", "hyperlink", "#place"]) },
  },
  {
    rule: "header-reference-of-other-kind",
    bad: { body: section(headerReference("rIdfooter")), parts: { footer: p() } },
    good: { body: section(headerReference("rIdheader")), parts: { header: p() } },
  },
  {
    rule: "content-type-missing",
    bad: { body: p(), raw: { ...rels(["rId1", "image", "a.png"]), "word/a.png": "" } },
    good: {
      body: p(),
      raw: {
        ...rels(["rId1", "image", "a.png"]),
        "word/a.png": "",
        "[Content_Types].xml": CONTENT_TYPES.replace(
          "<Override",
          '<Default Extension="png" ContentType="image/png"/>$&',
        ),
      },
    },
  },
  {
    rule: "part-not-well-formed",
    bad: { body: p(), parts: { header: "<w:p>" } },
    good: { body: p(), parts: { header: "<w:p/>" } },
  },
  { rule: "paragraph-misplaced", bad: p(r(p())), good: p(textBox(p())) },
  {
    rule: "table-misplaced",
    bad: table(row(table(row(cell(p()))), cell(p()))) + p(),
    good: table(row(cell(p()))) + p(),
  },
  {
    rule: "row-misplaced",
    bad: row(cell(p())),
    good: table(`<w:sdt><w:sdtContent>${row(cell(p()))}</w:sdtContent></w:sdt>`) + p(),
  },
  { rule: "cell-misplaced", bad: table(row(cell(p())) + cell(p())) + p(), good: table(row(cell(p()))) + p() },
  { rule: "run-misplaced", bad: r(t()), good: p(r(t())) },
  {
    rule: "hyperlink-misplaced",
    bad: p(tracked("ins", 1, `<w:hyperlink w:anchor="a">${r(t())}</w:hyperlink>`)),
    good: p(`<w:hyperlink w:anchor="a">${tracked("ins", 1, r(t()))}</w:hyperlink>`),
  },
  {
    rule: "simple-field-misplaced",
    bad: p(tracked("ins", 1, `<w:fldSimple w:instr="PAGE">${r(t())}</w:fldSimple>`)),
    good: p(`<w:fldSimple w:instr="PAGE">${tracked("ins", 1, r(t()))}</w:fldSimple>`),
  },
  { rule: "text-misplaced", bad: p("x"), good: p("\n ") },
  { rule: "properties-not-first", bad: p(r(t()), "<w:pPr/>"), good: p(" <w:pPr/>", r(t())) },
  {
    rule: "properties-repeated",
    bad: p(r("<w:rPr/><w:rPr/>")),
    good: p(r("<w:rPr/>")),
    also: ["properties-not-first"],
  },
  { rule: "section-misplaced", bad: section() + p(), good: p(`<w:pPr>${section()}</w:pPr>`) + section() },
  {
    rule: "cell-without-paragraph",
    bad: table(row(cell(table(row(cell(p())))))) + p(),
    good: table(row(cell(control(1)))) + p(),
  },
  { rule: "row-without-cell", bad: table(row()) + p(), good: table(row(cell(p()))) + p() },
  { rule: "table-without-row", bad: table() + p(), good: table(row(cell(p()))) + p() },
  { rule: "row-too-wide", bad: wide(64) + p(), good: wide(63) + p() },
  {
    rule: "row-beyond-grid",
    bad: table(grid(1) + row(cell(p()), cell(p()))) + p(),
    good: table(grid(2) + row(cell(p()), cell(p()))) + p(),
  },
  { rule: "story-empty", bad: p(textBox("")), good: p(textBox(p())) },
  {
    rule: "story-ends-in-table",
    bad: table(row(cell(p()))) + section(),
    good: table(row(cell(p()))) + p() + section(),
  },
  {
    rule: "field-unbalanced",
    bad: p(field("begin"), field("separate"), textBox(p(field("end")))),
    good: p(field("begin"), field("begin"), field("end"), field("separate")) + p(field("end")),
    also: ["field-unbalanced-accepted", "field-unbalanced-rejected"],
  },
  {
    rule: "field-unbalanced-accepted",
    bad: p(field("begin"), tracked("del", 1, field("end"))),
    good: p(tracked("del", 1, field("begin"), field("end"))),
  },
  {
    rule: "field-unbalanced-rejected",
    bad: p(field("begin"), tracked("moveTo", 1, field("end"))),
    good: p(tracked("ins", 1, field("begin")), tracked("ins", 2, field("end"))),
    also: ["move-outside-range"],
  },
  {
    rule: "deleted-text-as-text",
    bad: p(tracked("del", 1, r(t()))),
    good: p(tracked("del", 1, r("<w:delText>x</w:delText>"), textBox(p(r(t()))))),
  },
  { rule: "text-as-deleted-text", bad: p(r("<w:delText>x</w:delText>")), good: p(movedFrom(1, "m"), movedTo(2, "m")) },
  {
    rule: "deleted-code-as-code",
    bad: p(tracked("del", 1, r("<w:instrText>PAGE</w:instrText>"))),
    good: p(tracked("del", 1, r("<w:delInstrText>PAGE</w:delInstrText>"))),
  },
  {
    rule: "code-as-deleted-code",
    bad: p(r("<w:delInstrText>PAGE</w:delInstrText>")),
    good: p(r("<w:instrText>PAGE</w:instrText>")),
  },
  {
    rule: "text-space-lost",
    bad: p(r(t("a&amp;b "))),
    good: p(r('<w:t xml:space="preserve"> a </w:t>', t("a b"), t("\u00a0a"))),
  },
  {
    rule: "revision-id-repeated",
    bad: { body: p(tracked("ins", 1, r(t()))), parts: { header: mark(tracked("del", 1)) } },
    good: p(textBox(p(tracked("ins", 1, r(t())))), tracked("ins", 2, r(t()))),
  },
  { rule: "revision-id-invalid", bad: p(`<w:ins ${WHO}>${r(t())}</w:ins>`), good: p(tracked("ins", -1, r(t()))) },
  { rule: "revision-author-missing", bad: p(at("ins", 1)), good: p(at("ins", 1, ' w:author=""')) },
  {
    rule: "revision-date-invalid",
    bad: p(at("ins", 1, ' w:author="A" w:date="2024-13-01T00:00:00Z"')),
    good: p(at("ins", 1, ' w:author="A" w:date="2024-12-01T00:00:00.5+02:00"')),
  },
  {
    rule: "property-change-repeated",
    bad: p(r(`<w:rPr>${tracked("rPrChange", 1, "<w:rPr/>")}${tracked("rPrChange", 2, "<w:rPr/>")}</w:rPr>`)),
    good: p(r(`<w:rPr>${tracked("rPrChange", 1, "<w:rPr/>")}</w:rPr>`)),
    also: ["property-change-not-last"],
  },
  {
    rule: "property-change-not-last",
    bad: p(`<w:pPr>${tracked("pPrChange", 1, "<w:pPr/>")}<w:keepNext/></w:pPr>`),
    good: p(`<w:pPr><w:keepNext/>${tracked("pPrChange", 1, "<w:pPr/>")}</w:pPr>`),
  },
  {
    rule: "property-change-holds-foreign",
    bad: p(`<w:pPr>${tracked("pPrChange", 1, "<w:pPr><w:rPr/></w:pPr>")}</w:pPr>`),
    good: p(`<w:pPr><w:rPr/>${tracked("pPrChange", 1, "<w:pPr><w:keepNext/></w:pPr>")}</w:pPr>`),
  },
  {
    rule: "mark-change-not-first",
    bad: mark("<w:b/>", tracked("ins", 1)),
    good: mark(tracked("ins", 1), tracked("del", 2), "<w:b/>"),
  },
  {
    rule: "move-range-open",
    bad: p(at("moveFromRangeStart", 1, named("m")), movedTo(2, "m")),
    good: p(movedFrom(1, "m"), movedTo(2, "m")),
  },
  {
    rule: "move-range-id-repeated",
    bad: p(movedFrom(1, "m"), movedTo(1, "m")),
    good: p(movedFrom(1, "m"), movedTo(2, "m")),
    also: ["revision-id-repeated"],
  },
  { rule: "move-unpaired", bad: p(movedFrom(1, "m"), movedTo(2, "n")), good: p(movedTo(2, "m"), movedFrom(1, "m")) },
  {
    rule: "move-name-repeated",
    bad: p(movedFrom(1, "m"), movedTo(2, "m"), movedTo(3, "m")),
    good: p(movedFrom(1, "m"), movedTo(2, "m"), movedFrom(3, "n"), movedTo(4, "n")),
  },
  {
    rule: "move-outside-range",
    bad: p(tracked("moveFrom", 1, r(t()))),
    good: p(movedFrom(1, "m"), movedTo(2, "m")) + mark(tracked("moveTo", 3)),
  },
  {
    rule: "bookmark-open",
    bad: p(at("bookmarkEnd", 1)),
    good: p(at("bookmarkStart", 1, named("b")), at("bookmarkEnd", 1)),
  },
  {
    rule: "bookmark-id-repeated",
    bad: p(at("bookmarkStart", 1, named("b")), at("bookmarkStart", 1, named("c")), at("bookmarkEnd", 1)),
    good: p(at("bookmarkStart", 1, named("b")), at("bookmarkEnd", 1)),
  },
  {
    rule: "bookmark-name-repeated",
    bad: {
      body: p(at("bookmarkStart", 1, named("b")), at("bookmarkEnd", 1)),
      parts: { header: p(at("bookmarkStart", 2, named("B")), at("bookmarkEnd", 2)) },
    },
    good: {
      body: p(at("bookmarkStart", 1, named("_GoBack")), at("bookmarkEnd", 1)),
      parts: { header: p(at("bookmarkStart", 2, named("_GoBack")), at("bookmarkEnd", 2)) },
    },
  },
  { rule: "permission-open", bad: p(at("permStart", 1)), good: p(at("permStart", 1), at("permEnd", 1)) },
  {
    rule: "comment-range-open",
    bad: p(at("commentRangeStart", 1)),
    good: p(at("commentRangeStart", 1), at("commentRangeEnd", 1)),
  },
  {
    rule: "comment-range-repeated",
    bad: p(at("commentRangeStart", 1), at("commentRangeEnd", 1), at("commentRangeStart", 1), at("commentRangeEnd", 1)),
    good: p(at("commentRangeStart", 1), at("commentRangeEnd", 1), at("commentRangeStart", 2), at("commentRangeEnd", 2)),
  },
  {
    rule: "comment-reference-unresolved",
    bad: commentReference(1),
    good: { body: commentReference(1), parts: { comments: comment(1) } },
  },
  {
    rule: "comment-reference-repeated",
    bad: { body: commentReference(1) + commentReference(1), parts: { comments: comment(1) } },
    good: { body: commentReference(1) + commentReference(2), parts: { comments: comment(1) + comment(2) } },
  },
  {
    rule: "comment-id-repeated",
    bad: { body: commentReference(1), parts: { comments: comment(1) + comment(1) } },
    good: { body: commentReference(1), parts: { comments: comment(1) } },
  },
  {
    rule: "comment-unreferenced",
    bad: { body: p(), parts: { comments: comment(1) } },
    good: { body: commentReference(1), parts: { comments: comment(1) } },
  },
  {
    rule: "note-reference-unresolved",
    bad: { body: noteReference(1), parts: { footnotes: note(1, ' w:type="separator"') } },
    good: { body: noteReference(1), parts: { footnotes: note(1) } },
  },
  {
    rule: "note-reference-repeated",
    bad: { body: noteReference(1) + noteReference(1), parts: { footnotes: note(1) } },
    good: { body: noteReference(1) + noteReference(2), parts: { footnotes: note(1) + note(2) } },
  },
  {
    rule: "note-id-repeated",
    bad: { body: noteReference(1), parts: { footnotes: note(1) + note(1) } },
    good: { body: noteReference(1), parts: { footnotes: note(1) } },
  },
  {
    rule: "note-unreferenced",
    bad: { body: p(), parts: { footnotes: note(1) } },
    good: { body: p(), parts: { footnotes: note(1, ' w:type="separator"') } },
  },
  {
    rule: "note-separator-unresolved",
    bad: { body: p(), parts: { settings: '<w:footnotePr><w:footnote w:id="0"/></w:footnotePr>' } },
    good: {
      body: p(),
      parts: {
        settings: '<w:footnotePr><w:footnote w:id="0"/></w:footnotePr>',
        footnotes: note(0, ' w:type="separator"'),
      },
    },
  },
  {
    rule: "paragraph-id-repeated",
    bad: withId("0000000A") + withId("0000000a"),
    good: { body: withId("0000000A") + p(textBox(withId("0000000B"))), parts: { header: withId("0000000A") } },
  },
  { rule: "paragraph-id-out-of-range", bad: withId("80000000"), good: withId("7FFFFFFF") },
  {
    rule: "comment-extension-unresolved",
    bad: {
      body: commentReference(1),
      parts: { comments: comment(1), commentsExtended: '<w15:commentEx w15:paraId="0000000A"/>' },
    },
    good: {
      body: commentReference(1),
      parts: { comments: comment(1, withId("0000000A")), commentsExtended: '<w15:commentEx w15:paraId="0000000A"/>' },
    },
  },
  {
    rule: "style-unresolved",
    bad: { body: p('<w:pPr><w:pStyle w:val="S"/></w:pPr>'), parts: { styles: "" } },
    good: { body: p('<w:pPr><w:pStyle w:val="S"/></w:pPr>'), parts: { styles: '<w:style w:styleId="S"/>' } },
  },
  {
    rule: "list-unresolved",
    bad: inList(1),
    good: { body: inList(1) + inList(0), parts: { numbering: definition(0) + list(1, 0) } },
  },
  { rule: "list-definition-unresolved", bad: numbered(list(1, 0)), good: numbered(definition(0) + list(1, 0)) },
  {
    rule: "list-repeated",
    bad: numbered(definition(0) + list(1, 0) + list(1, 0)),
    good: numbered(definition(0) + list(1, 0) + list(2, 0)),
  },
  {
    rule: "list-before-definition",
    bad: numbered(definition(0) + list(1, 0) + definition(1)),
    good: numbered(definition(0) + definition(1) + list(1, 0)),
  },
  {
    rule: "header-reference-repeated",
    bad: {
      body: section(headerReference("rIdheader"), headerReference("rIdheader")),
      parts: { header: p() },
    },
    good: {
      body: p(`<w:pPr>${section(headerReference("rIdheader"))}</w:pPr>`) + section(headerReference("rIdheader")),
      parts: { header: p() },
    },
  },
  { rule: "content-control-id-repeated", bad: control(1) + control(1), good: control(1) + control(2) },
  { rule: "drawing-id-repeated", bad: drawing(1) + drawing(1), good: drawing(1) + drawing(2) },
  {
    rule: "margin-negative",
    bad: section('<w:pgMar w:top="1440" w:gutter="-1"/>'),
    good: section('<w:pgMar w:top="-1440" w:bottom="-1440" w:left="0" w:gutter="0"/>'),
  },
];

test.each(cases)("$rule: broken by the bad document, and nothing by the good one", ({ rule, bad, good, also = [] }) => {
  expect(rulesBroken(bad).sort()).toEqual([rule, ...also].sort());
  expect(rulesBroken(good)).toEqual([]);
});

test("every rule has a case, an id of its own in kebab case, and one sentence", () => {
  const ids = lintRules.map(({ id }) => id);
  expect(cases.map(({ rule }) => rule)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, says } of lintRules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(says).toMatch(/^[A-Z][^.]*\.$/);
  }
});
