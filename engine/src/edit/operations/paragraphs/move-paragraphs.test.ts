// Tests move_paragraphs (EDT-97) and what moves together with the paragraphs.

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../../testing/documents.ts";
import { acceptedText, bodyXml, checkEdit, edit, refusals } from "../../../../testing/edits.ts";
import { text } from "../../../../testing/packages.ts";
import { ins } from "../../../../testing/redlines.ts";
import { rejectAll } from "../../../revisions/decide/decide.ts";

const at = (index: number) => ({ index });
const move = (paragraphs: unknown, index: number, position: "before" | "after" = "after") => ({
  type: "move_paragraphs",
  paragraphs,
  destination: { paragraph: at(index), position },
});
const range = (from: number, through: number) => ({ from: at(from), through: at(through) });
const insert = (index: number, where: unknown, content: string) => ({
  type: "insert",
  paragraphs: at(index),
  at: where,
  content,
});
const remove = (index: number, match: string) => ({ type: "delete", paragraphs: at(index), text: { match } });
const abcd = p("a") + p("b") + p("c") + p("d");

test("[EDT-97] paragraphs move with their marks", () => {
  checkEdit(abcd, [move(at(0), 2)], "<-a->¶<\nb\nc\n<+a+>¶>\nd");
  checkEdit(abcd, [move(range(1, 2), 0, "before")], "<+b+>¶>\n<+c+>¶>\na\n<-b->¶<\n<-c->¶<\nd");
  expect(acceptedText(abcd, move([at(0), at(2)], 3, "before"))).toBe("b\na\nc\nd");
  expect(acceptedText(abcd, move(at(1), 3))).toBe("a\nc\nd\nb");
  expect(acceptedText(abcd, move(at(3), 0))).toBe("a\nd\nb\nc");
});

test("[EDT-97] what is edited before or after the move is edited at the new place", () => {
  const body = p("one two") + p("b") + p("c");
  const edits = [insert(0, { after: { match: "one" } }, "X"), remove(0, "two")];
  expect(acceptedText(body, ...edits, move(at(0), 1))).toBe("b\noneX \nc");
  expect(acceptedText(body, move(at(0), 1), ...edits)).toBe("b\noneX \nc");
  const format = { type: "format", paragraphs: at(0), format: { bold: true } };
  expect(bodyXml(edit(body, move(at(0), 1), format).clean)).toContain("<w:b/><w:bCs/></w:rPr><w:t>one two");
});

test("[EDT-97] a table that moves to an end, or beside another, comes with a paragraph that keeps it apart", () => {
  const moveTable = (through: number, index: number, position: string) => ({
    type: "move_paragraphs",
    paragraphs: { from: { index: 0 }, through: { index: through } },
    destination: { paragraph: { index }, position },
  });
  const table = tbl([p("t")]);
  expect(acceptedText(table + p("a"), moveTable(0, 1, "after"))).toBe("a\nrow: t\n");
  expect(acceptedText(table + p("a") + tbl([p("b")]) + p("c"), moveTable(0, 1, "after"))).toBe(
    "a\nrow: t\n\nrow: b\nc",
  );
  expect(acceptedText(table + p("a") + tbl([p("b")]) + p("c"), moveTable(0, 2, "after"))).toContain("b / ");
});

test("[EDT-97] a move is within one part, also beside a new paragraph", () => {
  const footnotes = `<w:footnote w:id="2">${p("one")}</w:footnote>`;
  const source = {
    body: `<w:p>${r("a")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("b")}`,
    parts: { footnotes },
  };
  const add = (paragraph: unknown) => ({
    type: "insert_paragraphs",
    destination: { paragraph, position: "before" },
    new_paragraphs: [{ content: "n", ref: "n" }],
  });
  const beside = {
    type: "move_paragraphs",
    paragraphs: at(1),
    destination: { paragraph: { ref: "n" }, position: "before" },
  };
  expect(refusals(source, add({ index: 0, part: { kind: "footnote", number: 1 } }), beside)).toEqual([
    "1 destination NOT_ALLOWED_HERE",
  ]);
  expect(refusals(source, add(at(0)), beside)).toEqual([]);
});

test("[EDT-97] marks between blocks stay between them, and go back where something was put among the blocks", () => {
  const mark = (id: string, end = "") => `<w:bookmark${end === "" ? "Start" : "End"} w:id="${id}" w:name="b${id}"/>`;
  const between = `${p("a")}${mark("1")}${p("b", mark("1", "end"))}${p("c")}${p("d")}`;
  const both = [at(0), at(1)];
  expect(acceptedText(between, move(both, 3))).toBe("c\nd\na\nb");
  const inside = `${p("a", mark("1"), "b", mark("1", "end"))}${p("c")}${p("d")}`;
  const among = { type: "insert_table", destination: { paragraph: at(0), position: "before" }, rows: [["t"]] };
  const split = { type: "split_paragraph", paragraphs: at(0), at: { before: { match: "b" } } };
  expect(acceptedText(inside, move(at(0), 2), among, split)).toBe("c\nd\nrow: t\na\nb");
});

