// Tests the content of edits: strings, runs, fields, notes and references.

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";

const insert = (content: unknown, at: unknown = "end") => ({ type: "insert", paragraphs: { index: 0 }, at, content });
const inserted = (content: unknown) => redlineText(edit(p("a"), insert(content)).clean);

test("[EDT-103] new text is a string or runs; tabs and line ends are what they are in the format", () => {
  expect(bodyXml(edit(p("a"), insert("b\tc\nd\r\ne\rf")).clean)).toBe(
    "<w:p><w:r><w:t>a</w:t></w:r><w:r><w:t>b</w:t><w:tab/><w:t>c</w:t><w:br/><w:t>d</w:t><w:br/><w:t>e</w:t><w:br/><w:t>f</w:t></w:r></w:p>",
  );
  const runs = [{ text: "b" }, { type: "tab" }, { text: "c\td" }, { type: "break", kind: "line" }, { text: "e" }];
  expect(inserted(runs)).toBe("ab→c→d↵e");
  const breaks = bodyXml(edit(p("a"), insert(["page", "column"].map((kind) => ({ type: "break", kind })))).clean);
  expect(breaks).toContain('<w:br w:type="page"/></w:r><w:r><w:br w:type="column"/>');
  expect(refusals(p("a"), insert(["b"]))).toEqual(["0 content[0] INVALID_VALUE"]);
  expect(refusals(p("a"), insert([{ type: "image" }]))).toHaveLength(1);
});

test("[EDT-104] a hyperlink run is new text in a link that looks like one", () => {
  const link = { type: "hyperlink", url: "https://a.b/", content: [{ text: "the " }, { text: "site" }] };
  const { redline, clean } = edit(p("see "), insert([link]));
  expect(redlineText(redline)).toBe('see {+{HYPERLINK "https://a.b/"}the site+}');
  expect(bodyXml(clean).match(/<w:rStyle w:val="Hyperlink"\/>/g)).toHaveLength(2);
  expect(refusals(p("a"), insert([{ ...link, content: "" }]))).toHaveLength(1);
  expect(refusals(p("a"), insert([{ ...link, url: "javascript:a" }]))).toEqual(["0 content[0].url URL_NOT_ALLOWED"]);
});

test("[EDT-105] any run may carry a format, which goes before the look of the text around", () => {
  const body = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r></w:p>";
  const format = { bold: false, italic: true };
  const look = '<w:rPr><w:b w:val="0"/><w:bCs w:val="0"/><w:i/><w:iCs/></w:rPr>';
  for (const run of [
    { text: "b" },
    { type: "tab" },
    { type: "break", kind: "line" },
    { type: "field", code: "PAGE" },
    { type: "cross_reference", to: { index: 0 }, show: "page" },
  ]) {
    const runs = bodyXml(edit(body, insert([{ ...run, format }])).clean).split("<w:r>");
    expect(runs.slice(2).every((one) => one.startsWith(look))).toBe(true);
  }
  const note = { type: "footnote", content: [{ text: "b", format: { bold: true } }], format: { italic: true } };
  const { clean } = edit(body, insert([note]));
  expect(bodyXml(clean)).toContain("<w:i/>");
});

test("[EDT-106] the value of a cell is content, or new paragraphs as they are inserted anywhere", () => {
  const cells = [
    "a\tb",
    [{ text: "c", format: { bold: true } }],
    { new_paragraphs: [{ content: "d" }, { content: "e" }] },
  ];
  const table = { type: "insert_table", destination: { paragraph: { index: 0 }, position: "before" }, rows: [cells] };
  expect(redlineText(edit(p("x"), table).clean)).toBe("row: a→b | c | d / e\nx");
  const row = {
    type: "insert_table_row",
    destination: { row: { table: { number: 1 }, number: 1 }, position: "after" },
    cells: [{ new_paragraphs: [{ content: "c", paragraph_format: { alignment: "center" } }] }],
  };
  expect(bodyXml(edit(tbl([p("a")]) + p("x"), row).clean)).toContain('<w:jc w:val="center"/>');
});

