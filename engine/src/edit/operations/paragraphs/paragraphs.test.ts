// Tests insert_paragraphs and delete_paragraphs.

import { expect, test } from "vitest";
import { fld, p, r, tbl } from "../../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, editSettled, refusals } from "../../../../testing/edits.ts";
import { del } from "../../../../testing/redlines.ts";

const at = (index: number) => ({ index });
const add = (index: number, position: "before" | "after", ...items: readonly unknown[]) => ({
  type: "insert_paragraphs",
  destination: { paragraph: at(index), position },
  new_paragraphs: items.map((item) => (typeof item === "string" ? { content: item } : item)),
});
const remove = (...paragraphs: readonly unknown[]) => ({
  type: "delete_paragraphs",
  paragraphs: paragraphs.map((one) => (typeof one === "number" ? at(one) : one)),
});
const range = (from: number, through: number) => ({ from: at(from), through: at(through) });
const styled = (id: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${r(text)}</w:p>`;
const styles = ["A", "B"]
  .map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`)
  .join("");

test("[EDT-62] paragraphs are inserted at a destination, marks and all", () => {
  checkEdit(p("a") + p("b"), [add(0, "after", "one", "two")], "a\n{+one+}¶+\n{+two+}¶+\nb");
  checkEdit(p("a") + p("b"), [add(0, "before", "one")], "{+one+}¶+\na\nb");
});

test("[EDT-100] what another deleted in a deleted paragraph is part of the next, also when one is put before that", () => {
  const gone =
    '<w:del w:id="1" w:author="Bo" w:date="2024-01-02T03:04:05Z"><w:r><w:delText>x</w:delText></w:r></w:del>';
  const { clean } = edit(`<w:p>${gone}</w:p>${p("b")}`, remove(0), add(1, "before", "n"));
  expect(bodyXml(clean)).toMatch(/n<\/w:t>.*<w:p><w:del>.*x.*b</);
});

test("[EDT-23] what is placed after one block comes before what is placed before the next, each in request order", () => {
  const edits = [add(1, "before", "3"), add(0, "after", "1"), add(1, "before", "4"), add(0, "after", "2")];
  checkEdit(p("a") + p("b"), edits, "a\n{+1+}¶+\n{+2+}¶+\n{+3+}¶+\n{+4+}¶+\nb");
});

test("[EDT-63] a paragraph after the last one takes its mark: the last mark stays", () => {
  checkEdit(p("a"), [add(0, "after", "one", "two")], "a¶+\n{+one+}¶+\n{+two+}");
  checkEdit(p("a") + tbl([p("x")]) + p("b"), [add(0, "after", "one")], "a¶+\n{+one+}\nrow: x\nb");
  checkEdit(tbl([p("x"), p("y")]) + p("b"), [add(0, "after", "one")], "row: x¶+ / {+one+} | y\nb");
});

test("[EDT-64] a new paragraph is like the one at the destination, or has its style alone", () => {
  const source = { body: styled("A", "a") + styled("B", "b"), parts: { styles } };
  const like = bodyXml(edit(source, add(0, "after", "new")).clean);
  expect(like).toContain('<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>new</w:t></w:r></w:p>');
  const own = bodyXml(edit(source, add(0, "after", { content: "new", style_id: "B" })).clean);
  expect(own).toContain('<w:p><w:pPr><w:pStyle w:val="B"/></w:pPr><w:r><w:t>new</w:t></w:r></w:p>');
  expect(refusals(source, add(0, "after", { content: "new", style_id: "C" }))).toEqual([
    "0 new_paragraphs[0].style_id STYLE_NOT_FOUND",
  ]);
});

test("[EDT-64] a new paragraph takes no section break, no page break before and no tracked mark", () => {
  const properties =
    '<w:pPr><w:pageBreakBefore/><w:jc w:val="center"/><w:rPr><w:ins w:id="3" w:author="A" w:date="2026-01-01T00:00:00Z"/><w:b/></w:rPr><w:sectPr/></w:pPr>';
  const { clean } = edit(`<w:p>${properties}${r("a")}</w:p>${p("b")}`, add(0, "before", "new"));
  expect(bodyXml(clean)).toMatch(
    /^<w:p><w:pPr><w:jc w:val="center"\/><w:rPr><w:b\/><\/w:rPr><\/w:pPr><w:r><w:t>new<\/w:t><\/w:r><\/w:p>/,
  );
});

