import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { relationships, text, WORD_URI, wordParts, zip } from "../../testing/packages.ts";
import { readStyles } from "../document/formatting/styles.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { Labeller } from "../document/lists/numbering-labels.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { paragraphsOf } from "../document/text/blocks.ts";
import { bodyOf } from "../document/text/stories.ts";
import { wordNames } from "../document/word-names.ts";
import { Failure } from "../failures/failure.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import { type CreateOutcome, createTask } from "./create-task.ts";

const request = { date: "2026-03-04T05:06:07Z", codec: nodeZlib };
const normal = [{ style_id: "Normal", text: "Text." }];

/** Creates a document from paragraphs and checks that the linter finds no problem. */
function created(
  paragraphs: unknown,
  template?: Uint8Array,
): { outcome: CreateOutcome & { kind: "created" }; document: WordDocument; part(name: string): string } {
  const outcome = createTask({ ...request, paragraphs, ...(template === undefined ? {} : { template }) });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  const document = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
  expect(lintDocument(document)).toEqual([]);
  return { outcome, document, part: (name) => text(document.package.bytes(name)) };
}

function refused(paragraphs: unknown, template?: Uint8Array) {
  const outcome = createTask({ ...request, paragraphs, ...(template === undefined ? {} : { template }) });
  return outcome.kind === "refused" ? outcome.problems : [];
}

type Parts = Readonly<Record<string, string>>;

/** Returns a template with some parts of `word/`, by name, and a body with text and a page size. */
function template(parts: Parts, { uri = WORD_URI, root = "" } = {}): Uint8Array {
  const types: Parts = { styles: "styles", numbering: "numbering", theme: "theme", header1: "header", vbaProject: "" };
  const kinds: Parts = { header1: "header", vbaProject: "vbaProject" };
  const names = Object.keys(parts);
  const part = (name: string, xml: string): string =>
    name === "theme" || name === "vbaProject"
      ? xml
      : `<w:${types[name] === "header" ? "hdr" : name} xmlns:w="${uri}" ${root}>${xml}</w:${types[name] === "header" ? "hdr" : name}>`;
  return zip(
    wordParts({
      "[Content_Types].xml": wordParts()["[Content_Types].xml"]!.replace("document.main", "template.main"),
      "word/document.xml": `<w:document xmlns:w="${uri}"><w:body><w:p><w:r><w:t>Secret</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr></w:body></w:document>`,
      "word/_rels/document.xml.rels": relationships(
        ...names.map((name) => [`rId${name}`, kinds[name] ?? name, `${name}.xml`] as const),
      ),
      ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, part(name, xml)])),
    }),
  );
}

const style = (id: string, name: string, rest = "", type = "paragraph"): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
const ids = (document: WordDocument): string[] => [...readStyles(document).byId.keys()];

test("[CRT-21] without a template there are Normal and four headings on US Letter with margins of an inch", () => {
  const styles = ["Normal", "Heading1", "Heading2", "Heading3", "Heading4"];
  const { document, part, outcome } = created(styles.map((style_id) => ({ style_id, text: style_id })));
  expect(
    [...readStyles(document).byId.values()].filter(({ kind }) => kind === "paragraph").map(({ id }) => id),
  ).toEqual(styles);
  expect(part("word/document.xml")).toContain(
    '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"',
  );
  expect(part("word/document.xml")).toContain(
    '<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Heading2</w:t></w:r></w:p>',
  );
  expect(part("docProps/core.xml")).toContain(">2026-03-04T05:06:07Z</dcterms:created>");
  expect(outcome.words).toBe(5);
});

test("[CRT-21] a file says who made it and what it is called; what cannot be written is left out", () => {
  const outcome = createTask({
    ...request,
    paragraphs: [
      {
        style_id: "Normal",
        runs: [
          { type: "field", code: "TITLE" },
          { type: "field", code: "AUTHOR" },
        ],
      },
    ],
    title: "A & \u0001B",
    author: "Ann",
  });
  const document = openDocument((outcome as { docx: Uint8Array }).docx, { codec: nodeZlib, names: wordNames() });
  expect(text(document.package.bytes("docProps/core.xml"))).toContain(
    "<dc:title>A &amp; B</dc:title><dc:creator>Ann</dc:creator>",
  );
  expect(text(document.package.bytes("word/document.xml"))).toContain("<w:t>A &amp; B</w:t>");
});