test("[EDT-108] fields are written with their results", () => {
  const field = (code: string) => inserted([{ type: "field", code }]).replace(/^a\{[^}]*\}/, "");
  expect(["PAGE", "NUMPAGES", "SECTIONPAGES"].map(field)).toEqual(["1", "1", "1"]);
  expect(field('DATE \\@ "d MMMM yyyy"')).toBe("4 March 2026");
  expect(field("FILENAME")).toBe("");
  expect(refusals(p("a"), insert([{ type: "field", code: "DDEAUTO x" }]))).toEqual([
    "0 content[0].code FIELD_NOT_ALLOWED",
  ]);
});

test("[EDT-48] a field is one insertion that looks like the text before it", () => {
  const body = `<w:p><w:r><w:rPr><w:i/></w:rPr><w:t>a</w:t></w:r>${r("b")}</w:p>`;
  const xml = bodyXml(edit(body, insert([{ type: "field", code: "PAGE" }], { after: { match: "a" } })).redline);
  expect(xml.match(/<w:ins>/g)).toHaveLength(1);
  expect(/<w:ins>(.*)<\/w:ins>/.exec(xml)![1]!.match(/<w:i\/>/g)).toHaveLength(5);
});

test("[EDT-48] a note has one paragraph or several; it may be named and edited by its ref", () => {
  const paragraphs = [{ content: "b" }, { content: [{ text: "c" }, { type: "tab" }, { type: "field", code: "PAGE" }] }];
  checkEdit(
    p("a"),
    [insert([{ type: "endnote", new_paragraphs: paragraphs }])],
    "a{+(en)+}\nendnote: {+ b+}\nendnote: {+c→{PAGE}1+}",
  );
  const note = (run: unknown) => refusals(p("a"), insert([{ type: "footnote", content: [run] }]));
  expect(note({ type: "break", kind: "page" })).toEqual(["0 content[0].content[0].kind NOT_ALLOWED_HERE"]);
  expect(note({ type: "endnote", content: "x" })).toEqual(["0 content[0].content[0] NOT_ALLOWED_HERE"]);
  expect(note({ type: "hyperlink", url: "https://a.b/", content: "x" })).toEqual([]);
  const named = [insert([{ type: "footnote", content: "b", ref: "n" }])];
  const centre = {
    type: "set_paragraph_format",
    paragraphs: { index: 0, part: { ref: "n" } },
    paragraph_format: { alignment: "center" },
  };
  expect(acceptedText(p("a"), ...named, centre)).toBe("a(fn)\nfootnote:  b");
});

test("[EDT-26] a reference shows a number, a text, a page, or above or below", () => {
  const numbering = `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`;
  const numbered = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${r("Term")}</w:p>`;
  const source = { body: p("see ") + numbered + p(), parts: { numbering } };
  const shown = (show: string, more: readonly Readonly<Record<string, unknown>>[] = []) =>
    acceptedText(source, insert([{ type: "cross_reference", to: { index: 1 }, show }]), ...more).split("\n")[0];
  expect(["number", "text", "page", "above_below"].map((show) => shown(show))).toEqual([
    "see 1",
    "see Term",
    "see 1",
    "see below",
  ]);
  const later = { type: "insert", paragraphs: { index: 1 }, at: "end", content: "s" };
  expect(shown("text", [later])).toBe("see Terms");
  const goes = { type: "delete_paragraphs", paragraphs: { index: 1 } };
  const followed = { ...source, body: source.body + p("Rent") };
  const refused = refusals(followed, insert([{ type: "cross_reference", to: { index: 1 }, show: "text" }]), goes);
  expect(refused).toEqual(["0 content[0].show INVALID_VALUE"]);
  const refer = (index: number, show: string) => insert([{ type: "cross_reference", to: { index }, show }]);
  expect(refusals(source, refer(0, "number"))).toHaveLength(1);
  expect(refusals(source, refer(2, "text"))).toHaveLength(1);
});
