import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { code, docx, fld, p, r, tbl } from "../../../testing/documents.ts";
import { abstractList, list } from "../../../testing/lists.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { renderJson } from "../json/render-json.ts";
import type { ContentJson, ContentParagraph, ContentSegment } from "./content.ts";
import { contentJson } from "./read-content.ts";

type Parts = Parameters<typeof docx>[1];

function read(body: string, parts: Parts = {}, related: Parameters<typeof docx>[2] = {}): ContentJson {
  return contentJson(openDocument(docx(body, parts, related), { codec: nodeZlib, names: wordNames() }));
}

function first(body: string, parts: Parts = {}, related: Parameters<typeof docx>[2] = {}): ContentParagraph {
  return read(body, parts, related).blocks[0]!;
}

const segments = (...content: readonly string[]): readonly ContentSegment[] => first(p(...content)).content;
const run = (properties: string, text: string): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const made = 'w:author="A" w:date="2026-01-02T03:04:05Z"';
const ins = (id: number, content: string): string => `<w:ins w:id="${id}" ${made}>${content}</w:ins>`;
const del = (id: number, text: string): string =>
  `<w:del w:id="${id}" ${made}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const para = (properties: string, ...content: readonly string[]): string =>
  p(...content).replace("<w:p>", `<w:p><w:pPr>${properties}</w:pPr>`);

test("[CNT-1] paragraphs are counted within their part, those in cells too, and read with insertions and without deletions", () => {
  const { blocks } = read([p("a", ins(1, r("b")), del(2, "c")), tbl([p("x"), p("y")]), p("z")].join(""));
  expect(blocks.map(({ index, text }) => `${index} ${text}`)).toEqual(["0 ab", "1 x", "2 y", "3 z"]);
});

test("[CNT-1] a paragraph whose mark is deleted is listed and counted", () => {
  const { blocks } = read(para(`<w:rPr><w:del w:id="1" ${made}/></w:rPr>`, del(2, "gone")) + p("a"));
  expect(blocks.map(({ index, text, mark }) => [index, text, mark?.kind])).toEqual([
    [0, "", "deletion"],
    [1, "a", undefined],
  ]);
});

test("[CNT-2] ids are the document's own where they are unique, and those of the redline", () => {
  const body = '<w:p w14:paraId="0000000A"/><w:p w14:paraId="0000000B"/><w:p w14:paraId="0000000B"/><w:p/>';
  const document = openDocument(docx(body), { codec: nodeZlib, names: wordNames() });
  const ids = contentJson(document).blocks.map(({ id }) => id);
  expect(ids[0]).toBe("0000000A");
  expect(new Set(ids).size).toBe(4);
  const redline = renderJson(document, { kind: "comparison", revision: "", documents: [] });
  expect(redline.blocks.map(({ id }) => id)).toEqual(ids);
});

test("[CNT-3] neighbours of equal formatting and change are one segment, deleted text is none", () => {
  expect(segments(run("<w:b/>", "a"), run('<w:b w:val="1"/>', "b"), del(1, "c"), run("", "d"), r("e"))).toEqual([
    { text: "ab", format: { bold: true } },
    { text: "de" },
  ]);
});

test("[CNT-4] a format says what a run sets itself, off where it is switched off", () => {
  expect(segments(run('<w:rStyle w:val="Strong"/><w:b w:val="0"/><w:sz w:val="21"/>', "a"))).toEqual([
    { text: "a", format: { bold: false, size: 10.5, character_style: "Strong" } },
  ]);
});

test("[CNT-5] tabs and breaks are segments, and characters of the text", () => {
  const breaks =
    '<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:tab/></w:r><w:r><w:br/><w:br w:type="page"/><w:br w:type="column"/></w:r>';
  const { text, content } = first(p("a", breaks));
  expect(text).toBe("a\t\n\f\f");
  expect(content).toEqual([
    { text: "a" },
    { type: "tab", format: { underline: "single" } },
    { type: "break", kind: "line" },
    { type: "break", kind: "page" },
    { type: "break", kind: "column" },
  ]);
});

const field = (instruction: string, ...result: readonly string[]): string =>
  [fld("begin"), code(instruction), fld("separate"), ...result, fld("end")].join("");

test("[CNT-6] a field is its code and what it shows", () => {
  expect(segments("a", field(" PAGE ", r("1"), run("<w:b/>", "2")))).toEqual([
    { text: "a" },
    { type: "field", code: "PAGE", text: "12" },
  ]);
  expect(segments('<w:fldSimple w:instr=" DATE "><w:r><w:t>today</w:t></w:r></w:fldSimple>', "b")).toEqual([
    { type: "field", code: "DATE", text: "today" },
    { text: "b" },
  ]);
  expect(segments(fld("begin"), code("FILENAME"), fld("end"))).toEqual([{ type: "field", code: "FILENAME", text: "" }]);
});

test("[CNT-6] of fields in each other the outermost is told, in every paragraph that it reaches", () => {
  const toc = p(fld("begin"), code("TOC"), fld("separate"), r("One"), field("PAGEREF x", r("1")));
  expect(read(toc + p(r("Two"), fld("end"), r("after"))).blocks.map(({ content }) => content)).toEqual([
    [{ type: "field", code: "TOC", text: "One1" }],
    [{ type: "field", code: "TOC", text: "Two" }, { text: "after" }],
  ]);
});

test("[CNT-7] links are elements or fields, with an address, a bookmark or both", () => {
  const links = { rId9: "https://example.com/" };
  const link = (attributes: string, ...content: readonly string[]): string =>
    `<w:hyperlink ${attributes}>${content.join("")}</w:hyperlink>`;
  const told = (body: string): readonly ContentSegment[] => first(body, {}, { links }).content;
  const text = [{ text: "a" }];
  expect(told(p(link('r:id="rId9"', r("a"))))).toEqual([{ type: "hyperlink", url: links.rId9, content: text }]);
  expect(told(p(link('w:anchor="b"', r("a"))))).toEqual([{ type: "hyperlink", url: "#b", content: text }]);
  expect(told(p(field('HYPERLINK "http://x.org/" \\l "b"', r("a"))))).toEqual([
    { type: "hyperlink", url: "http://x.org/#b", content: text },
  ]);
  expect(told(p(link('r:id="rIdnone"', r("a")), r("b")))).toEqual([{ text: "ab" }]);
  expect(told(p(link('w:anchor="b"', r("a"), field("PAGEREF b", r("7"))), r("c")))).toEqual([
    { type: "hyperlink", url: "#b", content: [...text, { type: "field", code: "PAGEREF b", text: "7" }] },
    { text: "c" },
  ]);
});

const WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

test("[CNT-8] pictures with their description, equations and objects are segments without text", () => {
  const picture = `<w:r><w:drawing><wp:inline ${WP}><wp:docPr id="1" name="p" descr="a logo"/><a:blip ${A}/></wp:inline></w:drawing></w:r>`;
  expect(segments(picture, "<m:oMath/>", "<w:r><w:object/></w:r>", "a")).toEqual([
    { type: "image", description: "a logo" },
    { type: "math" },
    { type: "object" },
    { text: "a" },
  ]);
});

test("[CNT-9] a segment names the change that put it there, else that of its formatting", () => {
  const formatted = `<w:r><w:rPr><w:b/><w:rPrChange w:id="3" ${made}><w:rPr/></w:rPrChange></w:rPr><w:t>c</w:t></w:r>`;
  const { blocks, revisions } = read(p("a", ins(1, r("b")), del(2, "x"), formatted));
  expect(blocks[0]!.content).toEqual([
    { text: "a" },
    { text: "b", revision: 1 },
    { text: "c", format: { bold: true }, revision: 3 },
  ]);
  const date = "2026-01-02T03:04:05Z";
  expect(revisions).toEqual([
    { number: 1, kind: "insertion", author: "A", date, text: "b", paragraph: { index: 0 } },
    { number: 2, kind: "deletion", author: "A", date, text: "x", paragraph: { index: 0 } },
    {
      ...{ number: 3, kind: "property", author: "A", date, text: "c", paragraph: { index: 0 }, property: "formatting" },
      ...{ before: { bold: null }, after: { bold: true } },
    },
  ]);
});

test("[CNT-17] a property change has the values of the keys that differ, if they have names", () => {
  const old = (name: string, id: number, values: string) =>
    `<w:${name}Change w:id="${id}" ${made}><w:${name}>${values}</w:${name}></w:${name}Change>`;
  const styled = `<w:pStyle w:val="H1"/><w:jc w:val="center"/>${old("pPr", 1, '<w:jc w:val="right"/>')}`;
  const bordered = `<w:rPr><w:bdr w:val="single"/>${old("rPr", 2, "")}</w:rPr>`;
  const { revisions } = read(
    para(styled, "a") +
      p(`<w:r>${bordered}<w:t>b</w:t></w:r>`) +
      `<w:tbl><w:tblPr><w:jc w:val="center"/>${old("tblPr", 3, "")}</w:tblPr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
    { styles: STYLES },
  );
  expect(revisions.map(({ property, before, after }) => [property, before, after])).toEqual([
    ["paragraph", { style_id: null, alignment: "right" }, { style_id: "H1", alignment: "center" }],
    ["formatting", undefined, undefined],
    ["table", undefined, undefined],
  ]);
});