test("[CRT-22] an unknown style and one of another kind are told with position and id, all together", () => {
  const problems = refused([
    { style_id: "Normal", text: "a" },
    { style_id: "Title", text: "b" },
    { style_id: "DefaultParagraphFont", runs: [{ text: "c", format: { character_style: "Strong" } }] },
  ]);
  expect(problems).toMatchObject([
    {
      paragraph: 1,
      style_id: "Title",
      field: "paragraphs[1].style_id",
      reason: "STYLE_NOT_FOUND",
    },
    {
      paragraph: 2,
      style_id: "DefaultParagraphFont",
      field: "paragraphs[2].style_id",
      reason: "STYLE_NOT_FOUND",
    },
    {
      paragraph: 2,
      style_id: "DefaultParagraphFont",
      field: "paragraphs[2].runs[0].format.character_style",
      reason: "STYLE_NOT_FOUND",
    },
  ]);
});

test("[CRT-12] a property that a new file does not have is refused", () => {
  const problems = refused([{ style_id: "Normal", runs: [{ type: "field", code: "DOCPROPERTY Matter" }] }]);
  expect(problems).toMatchObject([{ field: "paragraphs[0].runs[0].code", reason: "FIELD_NOT_ALLOWED", paragraph: 0 }]);
});

test("[CRT-20] a list that is none makes nothing", () => {
  expect(refused([{ text: "a" }])).toMatchObject([{ field: "paragraphs[0].style_id", reason: "MISSING_FIELD" }]);
});

test("[CRT-10] a reference that shows what is not there is told with its paragraph", () => {
  const runs = [{ type: "cross_reference", to: { index: 0 }, show: "number" }];
  expect(refused([...normal, { style_id: "Heading1", runs }])).toMatchObject([
    { field: "paragraphs[1].runs[0].show", reason: "INVALID_VALUE", paragraph: 1, style_id: "Heading1" },
  ]);
});

test("[CRT-23] a template's styles take the place of defaults of their ids; other defaults stay", () => {
  const styles = `<w:docDefaults/><w:latentStyles/>${style("Normal", "Normal", "<w:rPr><w:b/></w:rPr>")}${style("Clause", "Clause")}${style("Clause", "Twice")}${style("Strong", "Strong", "", "character")}`;
  const { document, part } = created(
    [
      { style_id: "Clause", runs: [{ text: "a", format: { character_style: "Strong" } }] },
      { style_id: "Heading4", text: "b" },
    ],
    template({ styles }),
  );
  expect(ids(document)).toEqual([
    "Normal",
    "Clause",
    "Strong",
    "Heading1",
    "Heading2",
    "Heading3",
    "Heading4",
    "DefaultParagraphFont",
    "TableNormal",
    "NoList",
  ]);
  expect(part("word/styles.xml")).toContain(
    '<w:docDefaults/><w:latentStyles/><w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style>',
  );
  expect(part("word/styles.xml")).not.toContain("Twice");
});

test("[CRT-24] a default that the template has under another id looks like that one", () => {
  const styles = `<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>${style("berschrift1", "Heading 1")}`;
  const { part, document } = created([{ style_id: "Heading1", text: "a" }, ...normal], template({ styles }));
  expect(part("word/styles.xml")).toContain(
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1 (Heading1)"/><w:basedOn w:val="berschrift1"/></w:style>',
  );
  expect(part("word/styles.xml")).toContain(
    '<w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal (Normal)"/><w:basedOn w:val="Standard"/></w:style>',
  );
  expect(readStyles(document).defaults.get("paragraph")?.id).toBe("Standard");
});