test("[EDT-97] marks between rows and cells go along, and back", () => {
  const mark = (id: string, end = "") => `<w:bookmark${end === "" ? "Start" : "End"} w:id="${id}" w:name="b${id}"/>`;
  const row = `${mark("1")}<w:tr>${mark("2")}<w:tc>${p("a", mark("1", "end"))}</w:tc>${mark("2", "end")}<w:tc>${p("b")}</w:tc></w:tr>`;
  const body = `<w:tbl>${row}<w:tr><w:tc>${p("c")}</w:tc></w:tr></w:tbl>${p("d")}${p("e")}`;
  const moved = { ...move({ from: at(0), through: at(2) }, 3) };
  expect(acceptedText(body, moved)).toBe("d\nrow: a | b\nrow: c\ne");
  expect(bodyXml(edit(body, moved).clean)).toContain('<w:bookmarkStart w:name="b1"/><w:tr>');
});

test("[EDT-100] what stays with a section's end has the properties that the request gave", () => {
  const body = `${p("a")}<w:p><w:pPr><w:sectPr/></w:pPr>${r("b")}</w:p>${p("c")}`;
  const centre = { type: "set_paragraph_format", paragraphs: at(1), paragraph_format: { alignment: "center" } };
  expect(bodyXml(edit(body, centre, move(at(1), 2)).clean).match(/<w:jc /g)).toHaveLength(2);
});

test("[EDT-97] shapes that move are called otherwise; a control of a form stays", () => {
  const office = 'xmlns:o="urn:schemas-microsoft-com:office:office"';
  const shape = '<v:shapetype id="t75"/><v:shape id="i1" type="#t75"/>';
  const object = `<w:r><w:object ${office}>${shape}<o:OLEObject ShapeID="i1" Type="Embed"/></w:object></w:r>`;
  const xml = bodyXml(edit(`<w:p>${object}</w:p>${p("a")}`, move(at(0), 1)).redline);
  const ids = (name: string) => [...xml.matchAll(new RegExp(` ${name}="#?([^"]*)"`, "g"))].map(([, id]) => id);
  expect(new Set(ids("id")).size).toBe(4);
  expect(ids("id").filter((id) => ids("type").includes(id))).toHaveLength(2);
  expect(ids("id").filter((id) => ids("ShapeID").includes(id))).toHaveLength(2);
  const control = `<w:p><w:r><w:object><w:control w:name="c"/></w:object></w:r></w:p>${p("a")}`;
  expect(refusals(control, move(at(0), 1))).toEqual(["0 paragraphs PROTECTED_CONTENT"]);
});

test("[EDT-97] a reference to a note that is not there goes along", () => {
  const body = `<w:p>${r("a")}<w:r><w:footnoteReference w:id="7"/></w:r></w:p>${p("b")}`;
  expect(acceptedText({ body, parts: { footnotes: "" } }, move(at(0), 1))).toBe("b\na(fn)");
});

test("[EDT-97] drawings in a note that goes along are called otherwise", () => {
  const wp = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing";
  const drawing = `<w:r><w:drawing><wp:inline xmlns:wp="${wp}"><wp:docPr id="1" name="x"/></wp:inline></w:drawing></w:r>`;
  const source = {
    body: `<w:p>${r("a")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("b")}`,
    parts: { footnotes: `<w:footnote w:id="2"><w:p>${drawing}</w:p></w:footnote>` },
  };
  const { redline } = edit(source, move(at(0), 1));
  const notes = text(redline.package.bytes("word/footnotes.xml"));
  expect([...notes.matchAll(/docPr id="(\d)"/g)].map(([, id]) => id)).toEqual(["1", "2"]);
});

