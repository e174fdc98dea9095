// What the edits of one request are to each other: refusals told together, what a refused edit leaves behind, what a later one reaches.

import { expect, test } from "vitest";
import { code, fld, p, r, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, refusals } from "../../../testing/edits.ts";
import { range, tracked } from "../../../testing/redlines.ts";

const at = (index: number) => ({ index });
const bold = (paragraphs: unknown) => ({ type: "format", paragraphs, format: { bold: true } });
const insert = (index: number, content: unknown) => ({ type: "insert", paragraphs: at(index), at: "end", content });

test("[EDT-93] what shows only when edits are written is told with the rest", () => {
  const number = [{ type: "cross_reference", to: at(1), show: "number" }];
  const list = { type: "set_numbering", paragraphs: at(1), numbering: { action: "set_level", level: 2 } };
  expect(refusals(p("a") + p("b"), bold(at(9)), insert(0, number), list, bold(at(8)))).toEqual([
    "0 paragraphs PARAGRAPH_NOT_FOUND",
    "1 content[0].show INVALID_VALUE",
    "2 numbering.action LIST_STYLE_NOT_FOUND",
    "3 paragraphs PARAGRAPH_NOT_FOUND",
  ]);
});

test("[EDT-93] what names something that a refused edit would have made is not blamed", () => {
  const made = {
    type: "insert_paragraphs",
    destination: { paragraph: at(9), position: "after" },
    new_paragraphs: [{ content: "new", ref: "new" }],
  };
  expect(refusals(p("a"), made, bold({ ref: "new" }))).toEqual(["0 destination.paragraph PARAGRAPH_NOT_FOUND"]);
});

test("[EDT-93] a refused row or column is none that later edits count", () => {
  const row = { table: { number: 1 }, number: 1 };
  const bad = [{ type: "cross_reference", to: { ref: "nothing" }, show: "page" }];
  const addRow = { type: "insert_table_row", destination: { row, position: "after" }, cells: [bad, "x"] };
  const addColumn = { type: "insert_table_column", destination: { column: row, position: "after" }, cells: ["y"] };
  expect(refusals(tbl(["a", "b"]) + p(), addRow, addColumn)).toEqual(["0 cells[0][0].to.ref REF_UNDEFINED"]);
});

test("[EDT-100] a whole paragraph is formatted with what earlier edits put into it", () => {
  const { clean } = edit(p("a"), insert(0, "b"), bold(at(0)));
  expect(bodyXml(clean).match(/<w:r><w:rPr><w:b\/><w:bCs\/><\/w:rPr>/g)).toHaveLength(2);
});

test("[EDT-100] a joined paragraph is formatted with what was joined to it", () => {
  const join = { type: "join_paragraphs", paragraphs: { from: at(0), through: at(1) } };
  const { clean } = edit(p("a") + p("b"), join, bold(at(1)));
  expect(bodyXml(clean).match(/<w:r><w:rPr><w:b\/><w:bCs\/><\/w:rPr>/g)).toHaveLength(2);
});

test("[EDT-73] a join is refused over the end of an undecided move", () => {
  const moved = (half: "moveFrom" | "moveTo") =>
    range(half, "m", `<w:p><w:pPr><w:rPr>${tracked(half, half.length)}</w:rPr></w:pPr></w:p>`);
  const join = { type: "join_paragraphs", paragraphs: { from: at(0), through: at(1) } };
  expect(refusals(moved("moveFrom") + p("a") + moved("moveTo") + p("b"), join)).toEqual([
    "0 paragraphs UNDEFINED_COMBINATION",
  ]);
});

test("[EDT-100] a link that was changed and then removed is deleted with its paragraph", () => {
  const link = p(fld("begin"), code(' HYPERLINK "https://example.org/" '), fld("separate"), r("a b"), fld("end"));
  const edits = [
    { type: "set_hyperlink", paragraphs: at(0), text: { match: "b" }, url: "https://example.org/a" },
    { type: "remove_hyperlink", paragraphs: at(0) },
    { type: "delete_paragraphs", paragraphs: at(0) },
  ];
  expect(bodyXml(edit(link + p("c"), ...edits).clean)).toBe("<w:p><w:r><w:t>c</w:t></w:r></w:p>");
});

test("[EDT-100] a section whose last paragraph was moved is still there to be changed or to lose its break", () => {
  const body = `<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>${p("b")}<w:sectPr/>`;
  const move = {
    type: "move_paragraphs",
    paragraphs: at(0),
    destination: { paragraph: at(1), position: "after" },
  };
  const setup = { type: "set_page_setup", section: { number: 1 }, page_setup: { paper: "a4" } };
  expect(bodyXml(edit(body, move, setup).clean)).toContain("<w:pgSz");
  const remove = { type: "remove_section_break", section: { number: 1 } };
  expect(bodyXml(edit(body, move, remove).clean).match(/<w:sectPr/g)).toHaveLength(1);
});
