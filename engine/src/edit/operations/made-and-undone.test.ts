// Tests edits that delete, move or join what an earlier edit of the request made.
//
// The redline shows only the outcome.

import { expect, test } from "vitest";
import { p, tbl } from "../../../testing/documents.ts";
import { bodyXml, checkEdit, edit, refusals } from "../../../testing/edits.ts";

const at = (index: number) => ({ index });
const ref = (name: string) => ({ ref: name });
const row = (number: number, table: object = { number: 1 }) => ({ table, number });
const addRow = (line: unknown, name: string, cells: readonly unknown[] = ["1", "2"]) => ({
  type: "insert_table_row",
  destination: { row: line, position: "after" },
  cells,
  ref: name,
});
const addColumn = (line: unknown, name: string, cells: readonly unknown[] = ["1", "2"]) => ({
  type: "insert_table_column",
  destination: { column: line, position: "after" },
  cells,
  ref: name,
});
const dropRow = (line: unknown) => ({ type: "delete_table_row", row: line });
const dropColumn = (line: unknown) => ({ type: "delete_table_column", column: line });
const table = (destination: object, name: string, rows: unknown = [["1", "2"]]) => ({
  type: "insert_table",
  destination,
  rows,
  ref: name,
});
const dropTable = (name: string) => ({ type: "delete_table", table: ref(name) });
const after = (paragraph: object) => ({ paragraph, position: "after" });

const GRID = tbl([p("a"), p("b")], [p("c"), p("d")]) + p("e");

test("[EDT-116] a row that the request inserts and deletes leaves nothing", () => {
  checkEdit(GRID, [addRow(row(1), "n"), dropRow(ref("n"))], "row: a | b\nrow: c | d\ne");
  const both = [addRow(row(1), "n"), addRow(row(1), "m", ["3", "4"]), dropRow([ref("m"), row(2)])];
  checkEdit(GRID, both, "row: a | b\nrow+: {+1+}¶+ | {+2+}¶+\nrow-: [-c-]¶- | [-d-]¶-\ne");
});

test("[EDT-116] rows that are put after the same one keep the order of the request", () => {
  const edits = [addRow(row(1), "n"), addRow(row(1), "m"), dropRow(ref("m")), addRow(row(1), "o", ["3", "4"])];
  checkEdit(GRID, edits, "row: a | b\nrow+: {+1+}¶+ | {+2+}¶+\nrow+: {+3+}¶+ | {+4+}¶+\nrow: c | d\ne");
  const first = [addRow(row(1), "n"), dropRow(ref("n")), addRow(row(1), "o", ["3", "4"])];
  checkEdit(GRID, first, "row: a | b\nrow+: {+3+}¶+ | {+4+}¶+\nrow: c | d\ne");
});

test("[EDT-116] a column that the request inserts and deletes leaves no cell", () => {
  checkEdit(GRID, [addColumn(row(1), "n"), dropColumn(ref("n"))], "row: a | b\nrow: c | d\ne");
  const edits = [addColumn(row(1), "n"), dropColumn(ref("n")), addColumn(row(1), "m", ["3", "4"])];
  expect(
    bodyXml(edit(GRID, ...edits).clean)
      .replaceAll(/<[^>]*>/g, " ")
      .trim()
      .split(/\s+/),
  ).toEqual(["a", "3", "b", "c", "4", "d", "e"]);
});

test("[EDT-116] rows and columns of a table that the request inserts can go, but for the last", () => {
  const made = table(after(at(0)), "t", [
    ["1", "2"],
    ["3", "4"],
  ]);
  checkEdit(p("a") + p("b"), [made, dropRow(row(1, ref("t")))], "a\nrow+: {+3+}¶+ | {+4+}¶+\nb");
  checkEdit(p("a") + p("b"), [made, dropColumn(row(2, ref("t")))], "a\nrow+: {+1+}¶+\nrow+: {+3+}¶+\nb");
  const last = [made, dropRow([row(1, ref("t")), row(2, ref("t"))])];
  expect(refusals(p("a") + p("b"), ...last)).toEqual(["1 row NOT_ALLOWED_HERE"]);
  const again = [made, dropRow(row(1, ref("t"))), dropRow(row(1, ref("t")))];
  expect(refusals(p("a") + p("b"), ...again)).toEqual(["2 row TARGET_REMOVED"]);
});