test("[EDT-97] smart tags go whole; a bookmark stays with a section's end that has no text", () => {
  const tag = (content: string) =>
    `<w:smartTag w:uri="urn:a" w:element="b"><w:smartTagPr><w:attr w:name="c" w:val="d"/></w:smartTagPr>${content}</w:smartTag>`;
  const body = `<w:p>${tag("")}${tag(r("x"))}${r("y")}</w:p>${p("z")}`;
  expect(bodyXml(edit(body, move(at(0), 1)).clean).match(/<w:smartTag /g)).toHaveLength(2);
  const { clean } = edit(body, { type: "delete_paragraphs", paragraphs: at(0) });
  expect(bodyXml(clean)).toBe("<w:p><w:r><w:t>z</w:t></w:r></w:p>");
  const mark = '<w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>';
  const ending = `<w:p><w:pPr><w:sectPr/></w:pPr>${mark}</w:p>${p("z")}${p("a")}`;
  expect(bodyXml(edit(ending, move(at(0), 1)).redline)).toContain(`</w:pPr>${mark.replaceAll(' w:id="1"', "")}</w:p>`);
});

test("[EDT-97] a table moves with its rows", () => {
  const body = p("a") + tbl([p("b"), p("c")]) + p("d") + p("e");
  checkEdit(body, [move(range(1, 2), 3)], "a\nrow-: <-b->¶< | <-c->¶<\nd\nrow+: <+b+>¶> | <+c+>¶>\ne");
});

test("[EDT-97] what is put into a cell of a table that moves then is an insertion there, and marks go back", () => {
  const mark = '<w:bookmarkStart w:id="7" w:name="k"/><w:bookmarkEnd w:id="7"/>';
  const body = tbl([p("a")], [p(mark, "b")]) + p("c") + p("d");
  const add = (index: number) => ({
    type: "insert_paragraphs",
    destination: { paragraph: at(index), position: "before" },
    new_paragraphs: [{ content: "X" }],
  });
  for (const index of [0, 1]) {
    const { redline } = edit(body, add(index), move(range(0, 1), 2));
    expect(bodyXml(redline)).not.toContain("<w:ins/><w:moveTo/>");
  }
  expect(acceptedText(body, add(1), move(range(0, 1), 2))).toBe("c\nrow: a\nrow: X / b\nd");
});

test("[EDT-97] what moves into a cell of a table that moved goes back on its own, with the marks of both", () => {
  const mark = (id: number) => `<w:bookmarkStart w:id="${id}" w:name="k${id}"/><w:bookmarkEnd w:id="${id}"/>`;
  const body = tbl([p(mark(1), "a")], [p(mark(2), "b")]) + p(mark(3), "c") + p(mark(4), "d") + p("e");
  const tables = move(range(0, 1), 2);
  expect(acceptedText(body, tables, move(at(3), 0))).toBe("c\nrow: a / d\nrow: b\ne");
  expect(acceptedText(body, tables, move(at(3), 1, "before"))).toBe("c\nrow: a\nrow: d / b\ne");
});

test("[EDT-96] a table does not move beside what the request put into it", () => {
  const body = tbl([p("a")]) + p("b") + p("c");
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "X", ref: "x" }],
  };
  const besideNew = { ...move(range(0, 0), 0), destination: { paragraph: { ref: "x" }, position: "after" } };
  expect(refusals(body, move(at(1), 0), move(range(0, 0), 1))).toEqual(["1 destination UNDEFINED_COMBINATION"]);
  expect(refusals(body, add, besideNew)).toEqual(["1 destination UNDEFINED_COMBINATION"]);
});

test("[EDT-34] a link whose text was deleted does not move with its paragraph", () => {
  const link = `<w:hyperlink w:anchor="x">${r("b")}</w:hyperlink>`;
  const { clean } = edit(p("a", link) + p("c"), remove(0, "b"), move(at(0), 1));
  expect(bodyXml(clean)).not.toContain("hyperlink");
});

test("[EDT-35] [EDT-100] a simple field that moved is a field to later edits", () => {
  const body = p("a", `<w:fldSimple w:instr=" AUTHOR ">${r("bc")}</w:fldSimple>`, "d") + p("e");
  const cleanXml = (...edits: readonly Record<string, unknown>[]) =>
    bodyXml(edit(body, move(at(0), 1), ...edits).clean);
  const end = '<w:fldChar w:fldCharType="end"/></w:r>';
  expect(cleanXml(insert(0, { after: { match: "c" } }, "X"))).toContain(`${end}<w:r><w:t>X</w:t></w:r>`);
  expect(cleanXml(insert(0, { before: { match: "b" } }, "X"))).toContain(
    '<w:r><w:t>X</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/>',
  );
  expect(cleanXml(remove(0, "bc"))).not.toContain("fldChar");
});

test("[EDT-68] a section break stays where it is", () => {
  const body = `${p("a")}<w:p><w:pPr><w:sectPr/></w:pPr>${r("b")}</w:p>${p("c")}${p("d")}`;
  expect(acceptedText(body, move(at(1), 2))).toBe("a\n§\nc\nb\nd");
});

