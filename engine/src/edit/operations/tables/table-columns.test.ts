// Tests insert_table_column and delete_table_column (EDT-58, EDT-59).

import { expect, test } from "vitest";
import { p, tbl } from "../../../../testing/documents.ts";
import { bodyXml, checkEdit, contentJson, edit, refusals } from "../../../../testing/edits.ts";

const column = (number: number) => ({ table: { number: 1 }, number });
const add = (at: unknown, position: "before" | "after", cells?: readonly unknown[], rest = {}) => ({
  type: "insert_table_column",
  destination: { column: at, position },
  ...(cells === undefined ? {} : { cells }),
  ...rest,
});
const remove = (...columns: readonly unknown[]) => ({
  type: "delete_table_column",
  column: columns.length === 1 ? columns[0] : columns,
});

const TWO = tbl([p("a"), p("b")], [p("c"), p("d")]) + p("e");

test("[EDT-24] columns are placed before or after a column, in request order", () => {
  const edits = [
    add(column(2), "before", ["5", "6"]),
    add(column(1), "after", ["1", "2"]),
    add({ index: 2 }, "after", ["3", "4"]),
  ];
  checkEdit(
    TWO,
    edits,
    "row: a | (+){+1+}¶+ | (+){+3+}¶+ | (+){+5+}¶+ | b\nrow: c | (+){+2+}¶+ | (+){+4+}¶+ | (+){+6+}¶+ | d\ne",
  );
});

test("[EDT-58] cells are empty unless there is one value for each row", () => {
  checkEdit(TWO, [add(column(2), "after")], "row: a | b | (+)¶+\nrow: c | d | (+)¶+\ne");
  expect(refusals(TWO, add(column(1), "after", ["x"]))).toEqual(["0 cells INVALID_VALUE"]);
  expect(refusals(TWO, add(column(3), "after"))).toEqual(["0 destination.column.number COLUMN_NOT_FOUND"]);
});

const sized = (kind: string) =>
  `<w:tbl><w:tblPr>${kind}</w:tblPr><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${p("a")}</w:tc><w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${p("b")}</w:tc></w:tr></w:tbl>${p("c")}`;
const widths = (xml: string) => [...xml.matchAll(/<w:(gridCol|tcW) w:w="(\d+)"/g)].map(([, , width]) => Number(width));

test("[EDT-58] a new column has the neighbour's width or its own, and a table of fixed width keeps it", () => {
  const free = sized('<w:tblW w:w="0" w:type="auto"/>');
  expect(widths(bodyXml(edit(free, add(column(1), "after")).clean))).toEqual([1000, 1000, 3000, 1000, 1000, 3000]);
  expect(widths(bodyXml(edit(free, add(column(1), "after", ["x"], { width: 20 })).clean))).toEqual([
    1000, 400, 3000, 1000, 400, 3000,
  ]);
  const fixed = sized('<w:tblW w:w="4000" w:type="dxa"/>');
  expect(widths(bodyXml(edit(fixed, add(column(1), "after")).clean))).toEqual([800, 800, 2400, 800, 800, 2400]);
  expect(widths(bodyXml(edit(fixed, add(column(1), "after", ["x"], { width: 100 })).clean))).toEqual([
    500, 2000, 1500, 500, 2000, 1500,
  ]);
  expect(refusals(fixed, add(column(1), "after", ["x"], { width: 200 }))).toEqual(["0 width INVALID_VALUE"]);
});

test("[EDT-58] a column that was deleted is none any more once that is accepted", () => {
  const grid = "<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>";
  const body = tbl([p("a"), p("b")]).replace("<w:tbl>", `<w:tbl>${grid}`) + p();
  const { redline, clean } = edit(body, remove(column(1)));
  expect([redline, clean].map((document) => contentJson(document).tables[0]?.columns)).toEqual([2, 1]);
});

test("[EDT-100] a note in a new cell goes with the table, row or column that the cell was put into", () => {
  const cells = [[{ type: "footnote", content: "n" }], ""];
  const added = add(column(1), "after", cells);
  const notes = (...edits: readonly Readonly<Record<string, unknown>>[]) =>
    contentJson(edit(p("x") + TWO, added, ...edits).clean).notes?.length ?? 0;
  expect(notes()).toBe(1);
  expect(notes({ type: "delete_table", table: { number: 1 } })).toBe(0);
  expect(notes({ type: "delete_table_row", row: { table: { number: 1 }, number: 1 } })).toBe(0);
});

test("[EDT-58] the grid and the other cells keep what they were", () => {
  const xml = bodyXml(edit(sized('<w:tblLayout w:type="fixed"/>'), add(column(1), "after")).redline);
  expect(xml).toContain(
    '<w:tblGridChange><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="3000"/></w:tblGrid></w:tblGridChange>',
  );
  expect(xml).toContain('<w:tcPrChange><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr></w:tcPrChange>');
});

