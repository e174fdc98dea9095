import { expect, test } from "vitest";
import { fld, open } from "../../testing/documents.ts";
import { abstractList, list } from "../../testing/lists.ts";
import { by, cell, del, ins, para, range, redlineOf, row, run, table, tracked } from "../../testing/redlines.ts";
import { readRedline } from "./read-redline.ts";
import type { Block } from "./redline.ts";

function blocksOf(body: string): readonly Block[] {
  return redlineOf(body).blocks;
}

/** Returns the segments of a paragraph with this content. */
function segmentsOf(...content: readonly string[]): unknown {
  const [block] = blocksOf(para("00000001", content));
  return block?.type === "table" ? undefined : block?.content;
}

const inserted = { type: "insertion", ...by };
const deleted = { type: "deletion", ...by };

test("unchanged text is one segment, however many runs and links it is written in", () => {
  const link = `<w:hyperlink w:anchor="a">${run("b")}</w:hyperlink>`;
  expect(segmentsOf("a", link, "c")).toEqual([{ text: "abc" }]);
  expect(segmentsOf()).toEqual([]);
});

test("a change has the id, the author and the date of its element, and the version that made it", () => {
  expect(segmentsOf("a ", del(3, "b"), ins(4, "c"), " d")).toEqual([
    { text: "a " },
    { ...deleted, id: "3", text: "b" },
    { ...inserted, id: "4", text: "c" },
    { text: " d" },
  ]);
});

test("neighbouring elements of one author and date are one change with the id of the first", () => {
  const link = `<w:hyperlink w:anchor="a">${ins(6, "b")}</w:hyperlink>`;
  expect(segmentsOf(ins(5, "a"), link, ins(7, "c"))).toEqual([{ ...inserted, id: "5", text: "abc" }]);
  const other = 'w:author="Bob"';
  expect(segmentsOf(ins(5, "a"), ins(6, "b", other))).toEqual([
    { ...inserted, id: "5", text: "a" },
    { type: "insertion", id: "6", author: "Bob", revision: "b.docx", text: "b" },
  ]);
});

test("text that one change inserted and another deleted is nested", () => {
  const both = tracked("ins", 2, tracked("del", 3, "<w:r><w:delText>b</w:delText></w:r>", 'w:author="Bob"'));
  expect(segmentsOf(ins(1, "a"), both, ins(4, "c"))).toEqual([
    {
      ...inserted,
      id: "1",
      content: [
        { text: "a" },
        { type: "deletion", id: "3", author: "Bob", revision: "b.docx", text: "b" },
        { text: "c" },
      ],
    },
  ]);
});

test("an object that was inserted and deleted is told too", () => {
  const both = tracked("ins", 2, tracked("del", 3, "<w:r><w:footnoteReference w:id='2'/><w:tab/><w:pict/></w:r>"));
  expect(segmentsOf(both)).toEqual([
    {
      ...inserted,
      id: "2",
      content: [
        { ...deleted, id: "3", text: "", object: "footnote" },
        { ...deleted, id: "3", text: "\t" },
        { ...deleted, id: "3", text: "", object: "other" },
      ],
    },
  ]);
});

test("tabs and breaks are characters; notes, pictures and equations are segments of their own", () => {
  expect(segmentsOf("<w:r><w:tab/><w:br/><w:cr/><w:br w:type='page'/><w:noBreakHyphen/></w:r>")).toEqual([
    { text: "\t\n\n\f\u2011" },
  ]);
  const objects = "<w:r><w:footnoteReference w:id='2'/></w:r><w:m/><m:oMath/>";
  expect(segmentsOf("a", objects, tracked("ins", 1, `${run("b")}<w:r><w:endnoteReference w:id='2'/></w:r>`))).toEqual([
    { text: "a" },
    { text: "", object: "footnote" },
    { text: "", object: "math" },
    { ...inserted, id: "1", text: "b" },
    { ...inserted, id: "1", text: "", object: "endnote" },
  ]);
});

test("a field is its result, in each version the one it has there", () => {
  const codeRun = (name: string) => `<w:r><w:${name}>PAGE</w:${name}></w:r>`;
  const field = `${fld("begin")}${codeRun("instrText")}${fld("separate")}`;
  expect(segmentsOf(field, "1", fld("end"))).toEqual([{ text: "1" }]);
  const deletedField = `${fld("begin")}${codeRun("delInstrText")}${fld("separate")}<w:r><w:delText>2</w:delText></w:r>`;
  expect(
    segmentsOf(tracked("del", 1, deletedField + fld("end")), tracked("ins", 2, field + run("3") + fld("end"))),
  ).toEqual([
    { ...deleted, id: "1", text: "2" },
    { ...inserted, id: "2", text: "3" },
  ]);
});