test("[EDT-97] bookmarks and tracked changes of others go along; notes are copied", () => {
  const body = `<w:p w14:paraId="11111111"><w:bookmarkStart w:id="1" w:name="x"/>${r("a")}${ins(5, "new")}<w:bookmarkEnd w:id="1"/></w:p>${p("b")}${p("c")}`;
  const { clean } = edit(body, move(at(0), 1));
  expect(bodyXml(clean)).toBe(
    '<w:p><w:r><w:t>b</w:t></w:r></w:p><w:p><w:bookmarkStart w:name="x"/><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:bookmarkEnd/></w:p><w:p><w:r><w:t>c</w:t></w:r></w:p>',
  );
  const noted = {
    body: `<w:p>${r("a")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("b")}${p("c")}`,
    parts: { footnotes: `<w:footnote w:id="2">${p("note")}</w:footnote>` },
  };
  expect(acceptedText(noted, move(at(0), 1))).toBe("b\na(fn)\nc\nfootnote: note");
});

test("[EDT-97] a move into itself, into another part or of part of a table is refused", () => {
  expect(refusals(abcd, move(range(0, 1), 1))).toEqual(["0 destination RANGE_INVALID"]);
  const body = p("a") + tbl([p("b"), p("c")]) + p("d");
  expect(refusals(body, move(range(0, 1), 3))).toEqual(["0 paragraphs RANGE_CUTS_TABLE"]);
  expect(refusals(body, move(at(1), 3))).toEqual(["0 paragraphs CELL_WOULD_BE_EMPTY"]);
  expect(refusals(abcd, move(at(0), 1), move(at(0), 2))).toEqual(["1 paragraphs UNDEFINED_COMBINATION"]);
});

test("[EDT-97] a bookmark goes back with an empty paragraph, also at the end of the document", () => {
  const marked = (id: number) =>
    `<w:p><w:bookmarkStart w:id="${id}" w:name="k${id}"/><w:bookmarkEnd w:id="${id}"/></w:p>`;
  // The gate has checked that rejecting restores the upload.
  expect(acceptedText(marked(1) + marked(2), move(at(0), 1))).toBe("\n");
  expect(acceptedText(marked(1) + marked(2) + marked(3), move(at(2), 0))).toBe("\n\n");
});

test("[EDT-97] a bookmark goes back with a paragraph that moved behind a last one which was deleted then", () => {
  const deleted = { type: "delete_paragraphs", paragraphs: at(1) };
  expect(namesIn(bodyXml(edit(marked(1) + marked(2), move(at(0), 1), deleted).clean))).toBe("b2 b1");
});

const bookmark = (id: number) => `<w:bookmarkStart w:id="${id}" w:name="b${id}"/><w:bookmarkEnd w:id="${id}"/>`;
const marked = (id: number) => `<w:p>${bookmark(id)}</w:p>`;
const namesIn = (xml: string) => [...xml.matchAll(/w:name="(b\d)"/g)].map(([, name]) => name).join(" ");

test("[EDT-97] marks go along, and back, with a paragraph whose mark another inserted", () => {
  const by = 'w:author="Ann" w:date="2024-05-06T07:08:00Z"';
  const inserted = `<w:pPr><w:rPr><w:ins w:id="90" ${by}/></w:rPr></w:pPr>`;
  const reference = '<w:r><w:commentReference w:id="1"/></w:r>';
  const comment = `<w:commentRangeStart w:id="1"/><w:commentRangeEnd w:id="1"/>${reference}`;
  expect(bodyXml(edit(`<w:p>${inserted}${comment}</w:p><w:p/>`, move(at(0), 1, "before")).clean)).toContain(
    "<w:commentReference/>",
  );
  const last = `${tbl([marked(1)])}<w:p>${inserted}${bookmark(2)}${r("a")}</w:p>`;
  expect(namesIn(bodyXml(edit(last, move(at(1), 0)).clean))).toBe("b1 b2");
  expect(namesIn(bodyXml(edit(last, move(at(1), 0, "before")).clean))).toBe("b2 b1");
});

test("[EDT-97] the bookmark of an empty paragraph goes along, and back, at the ends of cells and stories too", () => {
  const names = (body: string, ...edits: Parameters<typeof acceptedText>[1][]) =>
    namesIn(bodyXml(edit(body, ...edits).clean));
  const two = marked(1) + marked(2);
  expect(names(two, move(at(0), 1))).toBe("b2 b1");
  expect(names(two, move(at(1), 0, "before"))).toBe("b2 b1");
  expect(names(tbl([marked(1)]) + marked(2) + marked(3), move(at(2), 0))).toBe("b1 b3 b2");
  expect(names(tbl([two]) + marked(3), move(at(1), 2))).toBe("b1 b3 b2");
  expect(names(`<w:p><w:pPr><w:sectPr/></w:pPr>${bookmark(1)}</w:p>${marked(2)}`, move(at(0), 1))).toBe("b2 b1");
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(1), position: "after" },
    new_paragraphs: [{ content: "n" }, { content: "m" }],
  };
  expect(names(tbl([marked(1)], [marked(2) + marked(3)]) + p(), move(at(2), 0, "before"), add)).toBe("b3 b1 b2");
});