test("[EDT-58] columns are deleted cell by cell; the last is not", () => {
  checkEdit(TWO, [remove(column(1))], "row: (-)[-a-]¶- | b\nrow: (-)[-c-]¶- | d\ne");
  expect(refusals(TWO, remove(column(1), column(2)))).toEqual(["0 column NOT_ALLOWED_HERE"]);
  expect(refusals(TWO, remove(column(1)), remove(column(2)))).toEqual(["1 column NOT_ALLOWED_HERE"]);
  expect(refusals(TWO, remove(column(1)), add(column(1), "after"))).toEqual(["1 destination.column TARGET_REMOVED"]);
});

const span = `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>`;
const SPANNED = `<w:tbl><w:tr><w:tc>${span}${p("a")}</w:tc><w:tc>${p("b")}</w:tc></w:tr><w:tr><w:tc>${p("c")}</w:tc><w:tc>${p("d")}</w:tc><w:tc>${p("e")}</w:tc></w:tr></w:tbl>${p("f")}`;

test("[EDT-59] columns that meet a cell partly are refused", () => {
  expect(refusals(SPANNED, add(column(1), "after"))).toEqual(["0 destination MERGED_CELLS"]);
  expect(refusals(SPANNED, remove(column(2)))).toEqual(["0 column MERGED_CELLS"]);
  checkEdit(SPANNED, [add(column(2), "after", ["x", "y"])], "row: a | (+){+x+}¶+ | b\nrow: c | d | (+){+y+}¶+ | e\nf");
  checkEdit(SPANNED, [remove(column(1), column(2))], "row: (-)[-a-]¶- | b\nrow: (-)[-c-]¶- | (-)[-d-]¶- | e\nf");
  checkEdit(SPANNED, [remove(column(3))], "row: a | (-)[-b-]¶-\nrow: c | d | (-)[-e-]¶-\nf");
});

test("[EDT-59] a row that leaves a column out has no place beside it", () => {
  const body = `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>${p("a")}</w:tc></w:tr><w:tr><w:tc>${p("b")}</w:tc><w:tc>${p("c")}</w:tc></w:tr></w:tbl>${p("d")}`;
  expect(refusals(body, add(column(1), "before"))).toEqual(["0 destination MERGED_CELLS"]);
  expect(refusals(body, remove(column(1)))).toEqual(["0 column MERGED_CELLS"]);
  expect(refusals(body, add(column(2), "after"))).toEqual([]);
});

test("[EDT-100] rows and columns of one request have cells of each other", () => {
  const row = (number: number, position: string, cells: readonly string[]) => ({
    type: "insert_table_row",
    destination: { row: { table: { number: 1 }, number }, position },
    cells,
  });
  checkEdit(
    TWO,
    [row(1, "after", ["1", "2"]), add(column(1), "after", ["3", "4", "5"]), row(2, "after", ["6", "7", "8"])],
    "row: a | (+){+3+}¶+ | b\nrow+: {+1+}¶+ | {+4+}¶+ | {+2+}¶+\nrow: c | (+){+5+}¶+ | d\nrow+: {+6+}¶+ | {+7+}¶+ | {+8+}¶+\ne",
  );
  checkEdit(
    TWO,
    [row(1, "after", ["1", "2"]), remove(column(1)), row(2, "after", ["3"])],
    "row: (-)[-a-]¶- | b\nrow+: {+2+}¶+\nrow: (-)[-c-]¶- | d\nrow+: {+3+}¶+\ne",
  );
  checkEdit(
    TWO,
    [add(column(1), "after", ["1", "2"]), { type: "delete_table_row", row: { index: 0 } }],
    "row-: [-a-]¶- | [-b-]¶-\nrow: c | (+){+2+}¶+ | d\ne",
  );
});

test("[EDT-58] a new cell is like what is left in its neighbour", () => {
  const styled = '<w:p><w:pPr><w:jc w:val="center"/></w:pPr></w:p>';
  const deletion = { type: "delete_paragraphs", paragraphs: { index: 0 } };
  const body = tbl([styled + p("a")]) + p("b");
  expect(bodyXml(edit(body, deletion, add(column(1), "after")).clean)).not.toContain("w:jc");
});

test("[EDT-67] the end of a cell that becomes narrower is settled like any other", () => {
  const cell = `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${p("a")}${p("b")}</w:tc>`;
  const grid = '<w:tblPr><w:tblW w:w="2000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>';
  const body = `<w:tbl>${grid}<w:tr>${cell}</w:tr></w:tbl>${p("c")}`;
  const deletion = { type: "delete_paragraphs", paragraphs: { index: 1 } };
  checkEdit(body, [deletion, add(column(1), "after")], "row: (~)a¶- / [-b-] | (+)¶+\nc");
});