test("text that only the marks of a field take away is given to the change next to it", () => {
  const begin = tracked("ins", 1, fld("begin"));
  const end = tracked("ins", 2, fld("separate") + run("new") + fld("end"));
  expect(segmentsOf(begin, "code", end)).toEqual([
    { ...deleted, id: "2-2", text: "code" },
    { ...inserted, id: "2", text: "new" },
  ]);
  expect(segmentsOf("<w:r><w:delText>lost</w:delText></w:r>")).toEqual([
    { type: "deletion", id: "change", author: "", revision: "b.docx", text: "lost" },
  ]);
});

test("of text with a reading aid the text is read, with the changes in it", () => {
  const ruby = `<w:r><w:ruby><w:rubyBase>${del(1, "a")}${run("b")}${ins(2, "c")}</w:rubyBase></w:ruby></w:r>`;
  expect(segmentsOf(ruby)).toEqual([
    { ...deleted, id: "1", text: "a" },
    { text: "b" },
    { ...inserted, id: "2", text: "c" },
  ]);
});

test("a mark that was inserted or deleted stands with its block, as part of the change before it", () => {
  const [first, second] = blocksOf(para("00000001", ["a", ins(1, "b")], tracked("ins", 2)) + para("00000002", ["c"]));
  expect(first).toEqual({
    type: "paragraph",
    id: "00000001",
    content: [{ text: "a" }, { ...inserted, id: "1", text: "b" }],
    mark: { ...inserted, id: "1" },
  });
  expect(second).toEqual({ type: "paragraph", id: "00000002", content: [{ text: "c" }] });
});

test("a mark that came and went has both changes, what came outermost", () => {
  const mark = tracked("del", 2, "", 'w:author="Bob"') + tracked("ins", 1);
  expect(blocksOf(para("00000001", [], mark) + para("00000002", []))[0]).toEqual({
    type: "paragraph",
    id: "00000001",
    content: [],
    mark: {
      ...inserted,
      id: "1",
      content: [{ type: "deletion", id: "2", author: "Bob", revision: "b.docx" }],
    },
  });
});

test("a mark that stays in spite of its change is not told", () => {
  const oneCell = table(row([cell(para("00000002", []))]));
  const before = (content: string) =>
    blocksOf(para("00000001", [content], tracked("del", 2)) + oneCell + para("00000003", []));
  expect(before("a")[0]).not.toHaveProperty("mark");
  expect(before(del(1, "a"))[0]).toHaveProperty("mark.id", "1");
  const [inCell] = blocksOf(table(row([cell(para("00000001", [], tracked("ins", 2)))])) + para("00000002", []));
  expect(inCell).toHaveProperty("rows.0.cells.0.blocks.0", { type: "paragraph", id: "00000001", content: [] });
});

test("the halves of a move share a number, and the old place has the id of the new one with a suffix", () => {
  const from = para("00000001", [tracked("moveFrom", 1, run("a"))], tracked("moveFrom", 2));
  const to = para("00000003", [tracked("moveTo", 3, run("a")), ins(4, "b")], tracked("moveTo", 5));
  const body = range("moveFrom", "m", from) + para("00000002", []) + range("moveTo", "m", to) + para("00000004", []);
  const { blocks, summary } = redlineOf(body);
  const source = { type: "moved_from", id: "1", move_id: 1, ...by };
  const place = { type: "moved_to", move_id: 1, ...by };
  expect(blocks[0]).toEqual({
    type: "paragraph",
    id: "00000003-from",
    content: [{ ...source, text: "a" }],
    mark: source,
  });
  expect(blocks[2]).toEqual({
    type: "paragraph",
    id: "00000003",
    content: [
      { ...place, id: "3", text: "a" },
      { ...inserted, id: "4", text: "b" },
    ],
    mark: { ...place, id: "3" },
  });
  expect(summary).toEqual({ changes: 2, insertions: 1, deletions: 0, moves: 1, formats: 0, conflicts: 0 });
});