test("[EDT-65] format goes for text and mark, and paragraph_format for the paragraph", () => {
  const item = { content: "new", format: { bold: true }, paragraph_format: { alignment: "center" } };
  const xml = bodyXml(edit(p("a") + p("b"), add(0, "after", item)).clean);
  expect(xml).toContain(
    '<w:pPr><w:jc w:val="center"/><w:rPr><w:b/><w:bCs/></w:rPr></w:pPr><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>new',
  );
});

test("[EDT-22] a destination in a cell is in that cell", () => {
  checkEdit(tbl([p("x"), p("y")]) + p("z"), [add(1, "before", "new")], "row: x | {+new+}¶+ / y\nz");
  const beside = { ...add(0, "after", "new"), destination: { table: { number: 1 }, position: "before" } };
  checkEdit(tbl([p("x")]) + p("z"), [beside], "{+new+}¶+\nrow: x\nz");
});

test("[EDT-66] paragraphs are deleted with their marks", () => {
  checkEdit(p("a") + p("b") + p("c"), [remove(1)], "a\n[-b-]¶-\nc");
  checkEdit(p("a") + p("b") + p("c"), [remove(range(0, 1))], "[-a-]¶-\n[-b-]¶-\nc");
});

test("[EDT-67] the last paragraph goes with the mark before it", () => {
  checkEdit(p("a") + p("b") + p("c"), [remove(range(1, 2))], "a¶-\n[-b-]¶-\n[-c-]");
  const { clean } = edit({ body: styled("A", "a") + styled("B", "b"), parts: { styles } }, remove(1));
  expect(bodyXml(clean)).toBe('<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>');
});

test("[EDT-67] beside another's undecided change the last paragraph goes whole, or stays with what another deleted", () => {
  const changed = '<w:pPrChange w:id="7" w:author="Ann" w:date="2024-05-06T07:08:00Z"><w:pPr/></w:pPrChange></w:pPr>';
  const undecided = p("a").replace("<w:p>", `<w:p><w:pPr><w:jc w:val="right"/>${changed}`);
  const left = (last: string) => editSettled(undecided + last, remove(1)).xml.match(/<w:p>|<w:pPrChange>|<w:del>/g);
  expect(left(p("b"))).toEqual(["<w:p>", "<w:pPrChange>"]);
  expect(left(`<w:p>${r("b")}${del(8, "c")}</w:p>`)).toEqual(["<w:p>", "<w:pPrChange>", "<w:p>", "<w:del>"]);
});

test("[EDT-67] a paragraph that keeps tables apart, or is the last one left, loses its text alone", () => {
  checkEdit(tbl([p("x")]) + p("a") + tbl([p("y")]) + p("z"), [remove(1)], "row: x\n[-a-]\nrow: y\nz");
  checkEdit(p("a") + p("b"), [remove(range(0, 1))], "[-a-]¶-\n[-b-]");
});

test("[EDT-100] of paragraphs that all go the one is left that was there last", () => {
  const source = { body: styled("A", "a") + styled("B", "b"), parts: { styles } };
  const left = (...edits: Parameters<typeof edit>[1][]) =>
    /w:val="(.)"/.exec(bodyXml(edit(source, ...edits).clean))?.[1];
  expect([left(remove(1), remove(0)), left(remove(0), remove(1)), left(remove(range(0, 1)))]).toEqual(["A", "B", "B"]);
  const changed = '<w:pPrChange w:id="7" w:author="Ann" w:date="2024-05-06T07:08:00Z"><w:pPr/></w:pPrChange></w:pPr>';
  const undecided = p("a").replace("<w:p>", `<w:p><w:pPr><w:jc w:val="right"/>${changed}`) + p("b");
  expect(bodyXml(edit(undecided, remove(1), remove(0)).clean).match(/<w:p>|<w:pPrChange>/g)).toEqual([
    "<w:p>",
    "<w:pPrChange>",
  ]);
});

test("[EDT-100] behind a table that goes later a paragraph stays where all of them went before it", () => {
  const source = p("a") + tbl([p("b")]) + p("c") + p("d");
  const table = { type: "delete_table", table: { number: 1 } };
  const move = { type: "move_paragraphs", paragraphs: at(2), destination: { paragraph: at(0), position: "before" } };
  expect(acceptedText(source, remove(3), remove(2), table)).toBe("a\n");
  expect(acceptedText(source, remove(3), move, table)).toBe("c\na\n");
  expect(acceptedText(source, table, remove(3), remove(2))).toBe("a");
});

