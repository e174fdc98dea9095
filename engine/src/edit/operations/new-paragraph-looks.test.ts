// Tests the formatting of new paragraphs: like the neighbour, or like a named paragraph.

import { expect, test } from "vitest";
import { fld, p, tbl } from "../../../testing/documents.ts";
import { bodyXml, contentJson, edit, refusals, results } from "../../../testing/edits.ts";

const at = (index: number) => ({ index });
const add = (index: number, position: "before" | "after", ...items: readonly object[]) => ({
  type: "insert_paragraphs",
  destination: { paragraph: at(index), position },
  new_paragraphs: items.map((item) => ({ content: "new", ...item })),
});
const like = (index: number) => ({ like: at(index) });
const run = (text: string, look: string) => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`;
const par = (properties: string, ...runs: readonly string[]) =>
  `<w:p><w:pPr>${properties}</w:pPr>${runs.join("")}</w:p>`;
const [bold, italic] = ["<w:b/>", "<w:i/>"];

/** Returns the formatting of the new text, and the properties of its paragraph. */
function looks(body: Parameters<typeof edit>[0], ...edits: readonly Record<string, unknown>[]) {
  const xml = bodyXml(edit(body, ...edits).clean);
  const paragraph = xml.match(/<w:p>(?:(?!<w:p>).)*?<w:t>new<\/w:t>/g)?.at(-1) ?? "";
  const [, text = ""] = /.*<w:r>(?:<w:rPr>(.*)<\/w:rPr>)?<w:t>new/.exec(paragraph) ?? [];
  const [, properties = ""] = /^<w:p><w:pPr>(.*?)<\/w:pPr>/.exec(paragraph) ?? [];
  return { text, properties };
}

test("[EDT-64] plain text looks like the last character before it, or the first after it", () => {
  const body = par("", run("Heading. ", bold), run("Text", italic)) + p("z");
  expect(looks(body, add(0, "after", {})).text).toBe(italic);
  expect(looks(body, add(0, "before", {})).text).toBe(bold);
  expect(looks(body, add(0, "after", { content: [{ text: "new", format: { bold: true } }] })).text).toBe(
    "<w:b/><w:bCs/><w:i/>",
  );
});

test("[EDT-64] the mark is like that of the paragraph beside, and an empty paragraph gives the look of its mark", () => {
  const body = par(`<w:jc w:val="center"/><w:rPr>${bold}</w:rPr>`, run("a", italic)) + p("z");
  expect(looks(body, add(0, "after", {}))).toEqual({
    text: italic,
    properties: `<w:jc w:val="center"/><w:rPr>${bold}</w:rPr>`,
  });
  expect(looks(par(`<w:rPr>${bold}<w:vanish/></w:rPr>`) + p("z"), add(0, "after", {}))).toEqual({
    text: bold,
    properties: `<w:rPr>${bold}</w:rPr>`,
  });
});

const styles =
  '<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>';
const field = `${fld("begin")}<w:r><w:instrText> HYPERLINK "https://a.b/" </w:instrText></w:r>${fld("separate")}${run("l", bold)}${fld("end")}`;
const noted = `<w:r><w:rPr>${bold}</w:rPr><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>`;
const footnotes = `<w:footnote w:id="2">${p("x")}</w:footnote>`;
const others = [
  run("h", `${bold}<w:vanish/>`),
  run("2", `${bold}<w:vertAlign w:val="subscript"/>`),
  run("2", `${bold}<w:position w:val="6"/>`),
  run("2", '<w:rStyle w:val="Up"/>'),
  `<w:hyperlink w:anchor="a">${run("l", bold)}</w:hyperlink>`,
  field,
  noted,
  "<w:r><w:rPr><w:b/></w:rPr><w:br/></w:r>".replace("<w:br/>", '<w:footnoteReference w:id="2"/>'),
];

test.each(others)(
  "[EDT-64] hidden, linked, raised and lowered text and references of notes are no model: %s",
  (other) => {
    const source = (text: string) => ({ body: `<w:p>${text}</w:p>${p("z")}`, parts: { styles, footnotes } });
    expect(looks(source(run("a", italic) + other), add(0, "after", {})).text).toBe(italic);
    expect(looks(source(other + run("a", italic)), add(0, "before", {})).text).toBe(italic);
  },
);

test("[EDT-64] text on its line is a model", () => {
  const level = par("", run("a", italic), run("b", `${bold}<w:vertAlign w:val="baseline"/>`)) + p("z");
  expect(looks(level, add(0, "after", {})).text).toContain(bold);
});

test("[EDT-64] the text beside is that which stands there by then", () => {
  const body = par("", run("a ", bold), run("b", italic)) + p("z");
  const remove = { type: "delete", paragraphs: at(0), text: { match: "b" } };
  expect(looks(body, remove, add(0, "after", {})).text).toBe(bold);
  const split = { type: "split_paragraph", paragraphs: at(0), at: { before: { match: "b" } } };
  expect(looks(body, split, add(0, "after", {})).text).toBe(italic);
  const gone = `<w:del w:id="1" w:author="Bo">${run("x", bold).replaceAll("w:t>", "w:delText>")}</w:del>`;
  expect(looks(`<w:p>${run("a", italic)}${gone}</w:p>${p("z")}`, add(0, "after", {})).text).toBe(italic);
});

test("[EDT-72] behind a paragraph that was split a new one is like the second half, unless that goes", () => {
  const body = par('<w:jc w:val="right"/>', run("a b", italic)) + p("z");
  const split = { type: "split_paragraph", paragraphs: at(0), at: { before: { match: "b" } }, ref: "half" };
  const align = (paragraphs: object) => ({
    type: "set_paragraph_format",
    paragraphs,
    paragraph_format: { alignment: "center" },
  });
  const [right, center] = ['<w:jc w:val="right"/>', '<w:jc w:val="center"/>'];
  expect(looks(body, split, align({ ref: "half" }), add(0, "after", {})).properties).toBe(center);
  expect(looks(body, split, align(at(0)), add(0, "after", {})).properties).toBe(right);
  expect(looks(body, split, align(at(0)), add(0, "before", {})).properties).toBe(center);
  const between = {
    ...add(0, "before", { content: "x" }),
    destination: { paragraph: { ref: "half" }, position: "before" },
  };
  const remove = { type: "delete_paragraphs", paragraphs: { ref: "half" } };
  expect(looks(body, split, align(at(0)), between, remove, add(0, "after", {})).properties).toBe(center);
});

test("[EDT-65] format goes on top of the look beside; with a style there is no other look", () => {
  const body = par("", run("a", italic)) + p("z");
  expect(looks(body, add(0, "after", { format: { bold: true } })).text).toBe("<w:b/><w:bCs/><w:i/>");
  const styles = '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/></w:style>';
  expect(looks({ body, parts: { styles } }, add(0, "after", { style_id: "B" })).text).toBe("");
});

test("[EDT-57] the text of a new row or column looks like that of the cell beside", () => {
  const body = tbl([par('<w:jc w:val="right"/>', run("a", bold)), p("b")]) + p("z");
  const row = { table: { number: 1 }, number: 1 };
  const text = { text: bold, properties: '<w:jc w:val="right"/>' };
  const place = (axis: string) => ({ type: `insert_table_${axis}`, destination: { [axis]: row, position: "after" } });
  expect(looks(body, { ...place("row"), cells: ["new", ""] })).toEqual(text);
  expect(looks(body, { ...place("column"), cells: ["new"] })).toEqual(text);
});

test("[EDT-113] a paragraph like another takes its style, list, settings and the look of its text", () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const body = p("a") + par(`${list}<w:jc w:val="both"/>`, run("Lead. ", bold), run("b", italic)) + p("c") + p("z");
  const source = { body, parts: { numbering } };
  expect(looks(source, add(2, "after", like(1)))).toEqual({ text: italic, properties: `${list}<w:jc w:val="both"/>` });
  const { clean } = edit(source, add(2, "after", like(1), {}));
  expect(contentJson(clean).blocks.map((one) => one.list?.number)).toEqual([
    undefined,
    "1.",
    undefined,
    "2.",
    undefined,
    undefined,
  ]);
  const beside = { ...add(0, "after", like(1)), destination: { paragraph: at(0), position: "before" } };
  expect(looks(source, beside, { ...add(0, "after", { like: at(2) }) }).text).toBe("");
});

test("[EDT-113] it stands in cells, headers and other parts too, and beside tables", () => {
  const body = par('<w:jc w:val="right"/>', run("a", bold)) + tbl([p("b")]) + p("z");
  const item = { content: "new", ...like(0) };
  const wanted = { text: bold, properties: '<w:jc w:val="right"/>' };
  const row = { table: { number: 1 }, number: 1 };
  const cells = [{ new_paragraphs: [item] }];
  expect(looks(body, { type: "insert_table_row", destination: { row, position: "after" }, cells })).toEqual(wanted);
  expect(looks(body, { ...add(0, "after", item), destination: { table: { number: 1 }, position: "after" } })).toEqual(
    wanted,
  );
  const header = {
    type: "add_header_footer",
    section: { number: 1 },
    part: { kind: "header" },
    new_paragraphs: [item],
  };
  const [own] = contentJson(edit(`${body}<w:sectPr/>`, header).clean).headers;
  expect(JSON.stringify(own)).toContain('"bold":true');
  const part = { kind: "header", type: "default", section: { number: 1 } };
  const source = {
    body: `${p("a")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: par('<w:jc w:val="right"/>', run("h", bold)) },
  };
  expect(looks(source, add(0, "before", { like: { part, index: 0 } }))).toEqual(wanted);
});