test("[EDT-97] a bookmark goes back to a paragraph between two tables that has the mark of a new one", () => {
  const body = (moved: string) => `${marked(1)}<w:p>${bookmark(2)}${moved}</w:p>${tbl([p("c")])}${p("d")}`;
  const edits = [
    { type: "insert_table", destination: { paragraph: at(0), position: "after" }, rows: [["t"]] },
    move(at(1), 0, "before"),
    {
      type: "insert_paragraphs",
      destination: { table: { number: 1 }, position: "before" },
      new_paragraphs: [{ content: "n" }],
    },
  ];
  for (const moved of [r("b"), ""]) {
    const { redline, clean } = edit(body(moved), ...edits);
    expect(namesIn(bodyXml(clean))).toBe("b2 b1");
    rejectAll(redline);
    expect(namesIn(bodyXml(redline))).toBe("b1 b2");
  }
});

test("[EDT-97] an empty last paragraph that moves behind another that moved goes back with its bookmark", () => {
  const body = p("a") + tbl([p("b"), p("c") + marked(1)]) + marked(2);
  const before = {
    type: "move_paragraphs",
    paragraphs: at(3),
    destination: { table: { number: 1 }, position: "before" },
  };
  expect(namesIn(bodyXml(edit(body, before, move(at(4), 3)).clean))).toBe("b1 b2");
});

test("[EDT-97] a range that ends beside what moves goes along, and back; one that is elsewhere stays", () => {
  const [start, end] = ["<w:commentRangeStart/>", "<w:commentRangeEnd/>"];
  const [open, close] = [start, end].map((one) => one.replace("/>", ' w:id="1"/>'));
  const moved = (body: string, ...edits: Parameters<typeof acceptedText>[1][]) => bodyXml(edit(body, ...edits).clean);
  const behind = `${tbl([`<w:p>${open}${r("a")}</w:p>`])}${close}${p("b")}${p("c")}`;
  expect(moved(behind, move(range(0, 0), 1))).toMatch(/b<.*CommentRangeStart.*a<.*<\/w:tbl><w:commentRangeEnd\/>.*c</i);
  const before = `${p("c")}${open}<w:p>${r("a")}${close}</w:p>${p("b")}`;
  expect(moved(before, move(at(1), 0, "before"))).toMatch(/^<w:commentRangeStart\/>.*a<.*<w:commentRangeEnd\/>.*c</);
  const beside = `${p("a")}${open}${close}${p("b")}${p("c")}`;
  expect(moved(beside, move(at(0), 2))).toMatch(/^<w:commentRangeStart\/><w:commentRangeEnd\/>.*b</);
  const split = { type: "split_paragraph", paragraphs: at(1), at: { before: { match: "y" } } };
  const between = `${p("x")}${open}<w:p>${r("xy")}${close}</w:p>${p("b")}`;
  expect(moved(between, move(range(0, 1), 2), split)).toMatch(/b<.*x<.*<w:commentRangeStart\/>.*x<.*y<.*RangeEnd/);
});

test("[EDT-97] all the text that another moved, undecided, is not taken from its new place; a part of it is", () => {
  const by = 'w:author="Ann" w:date="2024-05-06T07:08:00Z"';
  const half = (name: string, id: number) =>
    `<w:move${name}RangeStart w:id="${id}" w:name="m" ${by}/><w:move${name} w:id="${id + 1}" ${by}>${r("one two")}</w:move${name}><w:move${name}RangeEnd w:id="${id}"/>`;
  const body = `<w:p>${r("a")}${half("From", 80)}</w:p><w:p>${r("b ")}${half("To", 90)}</w:p>`;
  expect(refusals(body, remove(1, "one two"))).toEqual(["0 text UNDEFINED_COMBINATION"]);
  expect(refusals(body, { ...remove(1, "b one two"), type: "replace", content: "X" })).toEqual([
    "0 text UNDEFINED_COMBINATION",
  ]);
  expect(acceptedText(body, remove(1, "one "))).toBe("a\nb two");
});

test("[EDT-98] what is put after a paragraph that moved stands right behind it; what was put there before stays", () => {
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: at(0), position: "after" },
    new_paragraphs: [{ content: "n" }],
  };
  expect(acceptedText(abcd, move(at(2), 0), move(at(0), 1), add)).toBe("c\nb\na\nn\nd");
});

