// Tests insert_table_of_contents, refresh_fields and edits of text with fields.

import { expect, test } from "vitest";
import { code, fld, p, r, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, refusals } from "../../../testing/edits.ts";
import { text } from "../../../testing/packages.ts";

const contents = (destination: object, more = {}) => ({ type: "insert_table_of_contents", destination, ...more });
const after = (index: number) => ({ paragraph: { index }, position: "after" });
const refresh = { type: "refresh_fields" };

const settingsOf = (document: ReturnType<typeof edit>["redline"]) =>
  text(document.package.bytes("word/settings.xml")!).replace(/^.*?<w:settings[^>]*>|<\/w:settings>$/gs, "");

test("[EDT-54] a table of contents is an inserted paragraph with a field that is computed on open", () => {
  const { redline } = edit(`${p("a")}${p("b")}`, contents(after(0)));
  expect(bodyXml(redline)).toMatch(
    /<w:pPr><w:rPr><w:ins\/><\/w:rPr><\/w:pPr><w:ins><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"\/><\/w:r><w:r><w:instrText> TOC \\o "1-3" \\h \\z \\u <\/w:instrText>/,
  );
  expect(settingsOf(redline)).toBe('<w:updateFields w:val="true"/>');
});

test("[EDT-54] levels, links and page numbers are its switches", () => {
  const options = { from_level: 2, to_level: 4, hyperlinks: false, page_numbers: false };
  expect(bodyXml(edit(p("a"), contents(after(0), options)).clean)).toContain(' TOC \\o "2-4" \\n \\z \\u ');
});

test("[EDT-54] it stands in the body outside tables", () => {
  const body = `${tbl([p("c")])}${p("b")}`;
  expect(refusals(body, contents(after(0)))).toEqual(["0 destination NOT_ALLOWED_HERE"]);
  expect(refusals(body, contents({ table: { number: 1 }, position: "before" }))).toEqual([]);
  const added = {
    type: "insert_paragraphs",
    destination: after(0),
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  expect(refusals(body, added, contents({ paragraph: { ref: "n" }, position: "before" }))).toEqual([
    "1 destination NOT_ALLOWED_HERE",
  ]);
});

test("[EDT-85] every field is marked, in the setting's place too; nothing is tracked", () => {
  const field = `${fld("begin")}${code("PAGE")}${fld("separate")}${r("1")}${fld("end")}`;
  const simple = `<w:fldSimple w:instr="DATE">${r("x")}</w:fldSimple>`;
  const source = {
    body: `${p(field)}${p(simple)}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`,
    parts: { header1: p(field), settings: '<w:zoom w:percent="100"/><w:compat/>' },
  };
  const { redline } = edit(source, refresh);
  expect(bodyXml(redline)).toMatch(/w:fldCharType="begin" w:dirty="true".*<w:fldSimple w:instr="DATE" w:dirty="true">/);
  expect(text(redline.package.bytes("word/header1.xml")!)).toContain('w:dirty="true"');
  expect(settingsOf(redline)).toBe('<w:zoom w:percent="100"/><w:updateFields w:val="true"/><w:compat/>');
  expect(bodyXml(redline)).not.toContain("<w:ins>");
});

test("[EDT-85] a document with a field that fetches or runs content is refused", () => {
  const body = (instruction: string) => p(`<w:fldSimple w:instr="${instruction}">${r("x")}</w:fldSimple>`);
  for (const instruction of ["INCLUDETEXT x", " includepicture x", "DDEAUTO a b", "MACROBUTTON m x", "LINK a"]) {
    expect(refusals(body(instruction), refresh)).toEqual(["0 type FIELD_NOT_ALLOWED"]);
  }
  expect(refusals(body("HYPERLINK x"), refresh)).toEqual([]);
});

test("fields that span many paragraphs protect all of them, and go only with all of them", () => {
  const count = 1_000;
  const starts = Array.from({ length: count }, () => `${fld("begin")}${code("IF 1")}${fld("separate")}`).join("");
  const ends = Array.from({ length: count }, (_, at) => `<w:p>${r(`w${at}`)}${fld("end")}</w:p>`).join("");
  const body = p("before") + p(starts) + ends + p("after");
  const replace = {
    type: "replace",
    paragraphs: { all: true, part: { kind: "body" } },
    text: { match: "w500" },
    content: "x",
  };
  expect(refusals(body, replace)).toEqual(["0 text PROTECTED_CONTENT"]);
  const remove = (from: number, through: number) => {
    return { type: "delete_paragraphs", paragraphs: { from: { index: from }, through: { index: through } } };
  };
  expect(refusals(body, remove(1, count))).toContain("0 paragraphs PROTECTED_CONTENT");
  expect(refusals(body, remove(1, count + 1))).toEqual([]);
});

test("a replaced text takes all fields in it along, however deep they are nested", () => {
  const depth = 500;
  const starts = Array.from({ length: depth }, () => `${fld("begin")}${code("IF 1")}${fld("separate")}`).join("");
  const body = p("a ", `${starts}${r("old")}${fld("end").repeat(depth)}`, " b");
  const { clean } = edit(body, {
    type: "replace",
    paragraphs: { index: 0 },
    text: { match: "a old b" },
    content: "new",
  });
  expect(bodyXml(clean)).toBe("<w:p><w:r><w:t>new</w:t></w:r></w:p>");
});
