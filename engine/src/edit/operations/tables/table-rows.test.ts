// Tests insert_table_row and delete_table_row (EDT-57, EDT-59).

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals, refused } from "../../../../testing/edits.ts";

const row = (number: number, table = 1) => ({ table: { number: table }, number });
const add = (at: unknown, position: "before" | "after", ...cells: readonly unknown[]) => ({
  type: "insert_table_row",
  destination: { row: at, position },
  ...(cells.length === 0 ? {} : { cells }),
});
const remove = (...rows: readonly unknown[]) => ({ type: "delete_table_row", row: rows.length === 1 ? rows[0] : rows });

const TWO = tbl([p("a"), p("b")], [p("c"), p("d")]) + p("e");

test("[EDT-24] rows are placed before or after a row, in request order", () => {
  const edits = [add(row(2), "before", "5", "6"), add(row(1), "after", "1", "2"), add({ index: 0 }, "after", "3", "4")];
  checkEdit(
    TWO,
    edits,
    "row: a | b\nrow+: {+1+}¶+ | {+2+}¶+\nrow+: {+3+}¶+ | {+4+}¶+\nrow+: {+5+}¶+ | {+6+}¶+\nrow: c | d\ne",
  );
});

test("[EDT-57] a new row has the neighbour's cell properties and the properties of its first paragraphs", () => {
  const cell = `<w:tc><w:tcPr><w:tcW w:w="500" w:type="dxa"/><w:vMerge w:val="restart"/><w:shd w:val="clear" w:fill="FF0000"/></w:tcPr><w:p><w:pPr><w:jc w:val="right"/></w:pPr>${r("x")}</w:p>${p("y")}</w:tc>`;
  const body = `<w:tbl><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${cell}</w:tr></w:tbl>${p("z")}`;
  const xml = bodyXml(edit(body, add(row(1), "after", "n")).clean);
  expect(xml).toContain(
    '<w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc><w:tcPr><w:tcW w:w="500" w:type="dxa"/><w:shd w:val="clear" w:fill="FF0000"/></w:tcPr><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>n</w:t></w:r></w:p></w:tc></w:tr>',
  );
  expect(bodyXml(edit(body, add(row(1), "before", "n")).clean)).toMatch(/<w:tr><w:trPr><w:cantSplit\/><w:tblHeader\/>/);
});

test("[EDT-57] cells are empty unless there is one value for each column", () => {
  checkEdit(TWO, [add(row(2), "after")], "row: a | b\nrow: c | d\nrow+: ¶+ | ¶+\ne");
  expect(refusals(TWO, add(row(1), "after", "x"))).toEqual(["0 cells INVALID_VALUE"]);
  expect(refusals(TWO, add(row(3), "after"))).toEqual(["0 destination.row.number ROW_NOT_FOUND"]);
  expect(refusals(TWO, add({ index: 4 }, "after"))).toEqual(["0 destination.row ROW_NOT_FOUND"]);
});

test("[EDT-57] a row that spans columns takes a value for each cell, or for each column with the spanned ones empty", () => {
  const cell = (text: string, span = 1) => `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${p(text)}</w:tc>`;
  const spanned = `<w:tbl><w:tr>${cell("a")}${cell("b", 2)}${cell("c")}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("d")}${cell("e", 2)}</w:tr></w:tbl>${p("f")}`;
  const shown = "row: a | b | c\nrow+: {+1+}¶+ | {+2+}¶+ | {+3+}¶+\nrow: d | e\nf";
  checkEdit(spanned, [add(row(1), "after", "1", "2", "3")], shown);
  checkEdit(spanned, [add(row(1), "after", "1", "2", "", "3")], shown);
  checkEdit(spanned, [add(row(1), "after", "1", "2", [], "3")], shown);
  checkEdit(
    spanned,
    [add(row(2), "after", "", "1", "2", "")],
    "row: a | b | c\nrow: d | e\nrow+: {+1+}¶+ | {+2+}¶+\nf",
  );
  expect(refusals(spanned, add(row(1), "after", "1", "2", "lost", "3"))).toEqual(["0 cells[2] INVALID_VALUE"]);
  expect(refusals(spanned, add(row(2), "after", "lost", "1", "2", ""))).toEqual(["0 cells[0] INVALID_VALUE"]);
  expect(refused(spanned, add(row(1), "after", "1"))[0]?.message).toBe(
    "`cells` must have 3 items, one for each cell, or 4, one for each column.",
  );
});

test("[EDT-57] a paragraph in a cell of such a row names the row and, of a cell in one column, the column", () => {
  const cell = (text: string, span = 1) => `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${p(text)}</w:tc>`;
  const spanned = `<w:tbl><w:tr>${cell("a", 2)}${cell("b")}</w:tr><w:tr>${cell("c")}${cell("d")}${cell("e")}</w:tr></w:tbl>${p("f")}`;
  const named = (ref: string) => ({ new_paragraphs: [{ content: ref, ref }] });
  checkEdit(
    spanned,
    [
      add(row(1), "before", named("x"), "", named("y")),
      add({ ref: "y" }, "after", "z", "w"),
      { type: "delete_table_column", column: { ref: "y" } },
    ],
    "row+: {+x+}¶+\nrow+: {+z+}¶+\nrow: a | (-)[-b-]¶-\nrow: c | d | (-)[-e-]¶-\nf",
  );
});