test("half a move is a deletion or an insertion, and a paragraph without a counterpart has its own id", () => {
  const half = para("00000001", [tracked("moveFrom", 1, run("a"))], tracked("moveFrom", 2)) + para("00000002", []);
  expect(blocksOf(half)[0]).toMatchObject({ id: "00000001", content: [{ type: "deletion", id: "1" }] });
  expect(redlineOf(half).summary).toMatchObject({ deletions: 1, moves: 0 });
  const lines = ["00000001", "00000002"].map((id) =>
    para(id, [tracked("moveFrom", id, run("a"))], tracked("moveFrom", `${id}m`)),
  );
  const to = para("00000003", [tracked("moveTo", 3, run("aa"))]);
  const whole = blocksOf(range("moveFrom", "m", lines.join("")) + range("moveTo", "m", to));
  expect(whole.map(({ id }) => id)).toEqual(["00000001-from", "00000002-from", "00000003"]);
});

test("tables, rows and cells are numbered, an outer table before those in it", () => {
  const inner = (id: string) => table(row([cell(para(id, []))])) + para(`${id.slice(0, -1)}F`, []);
  const blocks = blocksOf(table(row([cell(inner("00000011")), cell(inner("00000021"))])) + inner("00000031"));
  expect(blocks[0]).toMatchObject({
    type: "table",
    id: "t1",
    rows: [
      {
        id: "t1r1",
        cells: [
          { id: "t1r1c1", blocks: [{ id: "t2", rows: [{ id: "t2r1" }] }, { id: "0000001F" }] },
          { id: "t1r1c2", blocks: [{ id: "t3" }, { id: "0000002F" }] },
        ],
      },
    ],
  });
  expect(blocks[1]).toMatchObject({ id: "t4" });
});

test("a row or cell that came or went carries its change", () => {
  const rows = [
    row([cell(para("00000001", [del(2, "a")], tracked("del", 3)))], tracked("del", 1)),
    row([cell(para("00000002", ["b"])), cell(para("00000003", [ins(5, "c")]), tracked("cellIns", 4))]),
  ];
  const { blocks, summary } = redlineOf(table(...rows) + para("00000004", []));
  expect(blocks[0]).toMatchObject({
    rows: [
      { change: { ...deleted, id: "1" }, cells: [{ blocks: [{ content: [{ ...deleted, id: "2", text: "a" }] }] }] },
      { cells: [{ id: "t1r2c1" }, { id: "t1r2c2", change: { ...inserted, id: "4" } }] },
    ],
  });
  expect(blocks[0]).not.toHaveProperty("rows.1.change");
  expect(summary).toMatchObject({ insertions: 1, deletions: 1 });
});

test("text in a deleted row is as its own wrappers say, also where they say nothing or insertion", () => {
  const text = cell(para("00000001", ["a", ins(2, "b"), tracked("ins", 3, fld("begin")) + run("c")]));
  const [block] = blocksOf(table(row([text], tracked("del", 1))) + para("00000002", []));
  expect(block).toHaveProperty("rows.0.cells.0.blocks.0.content", [
    { text: "a" },
    { ...inserted, id: "2", text: "b" },
    { text: "c" },
  ]);
});

test("a row all of which was moved carries the move, under an id of its own", () => {
  const moved = (half: "moveFrom" | "moveTo", id: number) => {
    const start = `<w:${half}RangeStart w:id="${id}" w:name="m"/>`;
    const text = para("", [start, tracked(half, id + 2, run("a"))], tracked(half, id + 1));
    return [table(row([cell(text)])), para("", [`<w:${half}RangeEnd w:id="${id}"/>`])].join("");
  };
  const blocks = blocksOf(moved("moveFrom", 10) + moved("moveTo", 20));
  expect(blocks[0]).toMatchObject({ rows: [{ change: { type: "moved_from", move_id: 1, id: "11" } }] });
  expect(blocks[2]).toMatchObject({ rows: [{ change: { type: "moved_to", move_id: 1, id: "21" } }] });
});

test("a paragraph without an id of its own, or with one that is not its own alone, has a hash", () => {
  const body = [para("00000001", ["a"]), para("00000001", ["b"]), "<w:p/>", para("00000002", [])].join("");
  const ids = blocksOf(body).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(ids[3]).toBe("00000002");
  expect(ids).not.toContain("00000001");
  for (const id of ids) expect(id).toMatch(/^[0-9A-F]{8}$/);
  expect(blocksOf(body).map(({ id }) => id)).toEqual(ids);
});