test("[EDT-67] the last paragraph is replaced by another", () => {
  const source = { body: styled("A", "a") + styled("B", "b"), parts: { styles } };
  const expected =
    '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="B"/></w:pPr><w:r><w:t>new</w:t></w:r></w:p>';
  expect(bodyXml(edit(source, add(1, "after", "new"), remove(1)).clean)).toBe(expected);
  expect(bodyXml(edit(source, add(1, "before", "new"), remove(1)).clean)).toBe(expected);
});

test("[EDT-16] a range that covers a whole table takes it with it, one that cuts a table is refused", () => {
  const body = p("a") + tbl([p("b"), p("c")], [p("d"), p("e")]) + p("f");
  checkEdit(body, [remove(range(0, 4))], "[-a-]¶-\nrow-: [-b-]¶- | [-c-]¶-\nrow-: [-d-]¶- | [-e-]¶-\nf");
  expect(refusals(body, remove(range(0, 2)))).toEqual(["0 paragraphs[0] RANGE_CUTS_TABLE"]);
  expect(refusals(body, remove(range(1, 2)))).toEqual(["0 paragraphs[0] RANGE_CUTS_TABLE"]);
  expect(refusals(body, remove(1))).toEqual(["0 paragraphs CELL_WOULD_BE_EMPTY"]);
  checkEdit(tbl([p("a") + p("b"), p("c")]) + p("d"), [remove(range(0, 0))], "row: [-a-]¶- / b | c\nd");
});