test("[EDT-113] a paragraph to be like is there, is named once, and is not counted as changed", () => {
  const body = p("a") + par("", run("b", bold)) + p("z");
  expect(refusals(body, add(0, "after", like(9)))).toEqual(["0 new_paragraphs[0].like PARAGRAPH_NOT_FOUND"]);
  expect(refusals(body, add(0, "after", { ...like(1), style_id: "A" }))).toEqual([
    "0 new_paragraphs[0].like INVALID_VALUE",
  ]);
  const remove = { type: "delete_paragraphs", paragraphs: at(1) };
  expect(refusals(body, remove, add(0, "after", like(1)))).toEqual(["1 new_paragraphs[0].like TARGET_REMOVED"]);
  expect(refusals(body, add(0, "after", { like: { ref: "x" } }))).toEqual([
    "0 new_paragraphs[0].like.ref REF_UNDEFINED",
  ]);
  expect(
    looks(
      body,
      add(0, "after", { content: "one", ref: "x", format: { italic: true } }),
      add(2, "before", { like: { ref: "x" } }),
    ).text,
  ).toBe("<w:i/><w:iCs/>");
  expect(results(body, add(0, "after", like(1)))).toEqual(["0: 1 in 0"]);
  const row = { table: { number: 1 }, number: 1 };
  const cells = [{ new_paragraphs: [{ content: "new", ...like(1) }] }];
  const place = { type: "insert_table_row", destination: { row, position: "after" }, cells };
  expect(results(tbl([p("x")]) + body, place)).toEqual(["0: 1 in"]);
  expect(refusals(tbl([p("x")]) + body, { ...remove }, place)).toEqual([
    "1 cells[0].new_paragraphs[0].like TARGET_REMOVED",
  ]);
});