test("[EDT-97] what moves beside something that moved goes back on its own", () => {
  const body = tbl([p() + marked(1)]) + marked(2) + marked(3) + marked(4);
  const edits = [move(at(1), 4, "before"), move(range(2, 3), 1, "before")];
  expect(namesIn(bodyXml(edit(body, ...edits).clean))).toBe("b2 b3 b1 b4");
});

test("[EDT-17] a field that another deleted in part is moved with all its paragraphs too", () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = "<w:r><w:delInstrText> TOC </w:delInstrText></w:r>";
  const gone = `<w:del w:id="1" w:author="Bo" w:date="2024-01-02T03:04:05Z">${mark("begin")}${code}${mark("separate")}</w:del>`;
  const body = `${p("a")}<w:p>${gone}${r("b")}</w:p><w:p>${r("c")}${mark("end")}</w:p>${p("d")}`;
  expect(refusals(body, move(at(2), 0, "before"))).toEqual(["0 paragraphs PROTECTED_CONTENT"]);
  expect(acceptedText(body, move(range(1, 2), 0, "before"))).toBe("b\nc\na\nd");
});

test("[EDT-97] what is put before the first paragraph that moved is no part of the move", () => {
  const destination = { paragraph: at(1), position: "before" };
  const add = { type: "insert_paragraphs", destination, new_paragraphs: [{ content: "n" }] };
  const body = tbl([marked(1)]) + marked(2);
  const { redline, clean } = edit(body, move(at(1), 0), add, { type: "delete_paragraphs", paragraphs: at(0) });
  expect(bodyXml(redline)).toMatch(/n<.*<w:moveToRangeStart/);
  expect(namesIn(bodyXml(clean))).toBe("b1 b2");
});

test("[EDT-97] a bookmark goes back to a paragraph whose first words were deleted before it moved", () => {
  const body = `${p("a")}<w:p>${bookmark(1)}${r("one two")}</w:p>`;
  expect(acceptedText(body, remove(1, "one"), move(at(1), 0, "before"))).toBe(" two\na");
});

test.each([
  ["before it", ["bb"]],
  ["behind it", ["cc"]],
  ["on both sides", ["bb", "cc"]],
  ["elsewhere too", ["cc", "aa"]],
  ["all but the last", ["aabb", "cc"]],
])(
  "[EDT-97] a comment goes back between its words when words %s were deleted, before or after the move",
  (_, words) => {
    const ranges = ["Start", "End"].map((side) => `<w:commentRange${side} w:id="1"/>`);
    const other = ["Start", "End"].map((side) => `<w:commentRange${side} w:id="2"/>`);
    const reference = '<w:r><w:commentReference w:id="1"/></w:r>';
    const marked = `${r("aa")}${ranges[0]}${other[0]}${r("bb")}${ranges[1]}${reference}${other[1]}${r("cc")}${r("dd")}`;
    const body = `<w:p>${marked}</w:p>${p("last")}`;
    const deletions = words.map((word) => remove(0, word));
    const gone = words.reduce((left, word) => left.replace(word, ""), "aabbccdd");
    expect(acceptedText(body, move(at(0), 1), ...deletions)).toBe(`last\n${gone}`);
    expect(acceptedText(body, ...deletions, move(at(0), 1))).toBe(`last\n${gone}`);
  },
);

test("[EDT-97] a paragraph moves away from a section's end that was removed before", () => {
  const unbreak = { type: "remove_section_break", section: { number: 1 } };
  const body = `<w:p><w:pPr><w:sectPr/></w:pPr>${bookmark(1)}${r("a")}</w:p>${p("b")}${p("c")}`;
  expect(acceptedText(body, unbreak, move(at(0), 1))).toBe("b\na\nc");
  expect(acceptedText(body, unbreak, move(at(0), 2))).toBe("b\nc\na");
  expect(acceptedText(body, unbreak, move(range(0, 1), 2))).toBe("c\na\nb");
});

test("[EDT-26] a cross-reference in a note goes along with the note", () => {
  const footnotes = `<w:footnote w:id="2">${p("one")}</w:footnote>`;
  const body = `<w:p>${r("a")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("b")}`;
  const content = [{ type: "cross_reference", to: at(1), show: "text" }];
  const refer = { type: "insert", paragraphs: { part: { kind: "footnote", number: 1 }, index: 0 }, at: "end", content };
  const { clean } = edit({ body, parts: { footnotes } }, refer, move(at(0), 1));
  expect(text(clean.package.bytes("word/footnotes.xml"))).toMatch(/ REF _Ref\d+ .*<w:t[^>]*>b<\/w:t>/);
});