test("[EDT-116] a table that the request inserts and deletes leaves nothing, and is no target any more", () => {
  const body = p("a") + p("b");
  const made = table(after(at(0)), "t", [[{ new_paragraphs: [{ content: "1", ref: "x" }] }]]);
  checkEdit(body, [made, dropTable("t")], "a\nb");
  checkEdit(body, [made, addRow(row(1, ref("t")), "n", ["2"]), dropTable("t")], "a\nb");
  const inside = table(after(ref("x")), "u");
  checkEdit(body, [made, inside, dropTable("t")], "a\nb");
  expect(refusals(body, made, dropTable("t"), dropTable("t"))).toEqual(["2 table.ref TARGET_REMOVED"]);
  const beside = { table: ref("t"), position: "after" };
  expect(refusals(body, made, dropTable("t"), table(beside, "v"))).toEqual(["2 destination.table.ref TARGET_REMOVED"]);
  const gone = (edited: object) =>
    refusals(body, made, inside, dropTable("t"), edited as never)[0]
      ?.split(" ")
      .at(-1);
  expect(gone(dropTable("u"))).toBe("TARGET_REMOVED");
  expect(gone(addRow(row(1, ref("u")), "w"))).toBe("TARGET_REMOVED");
  expect(gone({ type: "format", paragraphs: ref("x"), format: { bold: true } })).toBe("TARGET_REMOVED");
});

test("[EDT-116] the paragraph that came with a table to keep it apart stays, as it does when the table goes later", () => {
  const body = tbl([p("a")]) + p("b");
  const made = table({ table: { number: 1 }, position: "after" }, "t");
  checkEdit(body, [made, dropTable("t")], "row: a\n¶+\nb");
});

test("[EDT-96] new tables, rows and columns that other edits use stay refused", () => {
  const reason = "UNDEFINED_COMBINATION";
  const comment = { type: "add_comment", paragraphs: ref("x"), content: "Why?" };
  const item = { new_paragraphs: [{ content: "1", ref: "x" }] };
  const body = p("a") + p("b");
  const made = table(after(at(0)), "t", [[item]]);
  expect(refusals(body, made, comment, dropTable("t"))).toEqual([`2 table ${reason}`]);
  expect(refusals(GRID, addRow(row(1), "n", [item, "2"]), comment, dropRow(ref("n")))).toEqual([`2 row ${reason}`]);
  const column = addColumn(row(1), "n", [item, "2"]);
  expect(refusals(GRID, column, comment, dropColumn(ref("n")))).toEqual([`2 column ${reason}`]);
  const move = { type: "move_paragraphs", paragraphs: at(1), destination: after(ref("x")) };
  expect(refusals(body + p("c"), made, move, dropTable("t"))).toEqual([`2 table ${reason}`]);
});

const add = (paragraph: object, ...names: readonly string[]) => ({
  type: "insert_paragraphs",
  destination: after(paragraph),
  new_paragraphs: names.map((name) => ({ content: name, ref: name })),
});
const move = (paragraphs: unknown, destination: object) => ({ type: "move_paragraphs", paragraphs, destination });
const before = (paragraph: object) => ({ paragraph, position: "before" });
const drop = (paragraphs: unknown) => ({ type: "delete_paragraphs", paragraphs });
const format = (paragraphs: unknown) => ({ type: "format", paragraphs, format: { bold: true } });
const ABC = p("a") + p("b") + p("c");
const bookmark = '<w:bookmarkStart w:id="0" w:name="k"/><w:bookmarkEnd w:id="0"/>';

