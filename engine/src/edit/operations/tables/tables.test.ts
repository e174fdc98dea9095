// Tests insert_table and delete_table (EDT-55, EDT-56).

import { expect, test } from "vitest";
import { p, tbl } from "../../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals } from "../../../../testing/edits.ts";

const at = (index: number) => ({ index });
const add = (index: number, rows: readonly (readonly unknown[])[], rest = {}) => ({
  type: "insert_table",
  destination: { paragraph: at(index), position: "after" },
  rows,
  ...rest,
});
const remove = (number: number) => ({ type: "delete_table", table: { number } });

test("[EDT-55] a table is inserted with its rows, each tracked with its text", () => {
  checkEdit(
    p("a") + p("b"),
    [
      add(0, [
        ["x", "y"],
        ["1", { new_paragraphs: [{ content: "2" }, { content: "3" }] }],
      ]),
    ],
    "a\nrow+: {+x+}¶+ | {+y+}¶+\nrow+: {+1+}¶+ | {+2+}¶+ / {+3+}¶+\nb",
  );
});

test("[EDT-55] without a style it has single borders; widths, alignment and repeated rows are as asked", () => {
  const rows = [
    ["x", "y"],
    ["1", "2"],
  ];
  const xml = bodyXml(
    edit(p("a") + p("b"), add(0, rows, { column_widths: [200, 100], alignment: "center", header_rows: 1 })).clean,
  );
  expect(xml).toContain('<w:tblW w:w="6000" w:type="dxa"/><w:jc w:val="center"/><w:tblBorders><w:top w:val="single"');
  expect(xml).toContain(
    '<w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>',
  );
  expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  const styles = '<w:style w:type="table" w:styleId="T"><w:name w:val="T"/></w:style>';
  const source = { body: p("a") + p("b"), parts: { styles } };
  const styled = bodyXml(edit(source, add(0, rows, { style_id: "T" })).clean);
  expect(styled).toContain('<w:tblStyle w:val="T"/><w:tblW w:w="0" w:type="auto"/><w:tblLook');
  expect(refusals(source, add(0, rows, { style_id: "U" }))).toEqual(["0 style_id STYLE_NOT_FOUND"]);
});

test("[EDT-55] rows of other lengths, too many header rows and widths are refused", () => {
  expect(refusals(p("a"), add(0, [["x"], ["y", "z"]], { column_widths: [1, 2], header_rows: 3 }))).toEqual([
    "0 rows INVALID_VALUE",
    "0 column_widths INVALID_VALUE",
    "0 header_rows INVALID_VALUE",
  ]);
});

test("[EDT-55] at the end, and beside another table, an empty paragraph keeps it apart", () => {
  checkEdit(p("a"), [add(0, [["x"]])], "a\nrow+: {+x+}¶+\n¶+");
  const body = p("a") + tbl([p("t")]) + p("b");
  checkEdit(body, [add(0, [["x"]])], "a\nrow+: {+x+}¶+\n¶+\nrow: t\nb");
  const beside = (position: string) => ({ ...add(0, [["x"]]), destination: { table: { number: 1 }, position } });
  checkEdit(body, [beside("after")], "a\nrow: t\n¶+\nrow+: {+x+}¶+\nb");
  checkEdit(body, [beside("before"), add(0, [["y"]])], "a\nrow+: {+y+}¶+\n¶+\nrow+: {+x+}¶+\n¶+\nrow: t\nb");
});

test("[EDT-100] what an earlier edit takes away keeps tables apart no more, unless it has to stay", () => {
  const gone = { type: "delete_paragraphs", paragraphs: at(1) };
  const put = (destination: object) => ({ ...add(0, [["x"]]), destination });
  const before = put({ paragraph: at(2), position: "before" });
  checkEdit(tbl([p("t")]) + p("a") + p("b"), [gone, before], "row: t\n[-a-]¶-\n¶+\nrow+: {+x+}¶+\nb");
  checkEdit(tbl([p("t")]) + p("a") + p("b"), [before, gone], "row: t\n[-a-]\nrow+: {+x+}¶+\nb");
  const two = tbl([p("t")]) + p("a") + tbl([p("u")]) + p("b");
  const after = put({ table: { number: 1 }, position: "after" });
  checkEdit(two, [gone, after], "row: t\n¶+\nrow+: {+x+}¶+\n[-a-]\nrow: u\nb");
});

test("[EDT-55] at a paragraph in a cell it is a table in that cell, which still ends in a paragraph", () => {
  checkEdit(tbl([p("t"), p("u")]) + p("b"), [add(0, [["x"]])], "row: t / row+: {+x+}¶+ / ¶+ | u\nb");
});

test("[EDT-25] the ref of a table is a destination, and its rows and columns can be added to", () => {
  const made = add(0, [["x", "y"]], { ref: "t" });
  const text = {
    type: "insert_paragraphs",
    destination: { table: { ref: "t" }, position: "after" },
    new_paragraphs: [{ content: "below" }],
  };
  const row = {
    type: "insert_table_row",
    destination: { row: { table: { ref: "t" }, number: 1 }, position: "after" },
    cells: ["1", "2"],
    ref: "r",
  };
  const second = { ...row, destination: { row: { ref: "r" }, position: "before" }, cells: ["3", "4"], ref: "s" };
  const column = {
    type: "insert_table_column",
    destination: { column: { table: { ref: "t" }, number: 1 }, position: "before" },
    cells: ["a", "b", "c"],
  };
  checkEdit(
    p("a") + p("b"),
    [made, text, row, second, column],
    "a\nrow+: {+a+}¶+ | {+x+}¶+ | {+y+}¶+\nrow+: {+b+}¶+ | {+3+}¶+ | {+4+}¶+\nrow+: {+c+}¶+ | {+1+}¶+ | {+2+}¶+\n{+below+}¶+\nb",
  );
  const past = { ...row, destination: { row: { table: { ref: "t" }, number: 2 }, position: "after" } };
  expect(refusals(p("a"), made, past)).toEqual(["1 destination.row.number ROW_NOT_FOUND"]);
});