test("[EDT-68] the section's end that stays has the header that the request gave it", () => {
  const source = `${p("a")}<w:p><w:pPr><w:sectPr/></w:pPr>${r("b")}</w:p>${p("c")}`;
  const header = { type: "add_header_footer", section: { number: 1 }, part: { kind: "header" }, content: "n" };
  expect(bodyXml(edit(source, header, move(at(1), 0, "before")).clean)).toMatch(
    /<w:p><w:pPr><w:sectPr><w:headerReference [^>]*><\/w:sectPr><\/w:pPr><\/w:p>/,
  );
});

test("[EDT-13] what moves before a paragraph that another moved stands outside of that move's range", () => {
  const by = 'w:author="Ann" w:date="2024-01-02T03:04:00Z"';
  const moved = (half: string, id: number) =>
    `<w:move${half}RangeStart w:id="${id}" ${by} w:name="m"/><w:p><w:pPr><w:rPr><w:move${half} w:id="${id + 1}" ${by}/></w:rPr></w:pPr><w:move${half} w:id="${id + 2}" ${by}>${r("q")}</w:move${half}></w:p><w:move${half}RangeEnd w:id="${id}"/>`;
  const source = p("x") + moved("From", 11) + p("y") + moved("To", 21) + p("z");
  expect(bodyXml(edit(source, move(at(0), 3, "before")).clean)).toContain(
    '<w:t>y</w:t></w:r></w:p><w:p><w:r><w:t>x</w:t></w:r></w:p><w:moveToRangeStart w:name="m"/>',
  );
});

const reference = '<w:r><w:commentReference w:id="1"/></w:r>';
const comments = `<w:comment w:id="1" w:author="Ann">${p("c")}</w:comment>`;

test("[EDT-101] a comment goes back where it was, though it was answered after its text moved", () => {
  const body = `<w:p>${r("aabb")}${reference}${r("cc")}${r("dd")}</w:p>${p("last")}`;
  const reply = { type: "reply_comment", comment: { number: 1 }, content: "n" };
  const edits = [remove(0, "dd"), move(at(0), 1), reply, remove(0, "aa")];
  expect(acceptedText({ body, parts: { comments } }, ...edits)).toMatch(/^last\nbbcc/);
});

test("[EDT-96] a paragraph that a deleted one left its comment in is not moved", () => {
  const erase = (index: number) => ({ type: "delete_paragraphs", paragraphs: at(index) });
  const noted = (text: string) => `<w:p>${r(text)}${reference}</w:p>`;
  const told = (body: string, ...edits: readonly Readonly<Record<string, unknown>>[]) =>
    refusals({ body, parts: { comments } }, ...edits);
  const refused = ["1 paragraphs UNDEFINED_COMBINATION"];
  const body = noted("a") + p("b") + p("c");
  expect(told(body, erase(0), move(at(1), 2))).toEqual(refused);
  expect(told(p("a") + p("b") + noted("c"), erase(2), move(at(1), 0, "before"))).toEqual(refused);
  expect(told(noted("a") + p("b") + tbl([p("c")]), erase(0), move(at(1), 2))).toEqual(refused);
  expect(told(body, erase(0), move(at(2), 1, "before"))).toEqual([]);
  expect(told(body, move(at(1), 2), erase(0))).toEqual([]);
  expect(told(abcd, erase(0), move(at(1), 2))).toEqual([]);
});

test("[EDT-97] a paragraph that must stay where one moved away is as the request made that one", () => {
  const format = (index: number) => ({
    type: "set_paragraph_format",
    paragraphs: at(index),
    paragraph_format: { alignment: "center" },
  });
  const body = tbl([p("a")]) + p("b");
  const stays = (...edits: readonly Readonly<Record<string, unknown>>[]) => bodyXml(edit(body, ...edits).clean);
  expect(stays(format(1), move(at(1), 0))).toMatch(/<w:p><w:pPr><w:jc w:val="center"\/><\/w:pPr><\/w:p>$/);
  expect(stays(move(at(1), 0), format(1))).toMatch(/<\/w:tbl><w:p><\/w:p>$/);
});

test("[EDT-93] a move to what a refused edit makes is not blamed for its part", () => {
  const put = (beside: unknown, ref: string) => ({
    type: "insert_paragraphs",
    destination: { paragraph: beside, position: "before" },
    new_paragraphs: [{ content: "n", ref }],
  });
  const onto = { ...move(at(0), 0), destination: { paragraph: { ref: "r2" }, position: "after" } };
  expect(refusals(abcd, put(at(9), "r1"), put({ ref: "r1" }, "r2"), onto)).toEqual([
    "0 destination.paragraph PARAGRAPH_NOT_FOUND",
  ]);
});

