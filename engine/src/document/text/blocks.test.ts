import { expect, test } from "vitest";
import { bodyStory, p, tbl } from "../../../testing/documents.ts";
import { paragraphsOf } from "./blocks.ts";
import { ParagraphReader } from "./inlines.ts";

function read(body: string): string {
  const story = bodyStory(body);
  const reader = new ParagraphReader(story);
  return paragraphsOf(story)
    .map((paragraph) => reader.read(paragraph).text)
    .join(" ");
}

const sdt = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const cell = (content: string): string => `<w:tc>${content}</w:tc>`;

test.each([
  ["paragraphs of cells stand in document order", `${p("a")}${tbl([p("b"), p("c")], [p("d")])}${p("e")}`, "a b c d e"],
  ["a table in a cell", tbl([`${p("a")}${tbl([p("b")])}${p("c")}`]), "a b c"],
  ["blocks in controls", `${sdt(p("a") + sdt(tbl([p("b")])))}<w:customXml>${p("c")}</w:customXml>`, "a b c"],
  ["rows and cells in controls", `<w:tbl>${sdt(`<w:tr>${sdt(cell(p("a")))}${cell(p("b"))}</w:tr>`)}</w:tbl>`, "a b"],
  ["a paragraph between rows is not read", `<w:tbl>${p("a")}<w:tr>${p("b")}${cell(p("c"))}</w:tr></w:tbl>`, "c"],
  ["nor a row without a table", `<w:tr>${cell(p("a"))}</w:tr>${p("b")}`, "b"],
  ["nor a body in the body", `<w:body>${p("a")}</w:body>${p("b")}`, "b"],
])("%s", (_, body, expected) => {
  expect(read(body)).toBe(expected);
});