test("[EDT-117] a new paragraph that moves stands inserted at its destination, and nowhere else", () => {
  checkEdit(ABC, [add(at(0), "x"), move(ref("x"), after(at(1)))], "a\nb\n{+x+}¶+\nc");
  checkEdit(ABC, [add(at(0), "x"), move(ref("x"), after(at(2)))], "a\nb\nc¶+\n{+x+}");
  checkEdit(ABC, [add(at(2), "x"), move(ref("x"), before(at(0)))], "{+x+}¶+\na\nb\nc");
  const range = { from: ref("x"), through: ref("y") };
  checkEdit(ABC, [add(at(0), "x", "y", "z"), move(range, after(at(1)))], "a\n{+z+}¶+\nb\n{+x+}¶+\n{+y+}¶+\nc");
  checkEdit(ABC, [add(at(0), "x", "y"), move(ref("x"), after(ref("y")))], "a\n{+y+}¶+\n{+x+}¶+\nb\nc");
});

test("[EDT-117] it can be moved again, edited, commented on and deleted where it stands", () => {
  const twice = [add(at(0), "x"), move(ref("x"), after(at(2))), move(ref("x"), after(at(1)))];
  checkEdit(ABC, twice, "a\nb\n{+x+}¶+\nc");
  checkEdit(ABC, [add(at(0), "x"), move(ref("x"), after(at(1))), drop(ref("x"))], "a\nb\nc");
  const comment = { type: "add_comment", paragraphs: ref("x"), content: "Why?" };
  const noted = bodyXml(edit(ABC, add(at(0), "x"), comment, move(ref("x"), after(at(1)))).clean);
  expect(noted).toMatch(/b<\/w:t>.*commentRangeStart.*x<\/w:t>.*commentReference.*c<\/w:t>/);
  const more = add(ref("x"), "y");
  checkEdit(ABC, [add(at(0), "x"), move(ref("x"), after(at(1))), more], "a\nb\n{+x+}¶+\n{+y+}¶+\nc");
});

test("[EDT-115] what goes or moves beside a new paragraph or table does not keep it", () => {
  checkEdit(ABC, [add(at(0), "x"), drop(at(0)), drop(ref("x"))], "[-a-]¶-\nb\nc");
  checkEdit(ABC, [add(at(0), "x"), move(at(0), after(at(2))), drop(ref("x"))], "<-a->¶<\nb\nc¶+\n<+a+>");
  checkEdit(ABC, [table(after(at(0)), "t"), drop(at(0)), drop(at(1)), dropTable("t")], "[-a-]¶-\n[-b-]¶-\nc");
  checkEdit(ABC, [add(at(0), "x"), drop(at(0)), move(ref("x"), after(at(2)))], "[-a-]¶-\nb\nc¶+\n{+x+}");
  checkEdit(ABC, [add(at(1), "x"), drop(at(2)), move(ref("x"), before(at(0)))], "{+x+}¶+\na\nb¶-\n[-c-]");
});

test("[EDT-115] comments on a new paragraph that goes stand in the next one, or at the end of the one before", () => {
  const comment = { type: "add_comment", paragraphs: ref("x"), content: "Why?" };
  const next = bodyXml(edit(ABC, add(at(0), "x"), comment, drop(ref("x"))).redline);
  expect(next).toMatch(
    /a<\/w:t><\/w:r><\/w:p><w:p><w:commentRangeStart\/><w:commentRangeEnd\/><w:r>.*commentReference/,
  );
  expect(next).not.toContain("w:ins");
  const last = bodyXml(edit(ABC, add(at(2), "x"), comment, drop(ref("x"))).redline);
  expect(last).toMatch(/c<\/w:t><\/w:r><w:commentRangeStart\/><w:commentRangeEnd\/>/);
  const both = { ...comment, paragraphs: { from: ref("x"), through: ref("y") } };
  checkEdit(ABC, [add(at(0), "x", "y"), both, move(both.paragraphs, after(at(1)))], "a\nb\n{+x+}¶+\n{+y+}¶+\nc");
});

test("[EDT-68] the end of a section that a new paragraph has stays when the paragraph is deleted", () => {
  const pages = { type: "insert_section_break", paragraphs: ref("x"), section_type: "next_page" };
  checkEdit(ABC, [add(at(0), "x"), pages, drop(ref("x"))], "a\n§¶+\nb\nc");
});