test("of changes with one id the later ones get a suffix, and one that is no id gets another", () => {
  expect(segmentsOf(ins(1, "a"), "b", ins(1, "c"), "d", ins("x y", "e"))).toMatchObject([
    { id: "1" },
    {},
    { id: "1-2" },
    {},
    { id: "change" },
  ]);
});

test("a date is UTC to the second, and none where the document has none", () => {
  const dated = (date: string) => segmentsOf(ins(1, "a", `w:author="Ann" w:date="${date}"`));
  expect(dated("2026-01-02T03:04:05")).toMatchObject([{ date: "2026-01-02T03:04:05Z" }]);
  expect(dated("2026-01-01T23:30:00.5-01:30")).toMatchObject([{ date: "2026-01-02T01:00:00Z" }]);
  expect(dated("2026-01-02T03:04Z")).toMatchObject([{ date: "2026-01-02T03:04:00Z" }]);
  for (const date of ["", "yesterday", "2026-13-02T03:04:05Z"]) {
    expect(dated(date)).toEqual([{ type: "insertion", id: "1", author: "Ann", revision: "b.docx", text: "a" }]);
  }
});

test("a heading has its outline level, by its properties or the name of its style", () => {
  const style = (id: string, name: string, properties = "") =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`;
  const styles = style("H", "Title", '<w:outlineLvl w:val="1"/>') + style("N", "heading 3") + style("B", "Body");
  const styled = (id: string, properties = "") => `<w:p><w:pPr><w:pStyle w:val="${id}"/>${properties}</w:pPr></w:p>`;
  const body = styled("H") + styled("N") + styled("B") + styled("N", '<w:outlineLvl w:val="9"/>');
  expect(redlineOf(body, { styles }).blocks.map((block) => [block.type, "level" in block && block.level])).toEqual([
    ["heading", 2],
    ["heading", 3],
    ["paragraph", false],
    ["paragraph", false],
  ]);
});

test("a numbered paragraph has its numeral and its level; a bullet of a symbol font is a dot", () => {
  const numbering =
    abstractList(0, ["%1.", "(%2) lowerLetter"]) + abstractList(1, ["\uf0b7 bullet"]) + list(1, 0) + list(2, 1);
  const item = (place: string, mark = "") => {
    const [numId, level] = place.split(":");
    const numPr = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`;
    return `<w:p><w:pPr>${numPr}<w:rPr>${mark}</w:rPr></w:pPr></w:p>`;
  };
  const body = item("1:0") + item("1:1") + item("1:0", tracked("del", 1)) + item("1:0") + item("2:0");
  const numerals = redlineOf(body, { numbering }).blocks.map((block) =>
    block.type === "table" ? undefined : [block.number, block.level],
  );
  expect(numerals).toEqual([
    ["1.", 1],
    ["(a)", 2],
    ["2.", 1],
    ["2.", 1],
    ["•", 1],
  ]);
});

test("headers and footers are there when they hold a change, each named by the first section that shows it", () => {
  const reference = (kind: string, type: string, part: string) =>
    `<w:${kind}Reference w:type="${type}" r:id="rId${part}"/>`;
  const section = `<w:sectPr>${reference("header", "default", "header1")}${reference("header", "first", "header2")}${reference("footer", "even", "footer1")}</w:sectPr>`;
  const { headers, footers } = redlineOf(table(row([cell(para("00000001", []))])) + section, {
    header1: table(row([cell(para("00000002", ["same"]))])),
    header2: table(row([cell(para("00000003", [ins(1, "new")]))])),
    footer1: para("00000004", ["a"], tracked("del", 2)) + para("00000005", []),
  });
  expect(headers).toMatchObject([
    { part: { kind: "header", type: "first", section: { number: 1 } }, blocks: [{ id: "t2" }] },
  ]);
  expect(footers).toMatchObject([
    { part: { kind: "footer", type: "even", section: { number: 1 } }, blocks: [{ mark: { id: "2" } }, {}] },
  ]);
});