test("[CNT-10] a numeral that is blank is left out", () => {
  const numbering = abstractList(4, [" ", "%2."]) + list(7, 4);
  const { blocks } = read(para(item(0), "a") + para(item(1), "b"), { styles: STYLES, numbering });
  expect(blocks.map((block) => block.list?.number)).toEqual([undefined, "1."]);
});

const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
  '<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/></w:style>',
  '<w:style w:type="numbering" w:styleId="L"><w:name w:val="Clauses"/></w:style>',
].join("");
const NUMBERING = abstractList(4, ["%1.", "(%2) lowerLetter style=Sub"], '<w:styleLink w:val="L"/>') + list(7, 4);
const item = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;

test("[CNT-10] style, outline level and list are those that apply", () => {
  const body = para('<w:pStyle w:val="H1"/>', "a") + para(item(0), "b") + para(item(1), "c") + p("d");
  const { blocks } = read(body, { styles: STYLES, numbering: NUMBERING });
  expect(blocks.map(({ style_id, style_name, outline_level }) => [style_id, style_name, outline_level])).toEqual([
    ["H1", "heading 1", 1],
    ...Array<unknown>(3).fill(["Normal", "Normal", undefined]),
  ]);
  expect(blocks.map((block) => block.list)).toEqual([
    undefined,
    { number: "1.", level: 1, list_style: "4", instance: 7 },
    { number: "(a)", level: 2, list_style: "4", instance: 7 },
    undefined,
  ]);
});