test("[EDT-96] of a new note the first paragraph stays, the others go and move", () => {
  const items = [{ content: "m" }, { content: "n" }];
  const run = { type: "footnote", ref: "f", new_paragraphs: items };
  const note = { type: "insert", paragraphs: at(0), at: "end", content: [run] };
  const inNote = (index: number) => ({ part: ref("f"), index });
  checkEdit(ABC, [note, drop(inNote(1))], "a{+(fn)+}\nb\nc\nfootnote: {+ m+}");
  expect(refusals(ABC, note, drop(inNote(0)))).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
});

test("[EDT-117] new and uploaded paragraphs move together, in document order", () => {
  checkEdit(
    ABC,
    [add(at(0), "x"), move([at(1), ref("x"), at(0)], after(at(2)))],
    "<-a->¶<\n<-b->¶<\nc¶+\n<+a+>¶>\n{+x+}¶+\n<+b+>",
  );
});

test("[EDT-117] in a cell it names the row and column of that cell, and what is left of one is not empty", () => {
  const body = p("e") + tbl([p("a"), p("b")], [p("c"), p("d")]) + p("f");
  checkEdit(body, [add(at(0), "x"), move(ref("x"), after(at(1)))], "e\nrow: a¶+ / {+x+} | b\nrow: c | d\nf");
  const removed = [add(at(0), "x"), move(ref("x"), after(at(1))), { type: "delete_table_row", row: ref("x") }];
  checkEdit(body, removed, "e\nrow-: [-a-]¶- / ¶+¶- | [-b-]¶-\nrow: c | d\nf");
  expect(refusals(body, ...removed, format(ref("x")))).toEqual(["3 paragraphs TARGET_REMOVED"]);
  const out = [add(at(1), "x"), move(ref("x"), after(at(0)))];
  expect(refusals(body, ...out, drop(at(1)))).toEqual(["2 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(body, ...out, { type: "delete_table_row", row: ref("x") })).toEqual(["2 row ROW_NOT_FOUND"]);
  const cell = table(after(at(0)), "t", [[{ new_paragraphs: [{ content: "1", ref: "o" }] }]]);
  expect(refusals(ABC, cell, move(ref("o"), after(at(1))))).toEqual(["1 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(ABC, cell, drop(ref("o")))).toEqual(["1 paragraphs CELL_WOULD_BE_EMPTY"]);
});

test("[EDT-96] it does not move away from what stays of a deleted paragraph behind it, where no other follows", () => {
  const bookmark = '<w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>';
  const cells = (rest: string) => tbl([`<w:p>${bookmark}</w:p>${rest}`, p("b")]) + p("c");
  const before = (target: object) => ({ paragraph: target, position: "before" });
  const make = {
    type: "insert_paragraphs",
    destination: before(at(0)),
    new_paragraphs: [{ content: "x" }, { content: "y", ref: "y" }],
  };
  expect(refusals(cells(""), make, drop(at(0)), move(ref("y"), before(at(1))))).toEqual([
    "2 paragraphs UNDEFINED_COMBINATION",
  ]);
  expect(refusals(cells(p("a")), make, drop(at(0)), move(ref("y"), before(at(2))))).toEqual([]);
  expect(refusals(tbl([p("a"), p("b")]) + p("c"), make, drop(at(0)), move(ref("y"), before(at(1))))).toEqual([]);
});

test("[EDT-117] its destination is another block of the same part", () => {
  expect(refusals(ABC, add(at(0), "x"), move(ref("x"), after(ref("x"))))).toEqual(["1 destination RANGE_INVALID"]);
  const body = { body: ABC, parts: { settings: "" } };
  const header = {
    type: "add_header_footer",
    section: { number: 1 },
    part: { kind: "header" },
    new_paragraphs: [{ content: "h" }, { content: "i", ref: "i" }],
    ref: "p",
  };
  expect(refusals(body, header, move(ref("i"), after(at(0))))).toEqual(["1 destination NOT_ALLOWED_HERE"]);
});

test("[EDT-96] a new paragraph that other edits need stays where it is", () => {
  const reason = "2 paragraphs UNDEFINED_COMBINATION";
  const all = [add(at(1), "x"), drop([at(0), at(1), at(2)])];
  expect(refusals(ABC, ...all, drop(ref("x")))).toEqual([reason]);
  const pages = { type: "insert_section_break", paragraphs: ref("x"), section_type: "next_page" };
  expect(refusals(ABC, add(at(0), "x"), pages, move(ref("x"), after(at(2))))).toEqual([reason]);
  const left = `<w:p>${bookmark}<w:r><w:t>a</w:t></w:r></w:p>${p("b")}${p("c")}`;
  expect(refusals(left, add(at(0), "x"), drop(at(0)), move(ref("x"), after(at(2))))).toEqual([reason]);
  const shown = { type: "cross_reference", to: ref("x"), show: "text" };
  const refer = { type: "insert", paragraphs: at(1), at: "end", content: [shown] };
  expect(refusals(ABC, add(at(0), "x"), refer, drop(ref("x")))).toEqual([reason]);
  const range = { type: "add_comment", paragraphs: { from: ref("x"), through: ref("y") }, content: "Why?" };
  expect(refusals(ABC, add(at(0), "x", "y"), range, move(ref("x"), after(at(2))))).toEqual([reason]);
  const split = { type: "split_paragraph", paragraphs: at(0), at: { after: { match: "a" } }, ref: "h" };
  expect(refusals(p("ac") + p("b"), split, move(ref("h"), after(at(1))))).toEqual([
    "1 paragraphs UNDEFINED_COMBINATION",
  ]);
});

const join = (from: string, through: string, separator?: string) => ({
  type: "join_paragraphs",
  paragraphs: { from: ref(from), through: ref(through) },
  ...(separator === undefined ? {} : { separator }),
});

test("[EDT-118] new paragraphs that are joined are one new paragraph, like the first", () => {
  checkEdit(ABC, [add(at(0), "x", "y", "z"), join("x", "y")], "a\n{+xy+}¶+\n{+z+}¶+\nb\nc");
  checkEdit(ABC, [add(at(0), "x", "y", "z"), join("x", "z", ", ")], "a\n{+x, y, z+}¶+\nb\nc");
  checkEdit(ABC, [add(at(2), "x", "y"), join("x", "y")], "a\nb\nc¶+\n{+xy+}");
  const items = [
    { content: "x", ref: "x", paragraph_format: { alignment: "center" } },
    { content: "y", ref: "y" },
  ];
  const styled = { ...add(at(0)), new_paragraphs: items };
  expect(bodyXml(edit(ABC, styled, join("x", "y")).clean)).toContain('<w:pPr><w:jc w:val="center"/></w:pPr>');
});

test("[EDT-118] the last one names the whole, the others nothing any more", () => {
  const edits = [add(at(0), "x", "y"), join("x", "y")];
  checkEdit(ABC, [...edits, add(ref("y"), "z")], "a\n{+xy+}¶+\n{+z+}¶+\nb\nc");
  checkEdit(ABC, [...edits, drop(ref("y"))], "a\nb\nc");
  checkEdit(ABC, [...edits, move(ref("y"), after(at(1)))], "a\nb\n{+xy+}¶+\nc");
  checkEdit(ABC, [...edits, add(at(0), "z")], "a\n{+xy+}¶+\n{+z+}¶+\nb\nc");
  const start = { type: "insert", paragraphs: ref("y"), at: "start", content: "s" };
  checkEdit(ABC, [...edits, start], "a\n{+sxy+}¶+\nb\nc");
  expect(refusals(ABC, ...edits, format(ref("x")))).toEqual(["2 paragraphs.ref TARGET_REMOVED"]);
});

test("[EDT-118] something between them, and a section's end, keep them apart", () => {
  const made = add(at(0), "x", "y");
  expect(refusals(ABC, made, add(ref("x"), "z"), join("x", "y"))).toEqual(["2 paragraphs UNDEFINED_COMBINATION"]);
  const away = move(ref("x"), after(at(1)));
  expect(refusals(ABC, made, away, join("x", "y"))).toEqual(["2 paragraphs UNDEFINED_COMBINATION"]);
  const end = { type: "insert_section_break", paragraphs: ref("x"), section_type: "next_page" };
  expect(refusals(ABC, made, end, join("x", "y"))).toEqual(["2 paragraphs NOT_ALLOWED_HERE"]);
  expect(refusals(ABC, made, join("x", "x"))).toEqual(["1 paragraphs RANGE_INVALID"]);
});

const split = (match: string, name: string, index = 0) => ({
  type: "split_paragraph",
  paragraphs: at(index),
  at: { before: { match } },
  ref: name,
});
const WORDS = p("one two three") + p("b");

test("[EDT-119] a second half that is deleted takes its text along, and the split is undone", () => {
  checkEdit(WORDS, [split("two", "h"), drop(ref("h"))], "one [-two three-]\nb");
  checkEdit(p("b") + p("one two"), [split("two", "h", 1), drop(ref("h"))], "b\none [-two-]");
  checkEdit(tbl([p("one two")]) + p("b"), [split("two", "h"), drop(ref("h"))], "row: one [-two-]\nb");
});

test("[EDT-119] of several parts each goes by itself, from any end", () => {
  const both = [split("two", "h"), split("three", "i")];
  checkEdit(WORDS, [...both, drop(ref("h"))], "one ¶+\n[-two -]three\nb");
  checkEdit(WORDS, [...both, drop(ref("i"))], "one ¶+\ntwo [-three-]\nb");
  checkEdit(WORDS, [...both, drop(ref("h")), drop(ref("i"))], "one [-two three-]\nb");
  checkEdit(WORDS, [...both, drop([ref("h"), ref("i")])], "one [-two three-]\nb");
  checkEdit(WORDS, [split("three", "i"), split("two", "h"), drop(ref("h"))], "one ¶+\n[-two -]three\nb");
});

test("[EDT-119] what the request did to it goes with it, what it did to the first half stays", () => {
  const end = { type: "insert", paragraphs: at(0), at: "end", content: "!" };
  checkEdit(WORDS, [split("two", "h"), end, drop(ref("h"))], "one [-two three-]\nb");
  expect(refusals(WORDS, split("two", "h"), drop(ref("h")), end)).toEqual(["2 at TARGET_REMOVED"]);
  const center = { type: "set_paragraph_format", paragraphs: at(0), paragraph_format: { alignment: "center" } };
  const { clean } = edit(WORDS, split("two", "h"), center, drop(ref("h")));
  expect(bodyXml(clean)).toMatch(/^<w:p><w:pPr><w:jc w:val="center"\/><\/w:pPr>/);
  const word = { type: "delete", paragraphs: at(0), text: { match: "two" } };
  checkEdit(WORDS, [split("two", "h"), word, drop(ref("h"))], "one [-two three-]\nb");
  expect(refusals(WORDS, split("two", "h"), drop(ref("h")), word)).toEqual(["2 text TARGET_REMOVED"]);
  expect(refusals(WORDS, split("two", "h"), drop(ref("h")), format(ref("h")))).toEqual([
    "2 paragraphs.ref TARGET_REMOVED",
  ]);
});

test("[EDT-35] a link that the split cut is not deleted in part", () => {
  const link = { type: "add_hyperlink", paragraphs: at(0), text: { match: "one two" }, url: "https://example.com/" };
  expect(refusals(WORDS, split("two", "h"), link)).toEqual(["1 text UNDEFINED_COMBINATION"]);
  expect(refusals(WORDS, link, split("two", "h"), drop(ref("h")))).toEqual(["2 paragraphs PROTECTED_CONTENT"]);
});

test("[EDT-119] what stays of a second half goes into the next paragraph, as it does when a paragraph is deleted", () => {
  const marked = `<w:p><w:r><w:t xml:space="preserve">one two</w:t></w:r>${bookmark}</w:p>`;
  const { clean } = edit(marked + p("b"), split("two", "h"), drop(ref("h")));
  expect(bodyXml(clean)).toMatch(/one <\/w:t><\/w:r><\/w:p><w:p><w:bookmarkStart/);
  checkEdit(marked + p("b"), [split("two", "h"), drop(ref("h"))], "one ¶+\n[-two-]¶-\nb");
});

test("[EDT-119] where something was put between the halves both marks are told", () => {
  const between = { ...add(at(0), "x"), destination: before(ref("h")) };
  checkEdit(WORDS, [split("two", "h"), between, drop(ref("h"))], "one ¶+\n{+x+}¶+\n[-two three-]¶-\nb");
  const referred = { type: "cross_reference", to: ref("h"), show: "text" };
  const insert = { type: "insert", paragraphs: at(1), at: "end", content: [referred] };
  expect(refusals(WORDS, split("two", "h"), insert, drop(ref("h")))).toEqual(["2 paragraphs UNDEFINED_COMBINATION"]);
});

const heal = (from: object, through: object, separator?: string) => ({
  type: "join_paragraphs",
  paragraphs: { from, through },
  ...(separator === undefined ? {} : { separator }),
});

test("[EDT-120] parts of a paragraph that are joined again are as if there had been no split", () => {
  checkEdit(WORDS, [split("two", "h"), heal(at(0), ref("h"))], "one two three\nb");
  checkEdit(WORDS, [split("two", "h"), heal(at(0), ref("h"), "; ")], "one {+; +}two three\nb");
  const both = [split("two", "h"), split("three", "i")];
  checkEdit(WORDS, [...both, heal(ref("h"), ref("i"))], "one ¶+\ntwo three\nb");
  checkEdit(WORDS, [...both, heal(at(0), ref("h"))], "one two ¶+\nthree\nb");
  checkEdit(WORDS, [...both, heal(at(0), ref("i"), "; ")], "one {+; +}two {+; +}three\nb");
  checkEdit(WORDS, [...both, drop(ref("h")), heal(at(0), ref("i"))], "one [-two -]three\nb");
});

test("[EDT-120] the first one names the whole, which can be deleted and moved; the others name nothing any more", () => {
  const edits = [split("two", "h"), heal(at(0), ref("h"))];
  checkEdit(WORDS, [...edits, drop(at(0))], "[-one two three-]¶-\nb");
  checkEdit(WORDS, [...edits, move(at(0), after(at(1)))], "<-one two three->¶<\nb¶+\n<+one two three+>");
  expect(refusals(WORDS, ...edits, format(ref("h")))).toEqual(["2 paragraphs.ref TARGET_REMOVED"]);
  const center = { type: "set_paragraph_format", paragraphs: ref("h"), paragraph_format: { alignment: "center" } };
  expect(bodyXml(edit(WORDS, split("two", "h"), center, heal(at(0), ref("h"))).clean)).not.toContain("w:jc");
});

test("[EDT-120] something between the parts, or a section's end, keeps them apart", () => {
  const between = { ...add(at(0), "x"), destination: before(ref("h")) };
  const reason = "2 paragraphs UNDEFINED_COMBINATION";
  expect(refusals(WORDS, split("two", "h"), between, heal(at(0), ref("h")))).toEqual([reason]);
  const end = { type: "insert_section_break", paragraphs: at(0), section_type: "next_page" };
  expect(refusals(WORDS, end, split("two", "h"), heal(at(0), ref("h")))).toEqual([]);
  expect(refusals(WORDS, split("two", "h"), heal(ref("h"), at(1)))).toEqual(["1 paragraphs RANGE_INVALID"]);
});

test("[EDT-120] beside a split that is refused the parts of the others are joined, to tell what else is wrong", () => {
  const gone = { type: "delete", paragraphs: at(0), text: { match: "two " } };
  const edits = [gone, split("three", "h"), split("two", "i"), heal(at(0), ref("h")), format(ref("x"))];
  expect(refusals(WORDS, ...edits)).toEqual(["2 at TARGET_REMOVED", "4 paragraphs.ref REF_UNDEFINED"]);
});

test("[EDT-99] a paragraph that is split twice at one place has an empty part there, which goes by itself", () => {
  const twice = [split("two", "h"), split("two", "i")];
  checkEdit(WORDS, twice, "one ¶+\n¶+\ntwo three\nb");
  checkEdit(WORDS, [...twice, drop(ref("h"))], "one ¶+\ntwo three\nb");
  checkEdit(WORDS, [...twice, drop(ref("i"))], "one ¶+\n[-two three-]\nb");
  checkEdit(WORDS, [...twice, heal(at(0), ref("i"))], "one two three\nb");
});