test("the summary counts decisions, and what changes no text as a format", () => {
  const lines = ["1", "2", "3"].map((id) => para(`0000000${id}`, [ins(id, "a")], tracked("ins", `${id}0`)));
  const bold =
    '<w:r><w:rPr><w:b/><w:rPrChange w:id="7" w:author="Ann"><w:rPr/></w:rPrChange></w:rPr><w:t>x</w:t></w:r>';
  const box = `<w:r><w:pict><v:textbox><w:txbxContent>${para("00000005", [del(6, "e")])}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const last = para("00000004", [del(4, "b"), ins(5, "c"), "d", bold, bold, box]);
  const { summary } = redlineOf(lines.join("") + last);
  expect(summary).toEqual({ changes: 4, insertions: 2, deletions: 2, moves: 0, formats: 1, conflicts: 0 });
});

test("a redline says what it is of, and has its keys in one order", () => {
  const redline = redlineOf(para("00000001", [ins(1, "a")], tracked("ins", 2)) + para("00000002", []));
  expect(JSON.stringify(redline)).toBe(
    '{"schema_version":1,"kind":"comparison",' +
      '"documents":[{"role":"original","name":"a.docx"},{"role":"modified","name":"b.docx"}],' +
      '"summary":{"changes":1,"insertions":1,"deletions":0,"moves":0,"formats":0,"conflicts":0},' +
      '"blocks":[{"type":"paragraph","id":"00000001","content":[{"type":"insertion","id":"1","author":"Ann",' +
      '"revision":"b.docx","date":"2026-01-02T03:04:05Z","text":"a"}],"mark":{"type":"insertion","id":"1",' +
      '"author":"Ann","revision":"b.docx","date":"2026-01-02T03:04:05Z"}},' +
      '{"type":"paragraph","id":"00000002","content":[]}],"headers":[],"footers":[],"notes":[],"text_boxes":[],' +
      '"comments":[],"format_changes":[],"units":[{"id":"u1","kind":"insert","ids":["1"],"block":"00000001",' +
      '"clause":{"number":"","title":""},"authors":["Ann"],"revisions":["b.docx"],"date":"2026-01-02T03:04:05Z",' +
      '"before":"","after":"a","context":{"before":"","after":""}}],"notices":[]}',
  );
});

test("an empty body has no blocks", () => {
  expect(blocksOf("")).toEqual([]);
});

test("an appended paragraph is one insertion, and so is a column", () => {
  const appended = para("00000001", ["a"], tracked("ins", 1)) + para("00000002", [ins(2, "b")]);
  expect(redlineOf(appended).summary).toMatchObject({ insertions: 1, deletions: 0 });
  const rows = [1, 2, 3].map((line) =>
    row([
      cell(para(`0000001${line}`, ["a"])),
      cell(para(`0000002${line}`, [ins(line * 10 + 1, "b")]), tracked("cellIns", line * 10)),
      cell(para(`0000003${line}`, [ins(line * 10 + 3, "c")]), tracked("cellIns", line * 10 + 2)),
    ]),
  );
  expect(redlineOf(table(...rows) + para("00000009", [])).summary).toMatchObject({ insertions: 2, deletions: 0 });
});

test("a deleted numbered paragraph has the number it had", () => {
  const numbered = (id: string, mark = "", content = "a") =>
    `<w:p w14:paraId="${id}"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr>${mark}</w:rPr></w:pPr>${content}</w:p>`;
  const body = [
    numbered("00000001", "", run("a")),
    numbered("00000002", tracked("del", 1), del(2, "b")),
    numbered("00000003", "", run("c")),
  ].join("");
  const numbering = abstractList(0, ["%1."]) + list(1, 0);
  const { blocks } = redlineOf(body, { numbering });
  expect(blocks.map((block) => (block.type === "table" ? "" : block.number))).toEqual(["1.", "2.", "2."]);
});

test("[NUM-10] numbers go on across the notes of a part, and across its text boxes", () => {
  const item = (id: number, content: string) =>
    `<w:p w14:paraId="0000000${id}"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${content}</w:p>`;
  const note = (id: number) => `<w:footnote w:id="${id}">${item(id, ins(id, "n") + del(id + 10, "o"))}</w:footnote>`;
  const box = (id: number) =>
    `<w:r><w:pict><v:textbox><w:txbxContent>${item(id, del(id, "x"))}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const references = [2, 3].map((id) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`).join("");
  const parts = { footnotes: note(2) + note(3), numbering: abstractList(0, ["%1."]) + list(1, 0) };
  const redline = redlineOf(item(1, run("a") + references + box(4) + box(5)), parts);
  const numbersIn = (holders: readonly { readonly blocks: readonly Block[] }[]) =>
    holders.flatMap(({ blocks }) => blocks.map((block) => (block.type === "table" ? "" : block.number)));
  expect([redline, ...redline.notes].map((holder) => numbersIn([holder]))).toEqual([["1."], ["1."], ["2."]]);
  expect(numbersIn(redline.text_boxes)).toEqual(["1.", "2."]);
});

test("changed notes and text boxes are told beside the blocks, and all comments", () => {
  const parts = {
    footnotes: `<w:footnote w:id="2">${para("00000002", ["n", ins(5, "o")])}</w:footnote><w:footnote w:id="3">${para("00000003", ["same"])}</w:footnote>`,
    comments: `<w:comment w:id="0" w:author="Bob" w:date="2026-01-01T00:00:00Z">${para("00000004", ["Why?"])}</w:comment>`,
  };
  const box = `<w:r><w:pict><v:textbox><w:txbxContent>${para("00000005", [del(6, "x")])}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const about = `<w:commentRangeStart w:id="0"/>${run("b")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
  const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const redline = redlineOf(para("00000001", ["a", reference(2), reference(3), about, box]), parts);
  const note = { type: "paragraph", id: "00000002", content: [{ text: "n" }, { ...inserted, id: "5", text: "o" }] };
  expect(redline.notes).toEqual([{ kind: "footnote", number: 1, label: "1", blocks: [note] }]);
  const boxed = { type: "paragraph", id: "00000005", content: [{ ...deleted, id: "6", text: "x" }] };
  expect(redline.text_boxes).toEqual([{ blocks: [boxed] }]);
  const said = { author: "Bob", date: "2026-01-01T00:00:00Z", text: "Why?" };
  expect(redline.comments).toEqual([{ id: "c1", ...said, block: "00000001", anchor_text: "b", replies: [] }]);
});

test("a format change tells the block, the text and what differs", () => {
  const change = `<w:rPrChange w:id="7" ${'w:author="Ann" w:date="2026-01-02T03:04:05Z"'}><w:rPr><w:i/></w:rPr></w:rPrChange>`;
  const bold = `<w:r><w:rPr><w:b/>${change}</w:rPr><w:t>b</w:t></w:r>`;
  const { format_changes: changes } = redlineOf(para("00000001", ["a", bold]));
  expect(changes).toEqual([
    {
      id: "7",
      ...by,
      block: "00000001",
      text: "b",
      property: "formatting",
      before: { bold: null, italic: true },
      after: { bold: true, italic: null },
    },
  ]);
});

const address = (url: string): string => `HYPERLINK "${url}"`;
const instr = (name: string, code: string): string =>
  `<w:r><w:${name} xml:space="preserve"> ${code} </w:${name}></w:r>`;
const came = (id: number, ...content: readonly string[]): string => tracked("ins", id, content.join(""));
const went = (id: number, ...content: readonly string[]): string => tracked("del", id, content.join(""));

test("text that became a link is one change of a format", () => {
  const { format_changes: changes, summary } = redlineOf(
    para("00000001", [
      came(7, fld("begin"), instr("instrText", address("https://a.example")), fld("separate")),
      run("b"),
      came(8, fld("end")),
    ]),
  );
  expect(summary).toMatchObject({ insertions: 0, deletions: 0, formats: 1 });
  const urls = { before: { url: null }, after: { url: "https://a.example" } };
  expect(changes).toEqual([{ id: "7", ...by, block: "00000001", text: "b", property: "link", ...urls }]);
});

test("a field that leads elsewhere is one change of a format, its text none", () => {
  const {
    blocks,
    format_changes: changes,
    summary,
  } = redlineOf(
    para("00000001", [
      "See ",
      fld("begin"),
      went(7, instr("delInstrText", "REF a")),
      came(8, instr("instrText", "REF b")),
      fld("separate"),
      run("4.2"),
      fld("end"),
    ]),
  );
  expect(summary).toMatchObject({ insertions: 0, deletions: 0, formats: 1 });
  const codes = { before: { code: "REF a" }, after: { code: "REF b" } };
  expect(changes).toEqual([{ id: "7", ...by, block: "00000001", text: "4.2", property: "field", ...codes }]);
  expect(blocks).toMatchObject([{ content: [{ text: "See 4.2" }] }]);
});

test("notices are told in words", () => {
  const notices = [{ code: "COMMENTS_LEFT_OUT", source: "before", count: 2 }] as const;
  const { notices: told } = readRedline(open(para("00000001", [])), {
    kind: "comparison",
    revision: "b.docx",
    documents: [],
    notices,
  });
  expect(told).toEqual([
    {
      code: "COMMENTS_LEFT_OUT",
      message: "2 comments of the original document are not in the redline.",
      count: 2,
      actionable: true,
      source: "original",
    },
  ]);
});