test("[CNT-11] a paragraph tells its section, cell, own settings, bookmarks and tracked mark", () => {
  const cell = '<w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc>';
  const below = '<w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr><w:p/></w:tc>';
  const table = `<w:tbl><w:tr>${cell}</w:tr><w:tr>${below}</w:tr></w:tbl>`;
  const marked = para(
    `<w:jc w:val="center"/><w:rPr><w:ins w:id="1" ${made}/></w:rPr>`,
    '<w:bookmarkStart w:id="1" w:name="in"/>',
  );
  const { blocks } = read(`${para("<w:sectPr/>")}${table}<w:bookmarkStart w:id="2" w:name="before"/>${marked}`);
  expect(blocks.map(({ section }) => section)).toEqual([1, 2, 2, 2]);
  expect(blocks[1]!.table).toEqual({ number: 1, row: 1, column: 1, column_span: 2, row_span: 2 });
  expect(blocks[3]).toMatchObject({
    paragraph_format: { alignment: "center" },
    bookmarks: ["before", "in"],
    mark: { revision: 1, kind: "insertion" },
  });
});

test("[CNT-12] tables are numbered by part, outer before nested", () => {
  const inner = tbl([p("b")]);
  const styled = `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${p("a")}${inner}${p("c")}</w:tc></w:tr></w:tbl>`;
  const { tables } = read(
    `${p("x")}${styled}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    {
      header1: tbl([p("h"), p("i")]),
    },
  );
  expect(tables).toEqual([
    { number: 1, rows: 1, columns: 1, style_id: "Grid", first_index: 1, last_index: 3 },
    { number: 2, rows: 1, columns: 1, first_index: 2, last_index: 2, inside: { number: 1 } },
    {
      number: 1,
      part: { kind: "header", type: "default", section: { number: 1 } },
      rows: 1,
      columns: 2,
      first_index: 0,
      last_index: 1,
    },
  ]);
});

test("[CNT-13] sections have a range, a type and a page setup", () => {
  const page = '<w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/><w:titlePg/>';
  expect(read(`${para(`<w:sectPr>${page}</w:sectPr>`)}${p("a")}${p("b")}`).sections).toEqual([
    {
      number: 1,
      first_index: 0,
      last_index: 0,
      section_type: "continuous",
      page_setup: { paper: "a4", orientation: "portrait", different_first_page: true },
    },
    {
      number: 2,
      first_index: 1,
      last_index: 2,
      section_type: "next_page",
      page_setup: { different_first_page: false },
    },
  ]);
});

test("[CNT-14] a header that several sections show is one, named by the first", () => {
  const reference =
    '<w:headerReference w:type="first" r:id="rIdheader1"/><w:footerReference w:type="default" r:id="rIdfooter1"/>';
  const { headers, footers } = read(`${para(`<w:sectPr>${reference}</w:sectPr>`)}${p("a")}`, {
    header1: p("head"),
    footer1: p("foot"),
  });
  expect(headers.map(({ part, sections, blocks }) => [part, sections, blocks[0]?.text])).toEqual([
    [{ kind: "header", type: "first", section: { number: 1 } }, [1, 2], "head"],
  ]);
  expect(footers.map(({ part, blocks }) => [part.kind, part.type, blocks[0]?.text])).toEqual([
    ["footer", "default", "foot"],
  ]);
});

test("a reference to a note in a note is read there", () => {
  const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>';
  const { notes } = read(p(reference), {
    footnotes: `<w:footnote w:id="1">${p("said ".repeat(50), reference)}</w:footnote>`,
  });
  expect(notes[0]!.blocks[0]!.content.at(-1)).toEqual({ type: "footnote", number: 1, label: "1" });
});

test("[CNT-15] a note tells its label, its reference and the text before it", () => {
  const reference = '<w:r><w:footnoteReference w:id="5"/></w:r>';
  const { blocks, notes } = read(p("x") + p("a".repeat(250), reference, "b"), {
    footnotes: `<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="5">${p("said")}</w:footnote>`,
  });
  expect(blocks[1]!.content[1]).toEqual({ type: "footnote", number: 1, label: "1" });
  expect(notes).toMatchObject([
    { part: { kind: "footnote", number: 1 }, label: "1", paragraph: { index: 1 }, text_before: "a".repeat(200) },
  ]);
  expect(notes[0]!.blocks.map(({ index, text }) => [index, text])).toEqual([[0, "said"]]);
});

test("[CNT-15] a note whose reference is deleted is listed, and its place is known", () => {
  const gone = `<w:del w:id="1" ${made}><w:r><w:endnoteReference w:id="2"/></w:r></w:del>`;
  const { blocks, notes } = read(p("a", gone, "b"), { endnotes: `<w:endnote w:id="2">${p("said")}</w:endnote>` });
  expect(blocks[0]!.content).toEqual([{ text: "ab" }]);
  expect(notes.map(({ part, label, text_before }) => [part.kind, label, text_before])).toEqual([["endnote", "i", "a"]]);
});

test("[CNT-16] comments are threads with what they are about", () => {
  const comment = (id: number, paraId: string, text: string): string =>
    `<w:comment w:id="${id}" w:author="A" w:date="2026-01-02T03:04:05"><w:p w14:paraId="${paraId}">${r(text)}</w:p></w:comment>`;
  const anchor =
    '<w:commentRangeStart w:id="1"/><w:r><w:t>text</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>';
  const { comments } = read(p("the ", anchor), {
    comments: comment(1, "00000001", "why") + comment(2, "00000002", "so"),
    commentsExtended:
      '<w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="1"/>',
  });
  const said = { author: "A", date: "2026-01-02T03:04:05Z" };
  expect(comments).toEqual([
    {
      number: 1,
      ...said,
      text: "why",
      paragraph: { index: 0 },
      anchor_text: "text",
      resolved: true,
      replies: [{ ...said, text: "so" }],
    },
  ]);
});

test("[CNT-17] a move is one entry for both halves; what is no text is named", () => {
  const half = (name: string, id: number, run_: string): string =>
    `<w:${name}RangeStart w:id="${id}" w:name="m" ${made}/><w:${name} w:id="${id + 1}" ${made}>${run_}</w:${name}><w:${name}RangeEnd w:id="${id}"/>`;
  const aligned = `<w:jc w:val="center"/><w:pPrChange w:id="9" ${made}><w:pPr/></w:pPrChange>`;
  const body = p(half("moveFrom", 1, r("m"))) + p(half("moveTo", 3, r("m"))) + para(aligned, "c");
  const { revisions } = read(body);
  expect(revisions.map(({ kind, text, paragraph, to, property }) => [kind, text, paragraph, to, property])).toEqual([
    ["move", "m", { index: 0 }, { index: 1 }, undefined],
    ["property", "c", { index: 2 }, undefined, "paragraph"],
  ]);
});

test("[CNT-17] inserted paragraphs are one entry, with line breaks between them; a row is placed by its first paragraph", () => {
  const mark = (id: number): string => `<w:rPr><w:ins w:id="${id}" ${made}/></w:rPr>`;
  const body = para(mark(1), ins(2, r("a"))) + para(mark(3), ins(4, r("b")));
  const row = `<w:tbl><w:tr><w:trPr><w:ins w:id="8" w:author="B"/></w:trPr><w:tc>${p("x")}</w:tc></w:tr></w:tbl>`;
  expect(
    read(`${body}${p("c")}${row}`).revisions.map(({ author, text, paragraph }) => [author, text, paragraph]),
  ).toEqual([
    ["A", "a\nb", { index: 0 }],
    ["B", "", { index: 3 }],
  ]);
});

test("[CNT-18] definitions of lists, styles and settings are told", () => {
  const { list_styles, styles, settings } = read(p("a"), {
    styles: STYLES,
    numbering: NUMBERING + abstractList(5, ["\uf0b7 bullet"]),
    settings:
      '<w:trackRevisions/><w:evenAndOddHeaders/><w:documentProtection w:edit="trackedChanges" w:enforcement="1" w:hash="x"/>',
  });
  expect(list_styles).toEqual([
    {
      id: "4",
      name: "Clauses",
      kind: "numbered",
      levels: [
        { level: 1, number_format: "decimal", pattern: "%1.", start: 1 },
        { level: 2, number_format: "lower_letter", pattern: "(%2)", start: 1, style_id: "Sub" },
      ],
    },
    { id: "5", name: null, kind: "bullet", levels: [{ level: 1, number_format: "bullet", pattern: "•", start: 1 }] },
  ]);
  expect(styles).toEqual([
    { style_id: "Normal", name: "Normal", kind: "paragraph", default: true },
    { style_id: "H1", name: "heading 1", kind: "paragraph", default: false },
    { style_id: "Strong", name: "Strong", kind: "character", default: false },
  ]);
  expect(settings).toEqual({
    track_changes: true,
    protection: { edit: "tracked_changes", password: true },
    remove_personal_information: false,
    even_and_odd_headers: true,
  });
});

test("[CNT-19] what may be missing is left out when it is empty; what is always there is there", () => {
  expect(first("<w:p/>")).toEqual({ index: 0, id: expect.any(String), text: "", content: [], section: 1 });
  expect(read("")).toMatchObject({
    schema_version: 1,
    blocks: [],
    headers: [],
    notes: [],
    comments: [],
    revisions: [],
  });
});