const level = (index: number, mark: string): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${mark}<w:lvlText w:val="%${index + 1}."/></w:lvl>`;

test("[CRT-25] paragraphs in a style that numbers are numbered, and references show their numbers", () => {
  const numPr = '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>';
  const numbering = `<w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="77"/></w:num><w:abstractNum w:abstractNumId="9">${level(0, '<w:pStyle w:val="Heading1"/>')}</w:abstractNum><w:abstractNum w:abstractNumId="9"/>`;
  const paragraphs = [
    { style_id: "Heading1", text: "a" },
    { style_id: "Heading1", text: "b" },
    { style_id: "Normal", runs: [{ type: "cross_reference", to: { index: 1 }, show: "number" }] },
  ];
  const { document, part } = created(
    paragraphs,
    template({ styles: style("Heading1", "heading 1", numPr), numbering }),
  );
  const story = bodyOf(document)!;
  const labeller = new Labeller(numberingOf(document));
  expect(paragraphsOf(story).map((paragraph) => labeller.label(story, paragraph)?.text)).toEqual([
    "1.",
    "2.",
    undefined,
  ]);
  expect(part("word/document.xml")).toContain("<w:t>2</w:t>");
  expect(part("word/numbering.xml").match(/<w:(?:abstractNum|num) /g)).toHaveLength(2);
});

test("[CRT-26] picture bullets, links to other parts and tracked changes do not come along", () => {
  const ns = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const numbering = `<w:numPicBullet w:numPicBulletId="0"><w:pict r:id="rId1" ${ns}/></w:numPicBullet><w:abstractNum w:abstractNumId="1">${level(0, '<w:lvlPicBulletId w:val="0"/>')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`;
  const changed = `<w:rPr><w:b/><w:rPrChange w:id="1" w:author="A"><w:rPr/></w:rPrChange></w:rPr>`;
  const linked = `<w:rPr><w:x ${ns} r:embed="rId9"/><w:i/></w:rPr>`;
  const { part } = created(normal, template({ styles: style("A", "A", changed) + style("B", "B", linked), numbering }));
  expect(part("word/numbering.xml")).not.toMatch(/pict|Pic/);
  expect(part("word/styles.xml")).toContain("<w:rPr><w:b/></w:rPr>");
  expect(part("word/styles.xml")).toContain("<w:rPr><w:i/></w:rPr>");
});

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";

test("[CRT-27] of a theme the fonts and colours come along", () => {
  const theme = `<a:theme xmlns:a="${DRAWING}"><a:themeElements><a:clrScheme name="C"/><a:fontScheme name="F"><a:majorFont><a:latin typeface="Garamond"/></a:majorFont></a:fontScheme><a:fmtScheme name="Pictures"/></a:themeElements></a:theme>`;
  const { part } = created(normal, template({ theme }));
  expect(part("word/theme/theme1.xml")).toContain(
    '<a:themeElements><a:clrScheme name="C"/><a:fontScheme name="F"><a:majorFont><a:latin typeface="Garamond"/>',
  );
  expect(part("word/theme/theme1.xml")).not.toContain("Pictures");
});

test("[CRT-28] nothing else of a template comes along", () => {
  const { document, part } = created(
    normal,
    template({ styles: style("A", "A"), header1: "<w:p/>", vbaProject: "macro" }),
  );
  expect(document.package.partNames).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "word/document.xml",
    "word/_rels/document.xml.rels",
    "word/styles.xml",
    "word/settings.xml",
    "word/theme/theme1.xml",
    "docProps/core.xml",
    "docProps/app.xml",
  ]);
  expect(part("word/document.xml")).not.toMatch(/Secret|w:w="1"/);
  expect(document.package.contentType("word/document.xml")).toContain("document.main");
});

test("[CRT-29] a template in the strict dialect gives a transitional document", () => {
  const styles = style("Clause", "Clause", '<w:pPr><w:jc w:val="start"/></w:pPr>');
  const { part } = created(
    [{ style_id: "Clause", text: "a" }],
    template({ styles }, { uri: "http://purl.oclc.org/ooxml/wordprocessingml/main" }),
  );
  expect(part("word/styles.xml")).toContain('w:styleId="Clause"');
  expect(part("word/styles.xml")).not.toContain("purl.oclc.org");
});

test("[CRT-29] of alternate content among the styles the branch that we read comes along", () => {
  const root =
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:new="urn:new" mc:Ignorable="new"';
  const styles = `<mc:AlternateContent><mc:Choice Requires="new">${style("A", "A")}</mc:Choice><mc:Fallback>${style("B", "B")}</mc:Fallback></mc:AlternateContent><new:x/>${style("C", "C", '<new:y z="1"/>')}`;
  const { document, part } = created(
    [
      { style_id: "B", text: "b" },
      { style_id: "C", text: "c" },
    ],
    template({ styles }, { root }),
  );
  expect(ids(document).slice(0, 2)).toEqual(["B", "C"]);
  expect(part("word/styles.xml")).toMatch(/mc:Ignorable="[^"]*new/);
});

test("[CRT-30] the same request gives the same bytes", () => {
  const paragraphs = [
    {
      style_id: "Normal",
      runs: [
        { type: "footnote", content: "a" },
        { type: "cross_reference", to: { index: 0 }, show: "page" },
      ],
    },
  ];
  expect(created(paragraphs).outcome.docx).toEqual(created(paragraphs).outcome.docx);
});

test("[CRT-31] a template that cannot be read is a failure that says so", () => {
  const broken = [new Uint8Array([1, 2, 3]), template({ styles: "<w:style" })];
  for (const bytes of broken) {
    expect(() => createTask({ ...request, paragraphs: normal, template: bytes })).toThrow(Failure);
    try {
      createTask({ ...request, paragraphs: normal, template: bytes });
    } catch (failure) {
      expect((failure as Failure).place.source).toBe("style_template");
    }
  }
});