test("[EDT-25] paragraphs of new cells are named by their refs", () => {
  const made = add(0, [["x", { new_paragraphs: [{ content: "y", ref: "c" }] }]]);
  const text = {
    type: "insert_paragraphs",
    destination: { paragraph: { ref: "c" }, position: "after" },
    new_paragraphs: [{ content: "z" }],
  };
  checkEdit(p("a") + p("b"), [made, text], "a\nrow+: {+x+}¶+ | {+y+}¶+ / {+z+}¶+\nb");
});

test("[EDT-56] a table is deleted with all its rows and their text, also one in a cell", () => {
  checkEdit(p("a") + tbl([p("b")], [p("c")]) + p("d"), [remove(1)], "a\nrow-: [-b-]¶-\nrow-: [-c-]¶-\nd");
  const nested = tbl([tbl([p("x")]) + p("y")]) + p("z");
  checkEdit(nested, [remove(2)], "row: row-: [-x-]¶- / y\nz");
  expect(refusals(nested, remove(1), remove(2))).toEqual(["1 table TARGET_REMOVED"]);
  expect(refusals(p("a"), remove(1))).toEqual(["0 table TABLE_NOT_FOUND"]);
});

test("[EDT-96] what something was moved into is not removed, and what was made there is gone with it", () => {
  const body = p("x") + tbl([p("a"), p("b")], [p("c"), p("d")]) + p("y");
  const into = {
    type: "move_paragraphs",
    paragraphs: { index: 0 },
    destination: { paragraph: { index: 1 }, position: "after" },
  };
  const line = { table: { number: 1 }, number: 1 };
  for (const removal of [
    { type: "delete_table", table: { number: 1 } },
    { type: "delete_table_row", row: line },
    { type: "delete_table_column", column: line },
  ]) {
    expect(refusals(body, into, removal).map((one) => one.split(" ")[2])).toEqual(["UNDEFINED_COMBINATION"]);
    const made = {
      type: "insert_paragraphs",
      destination: { paragraph: { index: 1 }, position: "after" },
      new_paragraphs: [{ content: "n", ref: "n" }],
    };
    const named = { type: "format", paragraphs: { ref: "n" }, format: { bold: true } };
    expect(refusals(body, made, removal, named)).toEqual(["2 paragraphs TARGET_REMOVED"]);
    expect(refusals(body, made, named, removal)).toEqual([]);
  }
  expect(refusals(body, into, { type: "delete_table_row", row: { ...line, number: 2 } })).toEqual([]);
});

test("[EDT-96] a table that got a row is deleted with it, and not moved", () => {
  const body = p("a") + tbl([p("b")]) + p("c") + p("d");
  const row = { type: "insert_table_row", destination: { row: at(1), position: "after" }, cells: ["x"] };
  checkEdit(body, [row, remove(1)], "a\nrow-: [-b-]¶-\nc\nd");
  const move = {
    type: "move_paragraphs",
    paragraphs: { from: at(1), through: at(1) },
    destination: { paragraph: at(3), position: "after" },
  };
  expect(refusals(body, row, move)).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, move, row)).toEqual(["1 destination UNDEFINED_COMBINATION"]);
  expect(refusals(body, remove(1), row)).toEqual(["1 destination TARGET_REMOVED"]);
  expect(acceptedText(body, add(1, [["n"]]), remove(1))).toBe("a\nc\nd");
});

test("[EDT-100] the paragraph that has to stay behind a table stays when the table goes later", () => {
  const body = p("a") + tbl([p("b")]) + p("c");
  const paragraph = { type: "delete_paragraphs", paragraphs: { index: 2 } };
  const table = { type: "delete_table", table: { number: 1 } };
  expect(acceptedText(body, paragraph, table)).toBe("a\n");
  expect(acceptedText(body, table, paragraph)).toBe("a");
});

test("[EDT-100] a paragraph between two tables goes when the first of them went before it, and stays when it goes later", () => {
  const body = tbl([p("a")]) + p("b") + tbl([p("c")]) + p("d");
  const paragraph = { type: "delete_paragraphs", paragraphs: { index: 1 } };
  const table = { type: "delete_table", table: { number: 1 } };
  checkEdit(body, [table, paragraph], "row-: [-a-]¶-\n[-b-]¶-\nrow: c\nd");
  checkEdit(body, [paragraph, table], "row-: [-a-]¶-\n[-b-]\nrow: c\nd");
});

test("[EDT-55] a table in the place of one of several that touch stands apart from the others", () => {
  const [one, two, three] = ["x", "y", "z"].map((text) => tbl([p(text)]));
  const beside = (number: number, position: string) => ({
    type: "insert_table",
    destination: { table: { number }, position },
    rows: [["n"]],
  });
  const source = `${one}${two}${three}${p("a")}`;
  expect(acceptedText(source, remove(2), remove(3), beside(1, "after"))).toBe("row: x\n\nrow: n\na");
  expect(acceptedText(source, remove(1), remove(2), beside(3, "before"))).toBe("row: n\n\nrow: z\na");
  const held = `<w:sdt><w:sdtContent>${one}</w:sdtContent></w:sdt>${two}${three}${p("a")}`;
  expect(acceptedText(held, remove(1), remove(2), beside(3, "before"))).toBe("row: n\n\nrow: z\na");
});