test("[EDT-57] rows are deleted with all their text; the last is not", () => {
  checkEdit(TWO, [remove(row(1))], "row-: [-a-]¶- | [-b-]¶-\nrow: c | d\ne");
  expect(refusals(TWO, remove(row(1), { index: 2 }))).toEqual(["0 row NOT_ALLOWED_HERE"]);
  expect(refusals(TWO, remove(row(1)), remove(row(2)))).toEqual(["1 row NOT_ALLOWED_HERE"]);
  checkEdit(
    TWO,
    [add(row(2), "after", "x", "y"), remove(row(1), row(2))],
    "row-: [-a-]¶- | [-b-]¶-\nrow-: [-c-]¶- | [-d-]¶-\nrow+: {+x+}¶+ | {+y+}¶+\ne",
  );
});

test("[EDT-92] a row that was deleted is no target any more, nor is what is in it", () => {
  const body = tbl([tbl([p("a")], [p("b")]) + p("c")], [p("d")]) + p("e");
  const outer = remove(row(1));
  expect(refusals(body, outer, add(row(1), "after"))).toEqual(["1 destination.row TARGET_REMOVED"]);
  expect(refusals(body, outer, add(row(1, 2), "after"))).toEqual(["1 destination TARGET_REMOVED"]);
  const format = { type: "set_paragraph_format", paragraphs: { index: 0 }, paragraph_format: { alignment: "center" } };
  expect(refusals(body, outer, format)).toEqual(["1 paragraphs TARGET_REMOVED"]);
});

const merged = (value: string) => `<w:tcPr><w:vMerge w:val="${value}"/></w:tcPr>`;
const MERGED = `<w:tbl><w:tr><w:tc>${merged("restart")}${p("a")}</w:tc><w:tc>${p("b")}</w:tc></w:tr><w:tr><w:tc>${merged("continue")}${p()}</w:tc><w:tc>${p("c")}</w:tc></w:tr><w:tr><w:tc>${p("d")}</w:tc><w:tc>${p("e")}</w:tc></w:tr></w:tbl>${p("f")}`;

test("[EDT-59] rows that meet a cell partly are refused", () => {
  expect(refusals(MERGED, add(row(1), "after"))).toEqual(["0 destination MERGED_CELLS"]);
  expect(refusals(MERGED, add(row(2), "before"))).toEqual(["0 destination MERGED_CELLS"]);
  expect(refusals(MERGED, add(row(2), "after"))).toEqual([]);
  expect(refusals(MERGED, remove(row(1)))).toEqual(["0 row MERGED_CELLS"]);
  checkEdit(MERGED, [remove(row(1), row(2))], "row-: [-a-]¶- | [-b-]¶-\nrow-: ¶- | [-c-]¶-\nrow: d | e\nf");
});

test("[EDT-52] a row with an undecided deletion is not deleted again", () => {
  const gone = `<w:trPr><w:del w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"/></w:trPr>`;
  const body = `<w:tbl><w:tr>${gone}<w:tc>${p("a")}</w:tc></w:tr><w:tr><w:tc>${p("b")}</w:tc></w:tr></w:tbl>${p("c")}`;
  expect(refusals(body, remove(row(1)))).toEqual(["0 row UNDEFINED_COMBINATION"]);
});

test("[EDT-111] a new paragraph in a cell names its row and column", () => {
  const body = tbl([p("a"), p("b")], [p("c"), p("d")]) + p("x");
  const item = { new_paragraphs: [{ content: "n", ref: "n" }] };
  const row = (given: unknown, cells?: readonly unknown[]) => ({
    type: "insert_table_row",
    destination: { row: given, position: "after" },
    ...(cells === undefined ? {} : { cells }),
  });
  const column = { type: "insert_table_column", destination: { column: { ref: "n" }, position: "after" } };
  const first = row({ table: { number: 1 }, number: 1 }, ["m", item]);
  expect(acceptedText(body, first, row({ ref: "n" }, ["o", "p"]))).toBe(
    "row: a | b\nrow: m | n\nrow: o | p\nrow: c | d\nx",
  );
  expect(acceptedText(body, first, column)).toBe("row: a | b | \nrow: m | n | \nrow: c | d | \nx");
  const inserted = {
    type: "insert_paragraphs",
    destination: { paragraph: { index: 2 }, position: "after" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  };
  expect(acceptedText(body, inserted, column)).toBe("row: a |  | b\nrow: c / n |  | d\nx");
  expect(acceptedText(body, inserted, { type: "delete_table_row", row: { ref: "n" } })).toBe("row: a | b\nx");
  const table = {
    type: "insert_table",
    destination: { paragraph: { index: 0 }, position: "before" },
    rows: [["e", item]],
  };
  expect(acceptedText(body, table, row({ ref: "n" }, ["f", "g"]))).toContain("f | g");
  const outside = { ...inserted, destination: { paragraph: { index: 4 }, position: "before" } };
  expect(refusals(body, outside, column)).toEqual(["1 destination.column COLUMN_NOT_FOUND"]);
});