test("[EDT-69] later edits of new paragraphs of a note go into the note that moved", () => {
  const reference = `<w:r><w:footnoteReference w:id="2"/></w:r>`;
  const noted = {
    body: p("a", reference) + p("b") + p("c"),
    parts: { footnotes: `<w:footnote w:id="2">${p("one")}</w:footnote>` },
  };
  const made = {
    type: "insert_paragraphs",
    destination: { paragraph: { part: { kind: "footnote", number: 1 }, index: 0 }, position: "after" },
    new_paragraphs: [
      { content: "x", ref: "x" },
      { content: "y", ref: "y" },
    ],
  };
  const moved = {
    type: "move_paragraphs",
    paragraphs: { index: 0 },
    destination: { paragraph: { index: 1 }, position: "after" },
  };
  const put = (ref: string, at: string, content: string) => ({ type: "insert", paragraphs: { ref }, at, content });
  const joined = { type: "join_paragraphs", paragraphs: { from: { ref: "x" }, through: { ref: "y" } } };
  const after = (...edits: readonly Readonly<Record<string, unknown>>[]): string =>
    acceptedText(noted, made, put("x", "start", "1"), moved, ...edits);
  const beginning = "b\na(fn)\nc\nfootnote: one\nfootnote: ";
  expect(after(put("x", "start", "2"), put("y", "end", "3"))).toBe(`${beginning}12x\nfootnote: y3`);
  expect(after(joined)).toBe(`${beginning}1xy`);
  expect(after({ type: "delete_paragraphs", paragraphs: { ref: "y" } })).toBe(`${beginning}1x`);
});

const footnote = { kind: "footnote", number: 1 };
const notedBy = (note: string) => ({
  body: `<w:p>${r("a")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("b")}`,
  parts: { footnotes: `<w:footnote w:id="2">${note}</w:footnote>` },
});

test("[EDT-69] later edits of a new table of a note, and of its rows and columns, go into the note that moved", () => {
  const made = {
    type: "insert_table",
    destination: { paragraph: { part: footnote, index: 0 }, position: "after" },
    rows: [["1", "2"]],
    ref: "t",
  };
  const row = (beside: object, name: string) => ({
    type: "insert_table_row",
    destination: { row: beside, position: "after" },
    cells: ["3", "4"],
    ref: name,
  });
  const column = (beside: object, name: string) => ({
    type: "insert_table_column",
    destination: { column: beside, position: "before" },
    cells: [name],
    ref: name,
  });
  const first = { table: { ref: "t" }, number: 1 };
  const note = (...edits: Parameters<typeof acceptedText>[1][]): string =>
    acceptedText(notedBy(p("one") + p("two")), made, ...edits)
      .replaceAll("footnote: ", "")
      .replace("b\na(fn)\none\n", "");
  const moved = move(at(0), 1);
  expect(note(moved, { type: "delete_table", table: { ref: "t" } })).toBe("two");
  const without = { type: "delete_table_row", row: { ref: "x" } };
  expect(note(row(first, "x"), moved, row({ ref: "x" }, "y"), without)).toBe("row: 1 | 2\nrow: 3 | 4\ntwo");
  expect(note(column(first, "x"), moved, column({ ref: "x" }, "y"))).toBe("row: y | x | 1 | 2\ntwo");
});

test("[EDT-69] blocks that are put after the same new one of a note keep their order when the note moves between", () => {
  const put = (paragraph: object, content: string, name: string) => ({
    type: "insert_paragraphs",
    destination: { paragraph, position: "after" },
    new_paragraphs: [{ content, ref: name }],
  });
  const behind = (name: string) => put({ ref: "x" }, name, name);
  const edits = [put({ part: footnote, index: 0 }, "x", "x"), behind("1"), move(at(0), 1), behind("2")];
  expect(acceptedText(notedBy(p("one")), ...edits)).toMatch(/one\n.*x\n.*1\n.*2$/);
});

test("[EDT-92] a row of an uploaded table in a note that moved or went is refused", () => {
  const added = {
    type: "insert_table_row",
    destination: { row: { table: { part: footnote, number: 1 }, number: 1 }, position: "after" },
    cells: ["1"],
  };
  const source = notedBy(tbl([p("x")]) + p("z"));
  for (const gone of [move(at(0), 1), { type: "delete_paragraphs", paragraphs: at(0) }]) {
    expect(refusals(source, gone, added)).toEqual(["1 destination TARGET_REMOVED"]);
  }
});