test("[EDT-18] deleting every paragraph of a cell is refused", () => {
  const body = tbl([p("a") + p("b"), p("c")]) + p("d");
  expect(refusals(body, remove(range(0, 1)))).toEqual(["0 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(body, remove(0, 1))).toEqual(["0 paragraphs CELL_WOULD_BE_EMPTY"]);
});

test("[EDT-18] several edits do not take every paragraph of a cell either", () => {
  const body = tbl([p("a") + p("b"), p("c")]) + p("d");
  const move = (index: number, to: number) => ({
    type: "move_paragraphs",
    paragraphs: at(index),
    destination: { paragraph: at(to), position: "after" },
  });
  expect(refusals(body, remove(0), remove(1))).toEqual(["1 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(body, move(0, 3), remove(1))).toEqual(["1 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(body, move(0, 3), add(0, "after", "x"), move(1, 2))).toEqual(["2 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(body, remove(2), add(2, "after", "x"))).toContain("0 paragraphs CELL_WOULD_BE_EMPTY");
});

test("[EDT-18] a cell that got something new keeps that", () => {
  const body = tbl([p("a") + p("b"), p("c")]) + p("d");
  expect(acceptedText(body, add(2, "after", "x"), remove(2))).toBe("row: a / b | x\nd");
  expect(acceptedText(body, add(0, "before", "x"), remove(0), remove(1))).toBe("row: x | c\nd");
});

test("[EDT-92] what was deleted is no target any more", () => {
  const body = p("a") + p("b") + p("c");
  expect(refusals(body, remove(1), add(1, "after", "x"))).toEqual(["1 destination TARGET_REMOVED"]);
  const insert = { type: "insert", paragraphs: at(1), at: "end", content: "x" };
  expect(refusals(body, remove(1), insert)).toEqual(["1 at TARGET_REMOVED"]);
  const replace = { type: "replace", paragraphs: "all", text: { match: "b" }, content: "x" };
  expect(refusals(body, remove(1), replace)).toEqual(["1 text TARGET_REMOVED"]);
  checkEdit(body, [insert, remove(1)], "a\n[-b-]¶-\nc");
});

test("[EDT-68] a paragraph that ends a section loses its text, not the section", () => {
  const ends = `<w:p><w:pPr><w:sectPr/></w:pPr>${r("b")}</w:p>`;
  checkEdit(p("a") + ends + p("c"), [remove(1)], "a\n[-b-]§\nc");
});

test("[EDT-69] the text of notes goes with the paragraph that refers to them", () => {
  const source = {
    body: `<w:p>${r("b")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("c")}`,
    parts: { footnotes: `<w:footnote w:id="2">${p("note")}</w:footnote>` },
  };
  checkEdit(source, [remove(0)], "[-b(fn)-]¶-\nc\nfootnote: [-note-]");
});

test("[EDT-17] a field that reaches over paragraphs is not cut", () => {
  const body = `<w:p>${fld("begin")}<w:r><w:instrText>TOC</w:instrText></w:r>${fld("separate")}${r("one")}</w:p>${p("two")}<w:p>${r("three")}${fld("end")}</w:p>${p("rest")}`;
  expect(refusals(body, remove(0))).toEqual(["0 paragraphs PROTECTED_CONTENT"]);
  expect(refusals(body, remove(range(0, 1)))).toEqual(["0 paragraphs PROTECTED_CONTENT"]);
  expect(refusals(body, remove(range(0, 2)))).toEqual([]);
});

test("[EDT-25] a ref names what an edit makes, is defined once and before it is used", () => {
  const body = p("a") + p("b");
  const first = add(0, "after", { content: "one", ref: "n" });
  const beside = (ref: string) => ({
    ...add(0, "after", "two"),
    destination: { paragraph: { ref }, position: "before" },
  });
  checkEdit(body, [first, beside("n")], "a\n{+two+}¶+\n{+one+}¶+\nb");
  expect(refusals(body, beside("n"), first)).toEqual(["0 destination.paragraph.ref REF_UNDEFINED"]);
  expect(refusals(body, first, first)).toEqual(["1 new_paragraphs[0].ref REF_DUPLICATE"]);
});

test("[EDT-28] text is put at the ends of a new paragraph, and all of it is linked", () => {
  const first = add(0, "after", { content: "one", ref: "n", format: { bold: true } });
  const insert = (at: string, content: string) => ({ type: "insert", paragraphs: { ref: "n" }, at, content });
  const edits = [insert("start", "1"), insert("end", "2"), insert("start", "3"), insert("end", "4")];
  checkEdit(p("a") + p("b"), [first, ...edits], "a\n{+13one24+}¶+\nb");
  expect(bodyXml(edit(p("a") + p("b"), first, ...edits).clean).match(/<w:b\/>/g)).toHaveLength(6);
  const link = { type: "add_hyperlink", paragraphs: { ref: "n" }, url: "https://a.b/" };
  checkEdit(p("a") + p("b"), [first, link], 'a\n{+{HYPERLINK "https://a.b/"}one+}¶+\nb');
  expect(refusals(p("a"), first, link, link)).toEqual(["2 paragraphs ALREADY_LINKED"]);
  const empty = add(0, "after", { content: "", ref: "n" });
  expect(refusals(p("a"), empty, link)).toEqual(["1 paragraphs NOT_ALLOWED_HERE"]);
  checkEdit(p("a") + p("b"), [empty, insert("end", "x"), link], 'a\n{+{HYPERLINK "https://a.b/"}x+}¶+\nb');
});

test("[EDT-21] a destination is before or after a paragraph or a table", () => {
  const body = p("a") + tbl([p("b")]) + p("c");
  const beside = (destination: unknown) => ({
    type: "insert_paragraphs",
    destination,
    new_paragraphs: [{ content: "x" }],
  });
  const table = { table: { number: 1 } };
  checkEdit(body, [beside({ ...table, position: "after" })], "a\nrow: b\n{+x+}¶+\nc");
  expect(acceptedText(body, beside({ ...table, position: "before" }))).toBe("a\nx\nrow: b\nc");
  expect(acceptedText(body, beside({ paragraph: { index: 2 }, position: "before" }))).toBe("a\nrow: b\nx\nc");
  expect(refusals(body, beside({ paragraph: { index: 2 } }))).toEqual(["0 destination.position MISSING_FIELD"]);
  expect(refusals(body, beside({ ...table, paragraph: { index: 0 }, position: "after" }))).toHaveLength(1);
  expect(refusals(body, beside({ table: { number: 2 }, position: "after" }))).toEqual([
    "0 destination.table TABLE_NOT_FOUND",
  ]);
});

test("[EDT-21] between two tables that touch there is no place for a paragraph", () => {
  const body = p("a") + tbl([p("b")]) + tbl([p("c")]) + p("d");
  const beside = (number: number, position: string) => ({ table: { number }, position });
  const insert = (destination: unknown) => ({
    type: "insert_paragraphs",
    destination,
    new_paragraphs: [{ content: "x" }],
  });
  expect(refusals(body, insert(beside(1, "after")))).toEqual(["0 destination NOT_ALLOWED_HERE"]);
  expect(refusals(body, insert(beside(2, "before")))).toEqual(["0 destination NOT_ALLOWED_HERE"]);
  const move = { type: "move_paragraphs", paragraphs: { index: 0 }, destination: beside(2, "before") };
  expect(refusals(body, move)).toEqual(["0 destination NOT_ALLOWED_HERE"]);
  expect(refusals(body, insert(beside(1, "before")))).toEqual([]);
});

test("[EDT-49] what goes into a new part, or beside what stands there, is held against that part", () => {
  const header = {
    type: "add_header_footer",
    section: { number: 1 },
    part: { kind: "header" },
    content: "h",
    ref: "h",
  };
  const inHeader = { index: 0, part: { ref: "h" } };
  const page = [{ type: "break", kind: "page" }];
  const add = (paragraph: unknown, content: unknown) => ({
    type: "insert_paragraphs",
    destination: { paragraph, position: "after" },
    new_paragraphs: [{ content, ref: "n" }],
  });
  expect(refusals(p("a"), header, add(inHeader, page))).toEqual([
    "1 new_paragraphs[0].content[0].kind NOT_ALLOWED_HERE",
  ]);
  const comment = { type: "add_comment", paragraphs: { ref: "n" }, content: "?" };
  expect(refusals(p("a"), header, add(inHeader, "x"), comment)).toEqual(["2 paragraphs NOT_ALLOWED_HERE"]);
  const insert = { type: "insert", paragraphs: { ref: "n" }, at: "end", content: page };
  expect(refusals(p("a"), header, add(inHeader, "x"), insert)).toEqual(["2 content[0].kind NOT_ALLOWED_HERE"]);
  expect(refusals(p("a"), add({ index: 0 }, "x"), insert)).toEqual([]);
});

test("[EDT-26] cross-references lead to paragraphs, also to new ones before them", () => {
  const reference = (to: unknown, show = "text") => ({
    content: [{ text: "See " }, { type: "cross_reference", to, show }],
  });
  const edits = [
    add(1, "after", { content: "Notices", ref: "n" }, reference({ ref: "n" }), reference({ index: 0 }, "above_below")),
  ];
  const { clean } = edit(p("a") + p("b") + p("c"), ...edits);
  expect(
    bodyXml(clean)
      .replaceAll(/<[^>]*>/g, "|")
      .replaceAll(/\|+/g, "|"),
  ).toBe("|a|b|Notices|See | REF _Ref100000000 \\h |Notices|See | REF _Ref100000001 \\p \\h |above|c|");
  const later = add(0, "after", reference({ ref: "n" }), { content: "x", ref: "n" });
  expect(refusals(p("a"), later)).toEqual(["0 new_paragraphs[0].content[1].to.ref REF_UNDEFINED"]);
  expect(refusals(p("a") + p(), add(0, "after", reference({ index: 1 })))).toEqual([
    "0 new_paragraphs[0].content[1].show INVALID_VALUE",
  ]);
});

test("[EDT-96] a paragraph that ends what another moved is not deleted: its text would leave the range", () => {
  const moved = (half: string, id: number) =>
    `<w:move${half}RangeStart w:id="${id}" w:name="m" w:author="A"/><w:p><w:move${half} w:id="${id + 1}" w:author="A">${r("a")}</w:move${half}></w:p><w:move${half}RangeEnd w:id="${id}"/>`;
  const body = `${moved("From", 1)}${p("b")}${moved("To", 5)}${p("c")}`;
  const remove = (index: number) => ({ type: "delete_paragraphs", paragraphs: { index } });
  expect(refusals(body, remove(0))).toEqual(["0 paragraphs UNDEFINED_COMBINATION"]);
  expect(refusals(body, remove(3))).toEqual([]);
});

test("[EDT-21] beside a new table that stands between two that touch there is no place for a paragraph", () => {
  const body = tbl([p("a")]) + tbl([p("b")]) + p("c");
  const table = (position: string) => ({
    type: "insert_table",
    destination: { table: { number: 2 }, position: "before" },
    rows: [["x"]],
    ref: position,
  });
  const beside = (position: string) => ({
    type: "insert_paragraphs",
    destination: { table: { ref: position }, position },
    new_paragraphs: [{ content: "n" }],
  });
  for (const position of ["before", "after"]) {
    expect(refusals(body, table(position), beside(position))).toEqual(["1 destination NOT_ALLOWED_HERE"]);
  }
});

test("[EDT-66] what the request put into a content control goes when the control does, references too", () => {
  const control = `<w:p>${r("a")}<w:sdt><w:sdtContent>${r("b c")}</w:sdtContent></w:sdt></w:p>`;
  const reference = { type: "cross_reference", to: at(1), show: "text" };
  const replace = { type: "replace", paragraphs: at(0), text: { match: "b" }, content: [reference] };
  checkEdit(control + p("d"), [replace, remove(0)], "[-a[-b-] c-]¶-\nd");
});

test("[EDT-115] a paragraph that the request inserts and deletes leaves nothing", () => {
  const body = p("a") + p("b");
  const named = (content: string) => ({ content, ref: content });
  checkEdit(body, [add(0, "after", named("x"), named("y")), remove({ ref: "x" })], "a\n{+y+}¶+\nb");
  checkEdit(body, [add(0, "before", named("x")), remove({ ref: "x" })], "a\nb");
  checkEdit(body, [add(1, "after", named("x")), remove({ ref: "x" }, { ref: "x" })], "a\nb");
  const range = { from: { ref: "x" }, through: { ref: "y" } };
  checkEdit(body, [add(0, "after", named("x"), named("y")), remove(range, 1)], "a¶-\n[-b-]");
  checkEdit(tbl([p("c")]) + body, [add(0, "after", named("x")), remove({ ref: "x" })], "row: c\na\nb");
  const noted = { ref: "x", content: [{ text: "x" }, { type: "footnote", content: "n" }] };
  checkEdit({ body, parts: { settings: "" } }, [add(0, "after", noted), remove({ ref: "x" })], "a\nb");
});

test("[EDT-115] what is put beside it stands where it would, in the order of the request", () => {
  const body = p("a") + p("b");
  const named = (content: string) => ({ content, ref: content });
  const edits = [add(0, "after", "1"), add(0, "after", named("x")), remove({ ref: "x" }), add(0, "after", "2")];
  checkEdit(body, edits, "a\n{+1+}¶+\n{+2+}¶+\nb");
  checkEdit(body, [add(0, "after", named("x")), remove({ ref: "x" }), add(0, "after", "2")], "a\n{+2+}¶+\nb");
});

test("[EDT-115] it is no target any more, and stays where other edits need it", () => {
  const body = p("a") + p("b");
  const insert = add(0, "after", { content: "x", ref: "x" });
  const format = { type: "format", paragraphs: { ref: "x" }, format: { bold: true } };
  expect(refusals(body, insert, remove({ ref: "x" }), format)).toEqual(["2 paragraphs.ref TARGET_REMOVED"]);
  const reference = [{ type: "cross_reference", to: { ref: "x" }, show: "text" }];
  const refer = { type: "insert", paragraphs: at(1), at: "end", content: reference };
  expect(refusals(body, insert, refer, remove({ ref: "x" }))).toEqual(["2 paragraphs UNDEFINED_COMBINATION"]);
  const [first, second, last] = [remove(0), remove(1), remove({ ref: "x" })];
  expect(refusals(body, insert, first, second, last)).toEqual(["3 paragraphs UNDEFINED_COMBINATION"]);
});

test("[EDT-67] of paragraphs that all go the last stays where there is no room and another deleted something in it", () => {
  const by = 'w:author="Ann" w:date="2024-01-02T03:04:00Z"';
  const changed = `<w:p><w:pPr><w:pPrChange w:id="91" ${by}><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr>${r("a")}</w:p>`;
  const deleted = `<w:del w:id="92" ${by}><w:r><w:delText>x</w:delText></w:r></w:del>`;
  const last = `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${r("c")}</w:p>`;
  const remove = (paragraphs: unknown) => ({ type: "delete_paragraphs", paragraphs });
  const both = [remove({ from: { index: 1 }, through: { index: 2 } }), remove({ index: 0 })];
  const left = (second: string) => bodyXml(edit(changed + second + last, ...both).clean);
  expect(left(`<w:p>${deleted}</w:p>`)).toMatch(
    /^<w:p><w:pPr><w:jc w:val="center"\/><\/w:pPr><w:del\b.*<\/w:del><\/w:p>$/,
  );
  expect(left(p("b"))).toMatch(/^<w:p><w:pPr><w:pPrChange\b.*<\/w:pPr><\/w:p>$/);
});
