// Tests each kind of edit on small documents.

import { openDocument, ParagraphReader, paragraphsOf, storiesOf, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { checkRevision } from "./check-revision.ts";
import { kindsPossible, reviseDocument } from "./revise-document.ts";
import {
  docx,
  footnotes,
  IMAGE,
  LIST_ITEM,
  NOTE_REFERENCE,
  NUMBERING,
  p,
  r,
  SECTION,
  type SmallParts,
  STYLES,
  tbl,
  textBox,
} from "./testing/small-documents.ts";
import type { Edit, EditKind } from "./truth.ts";

const open = (bytes: Uint8Array) => openDocument(bytes, { codec: nodeZlib, names: wordNames() });

interface Outcome {
  readonly edit: Edit;
  /** The texts of the paragraphs of the body. */
  readonly body: readonly string[];
  /** Returns a part as text. */
  readonly xml: (part: string) => string;
}

/** Makes one edit of a kind, checks its general properties, and returns the outcome. */
function revise(kind: EditKind, body: string, parts: SmallParts = {}, seed = 1): Outcome {
  const bytes = docx(body, parts);
  const revised = reviseDocument(bytes, { seed, edits: 1, kinds: [kind] });
  const again = reviseDocument(bytes, { seed, edits: 1, kinds: [kind] });
  expect(kindsPossible(bytes)).toContain(kind);
  expect(revised.truth.edits).toHaveLength(1);
  expect(checkRevision(bytes, revised.bytes, revised.truth)).toEqual([]);
  expect(Buffer.compare(revised.bytes, bytes)).not.toBe(0);
  expect(Buffer.compare(revised.bytes, again.bytes)).toBe(0);
  const document = open(revised.bytes);
  const [story] = storiesOf(document) as [ReturnType<typeof storiesOf>[number]];
  const reader = new ParagraphReader(story);
  return {
    edit: revised.truth.edits[0]!,
    body: paragraphsOf(story).map((node) => reader.read(node).text),
    xml: (part) => Buffer.from(document.package.bytes(part)).toString(),
  };
}

/** Checks that an edit changes one text from the old one as its data describe. */
function expectSplice({ before, after, offset, removed, inserted }: Edit): void {
  const [text] = before as [string];
  expect(text.slice(offset, offset + removed.length)).toBe(removed);
  expect(after).toEqual([text.slice(0, offset) + inserted + text.slice(offset + removed.length)]);
}

const CLAUSES = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"].map((word) =>
  p(`${word} clause of the contract, as the parties agreed.`),
);

test("a word is replaced by another, in whatever runs it lies", () => {
  const { edit, body } = revise("replace_word", p("ag", "reement"));
  expectSplice(edit);
  expect(edit).toMatchObject({ paragraph: 0, before: ["agreement"], offset: 0, removed: "agreement" });
  expect(edit.story).toEqual({ part: "word/document.xml", kind: "body", index: 0 });
  expect(body).toEqual(edit.after);
});

test("a word next to a digit or a hyphen is no word of its own, nor one that a note reference parts", () => {
  expect(kindsPossible(docx(p("abc1 co-owner ", r("foo"), NOTE_REFERENCE, r("bar")))).includes("replace_word")).toBe(
    false,
  );
});

test("of Chinese text two characters are replaced by two others", () => {
  const { edit } = revise("replace_word", p("本协议由双方签订"));
  expectSplice(edit);
  expect([edit.removed.length, edit.inserted.length]).toEqual([2, 2]);
});

test("a sentence comes behind another, with a space", () => {
  const { edit } = revise("insert_sentence", p("One sentence."));
  expectSplice(edit);
  expect(edit).toMatchObject({ offset: 13, removed: "" });
  expect(edit.inserted).toMatch(/^ [A-Z].*\.$/);
});

test("one of two sentences goes", () => {
  const { edit } = revise("delete_sentence", p("One sentence. ", "Another one."));
  expectSplice(edit);
  expect(["One sentence. ", "Another one."]).toContain(edit.removed);
});

test("a space comes, and a double one loses its second", () => {
  expect(revise("white_space", p("two words")).edit).toMatchObject({ offset: 4, removed: "", inserted: " " });
  expect(revise("white_space", p("two  words")).edit).toMatchObject({ offset: 4, removed: " ", inserted: "" });
});

test("text in fields, links and bound content controls is left alone", () => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = "<w:r><w:instrText>REF a</w:instrText></w:r>";
  const bound = '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{0}"/></w:sdtPr>';
  const body = [
    p(field("begin"), code, field("separate"), "complex result", field("end")),
    p(`<w:fldSimple w:instr="REF a">${r("simple result")}</w:fldSimple>`),
    p(`<w:hyperlink w:anchor="a">${r("linked words")}</w:hyperlink>`),
    `${bound}<w:sdtContent>${p("bound words")}</w:sdtContent></w:sdt>`,
  ];
  // As a whole, a paragraph with a link may be deleted, or joined with another.
  expect(kindsPossible(docx(body.join("")))).toEqual(["delete_paragraph", "join_paragraphs"]);
});

test("a paragraph comes behind another and looks like it", () => {
  const centred = '<w:pPr><w:jc w:val="center"/></w:pPr>';
  const { edit, body, xml } = revise("insert_paragraph", p(centred, "Some words."));
  expect(edit).toMatchObject({ paragraph: 0, before: [], removed: "", inserted: body[1] });
  expect(body).toEqual(["Some words.", ...edit.after]);
  expect(xml("word/document.xml").match(/w:val="center"/g)).toHaveLength(2);
});

test("a paragraph goes, but none that holds an anchor or is the last", () => {
  const marked = p('<w:bookmarkStart w:id="1" w:name="b"/>', "marked", '<w:bookmarkEnd w:id="1"/>');
  const { edit, body } = revise("delete_paragraph", [marked, p("loose"), p("last")].join(""));
  expect(edit).toMatchObject({ paragraph: 1, before: ["loose"], after: [], removed: "loose" });
  expect(body).toEqual(["marked", "last"]);
});

test("a paragraph between two tables stays, or they would be one", () => {
  expect(kindsPossible(docx(tbl(["a"]) + p("between") + tbl(["b"]) + p("last")))).not.toContain("delete_paragraph");
});

test("a paragraph goes with the relationship of its link", () => {
  const { xml } = revise("delete_paragraph", p(`<w:hyperlink r:id="rIdlink">${r("linked")}</w:hyperlink>`) + p("last"));
  expect(xml("word/_rels/document.xml.rels")).not.toContain("rIdlink");
});

test("a paragraph falls apart at a space, which goes, and both halves look like it", () => {
  const bold = "<w:rPr><w:b/></w:rPr>";
  const { edit, body, xml } = revise(
    "split_paragraph",
    p('<w:pPr><w:jc w:val="end"/></w:pPr>', r("A long paragraph of many words", bold)),
  );
  expect(edit.removed).toBe(" ");
  expect(body).toEqual(edit.after);
  expect(body.join(" ")).toBe("A long paragraph of many words");
  expect(xml("word/document.xml").match(/<w:b\/>/g)).toHaveLength(2);
  expect(xml("word/document.xml").match(/w:val="end"/g)).toHaveLength(2);
});

test("two paragraphs of the same properties grow together", () => {
  const { edit, body } = revise("join_paragraphs", p("One.") + p("Two."));
  expect(body).toEqual(["One. Two."]);
  expect(edit).toMatchObject({ before: ["One.", "Two."], after: ["One. Two."], offset: 4, removed: "", inserted: " " });
  const centred = p('<w:pPr><w:jc w:val="center"/></w:pPr>', "Two.");
  expect(kindsPossible(docx(p("One.") + centred))).not.toContain("join_paragraphs");
});

test("a paragraph moves away from its neighbours", () => {
  const { edit, body } = revise("move_paragraph", CLAUSES.join(""));
  const [text] = edit.before as [string];
  expect(edit.after).toEqual([text]);
  expect(Math.abs(edit.to! - edit.paragraph)).toBeGreaterThan(2);
  expect(body.indexOf(text)).toBe(edit.to! > edit.paragraph ? edit.to! - 1 : edit.to);
});

test("a paragraph moves and has a word replaced inside", () => {
  const { edit, body } = revise("move_with_edit", CLAUSES.join(""));
  expectSplice(edit);
  expect(edit.removed).not.toBe("");
  expect(body).toContain(edit.after[0]);
  expect(edit.to).toBeDefined();
});

test("some paragraphs that follow each other move together", () => {
  const { edit, body } = revise("move_block", CLAUSES.join(""));
  expect(edit.before.length).toBeGreaterThan(1);
  const start = body.indexOf(edit.before[0]!);
  expect(body.slice(start, start + edit.before.length)).toEqual(edit.before);
});

const GRID = tbl(["a", "b", "c"], ["first", "second", "third"], ["four", "five", "six"]) + p("");

test("a row comes, with a cell for each of its neighbour's", () => {
  const { edit, body } = revise("insert_row", GRID);
  expect(edit.after).toHaveLength(3);
  expect(body).toHaveLength(13);
  expect(body.slice(edit.paragraph + 3, edit.paragraph + 6)).toEqual(edit.after);
});

test("a row goes, but not the first", () => {
  const { edit, body } = revise("delete_row", GRID);
  expect(edit.paragraph).toBeGreaterThan(2);
  expect(body).toEqual(
    ["a", "b", "c", "first", "second", "third", "four", "five", "six", ""].toSpliced(edit.paragraph, 3),
  );
});

test("a column comes, in the grid and in every row", () => {
  const { edit, xml } = revise("insert_column", GRID);
  expect(edit.after).toHaveLength(3);
  expect(xml("word/document.xml").match(/<w:gridCol /g)).toHaveLength(4);
  expect(xml("word/document.xml").match(/<w:tc>/g)).toHaveLength(12);
});

test("a column goes, in the grid and in every row", () => {
  const { edit, xml } = revise("delete_column", GRID);
  expect(edit.before).toEqual(
    [
      ["a", "first", "four"],
      ["b", "second", "five"],
      ["c", "third", "six"],
    ][edit.paragraph],
  );
  expect(xml("word/document.xml").match(/<w:gridCol /g)).toHaveLength(2);
});

test("text in a cell is changed", () => {
  const { edit } = revise("cell_text", p("Outside of the table") + tbl(["inside", "inside"]) + p(""));
  expectSplice(edit);
  expect(edit.before).toEqual(["inside"]);
});

test("two cells side by side become one that spans both, and an empty one adds no paragraph", () => {
  const both = revise("merge_cells", tbl(["one", "two"]) + p(""));
  expect(both.edit).toMatchObject({ before: ["one", "two"], after: ["one", "two"] });
  expect(both.xml("word/document.xml")).toContain('<w:tcW w:w="2000" w:type="dxa"/><w:gridSpan w:val="2"/>');
  expect(revise("merge_cells", tbl(["", "two"]) + p("")).edit.after).toEqual(["two"]);
  expect(revise("merge_cells", tbl(["one", ""]) + p("")).edit.after).toEqual(["one"]);
});

const NOTED = p("Text with a note", NOTE_REFERENCE, ".");

test("the text of a note is changed, never that of a separator", () => {
  const { edit } = revise("note_text", NOTED, { footnotes: footnotes(" Some note") });
  expectSplice(edit);
  expect(edit.story).toEqual({ part: "word/footnotes.xml", kind: "footnote", index: 1 });
});

test("a note comes, with a reference behind a word and an id of its own", () => {
  const { edit, xml } = revise("insert_note", NOTED, { footnotes: footnotes(" Some note") });
  expect(edit).toMatchObject({ paragraph: -1, anchor: 0, before: [] });
  expect(xml("word/footnotes.xml")).toContain('w:id="3"');
  expect(xml("word/document.xml")).toContain('<w:footnoteReference w:id="3"/>');
});

test("a note goes, with its reference", () => {
  const { edit, xml } = revise("delete_note", NOTED, { footnotes: footnotes(" Some note") });
  expect(edit).toMatchObject({ paragraph: 0, anchor: 0, before: [" Some note"], removed: " Some note" });
  expect(xml("word/footnotes.xml")).not.toContain('w:id="2"');
  expect(xml("word/document.xml")).not.toContain("footnoteReference");
});

test("a note to which another note refers stays", () => {
  const twice = `${footnotes(" Some note")}<w:footnote w:id="5">${p("See ", NOTE_REFERENCE)}</w:footnote>`;
  expect(kindsPossible(docx(NOTED, { footnotes: twice }))).not.toContain("delete_note");
});

test.each([
  ["header_text", "header"],
  ["footer_text", "footer"],
] as const)("%s: what a section shows is changed", (kind, name) => {
  const shown = `<w:sectPr><w:${name}Reference w:type="default" r:id="rId${name}"/></w:sectPr>`;
  const { edit } = revise(kind, p("") + shown, { [name]: p("Page head") });
  expectSplice(edit);
  expect(edit.story).toMatchObject({ part: `word/${name}.xml`, kind: name });
  expect(kindsPossible(docx(p(""), { [name]: p("Page head") }))).not.toContain(kind);
});

test("text in a text box is changed in both of its copies", () => {
  const { edit, xml } = revise("text_box", p(textBox(p("Boxed words"))));
  expectSplice(edit);
  expect(edit.story).toMatchObject({ kind: "textbox", index: 0 });
  expect(xml("word/document.xml").split(edit.after[0]!)).toHaveLength(3);
});

test("a link leads elsewhere, and its old address goes", () => {
  const { edit, xml } = revise("link_target", p("See ", `<w:hyperlink r:id="rIdlink">${r("here")}</w:hyperlink>`));
  expect(edit).toMatchObject({ offset: 4, removed: "here", inserted: "here" });
  expect(edit.property!.before).toBe("https://example.com/old");
  const related = xml("word/_rels/document.xml.rels");
  expect(related).toContain(edit.property!.after);
  expect(related).not.toContain("example.com/old");
});

test("a link inside the document leads to another bookmark", () => {
  const marks = ["one", "two"].map(
    (name, id) => `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`,
  );
  const { edit } = revise("link_target", p(...marks, `<w:hyperlink w:anchor="one">${r("here")}</w:hyperlink>`));
  expect(edit.property).toEqual({ name: "target", before: "#one", after: "#two" });
});

test("a picture shows something else, and the old one goes", () => {
  const { edit, xml } = revise("image_swap", p("A picture: ", IMAGE));
  expect(edit.property!.before).not.toBe(edit.property!.after);
  expect(xml("word/_rels/document.xml.rels")).not.toContain("image1.png");
  expect(xml("word/media/revised1.png")).toContain("IHDR");
});

test("bold is toggled as it shows, whoever says it", () => {
  expect(revise("toggle_bold", p("words")).xml("word/document.xml")).toContain("<w:rPr><w:b/></w:rPr>");
  const bold = '<w:style w:type="paragraph" w:default="1" w:styleId="Bold"><w:rPr><w:b/></w:rPr></w:style>';
  const { edit, xml } = revise("toggle_bold", p("words"), { styles: bold });
  expect(edit.property).toEqual({ name: "bold", before: "true", after: "false" });
  expect(xml("word/document.xml")).toContain('<w:b w:val="0"/>');
});

test("a list item changes its level, to one that the list has", () => {
  const { edit, xml } = revise("change_level", p(LIST_ITEM, "item"), { numbering: NUMBERING });
  expect(edit.property).toEqual({ name: "level", before: "0", after: "1" });
  expect(xml("word/document.xml")).toContain('<w:ilvl w:val="1"/>');
});

test("a list item starts a list of its own at one", () => {
  const { edit, xml } = revise("restart_numbering", p(LIST_ITEM, "item"), { numbering: NUMBERING });
  expect(edit.property).toEqual({ name: "list", before: "1", after: "2" });
  expect(xml("word/numbering.xml")).toContain(
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
  );
});

test("a paragraph takes another style", () => {
  const { edit, xml } = revise("change_style", p("words"), { styles: STYLES });
  expect(edit.property).toEqual({ name: "style", before: null, after: "Quote" });
  expect(xml("word/document.xml")).toContain('<w:pPr><w:pStyle w:val="Quote"/></w:pPr>');
});

test("a paragraph is aligned otherwise; the property stands where the schema wants it", () => {
  const { edit, xml } = revise("alignment", p('<w:pPr><w:ind w:left="9"/><w:outlineLvl w:val="1"/></w:pPr>', "words"));
  const value = edit.property!.after;
  expect(xml("word/document.xml")).toContain(`<w:ind w:left="9"/><w:jc w:val="${value}"/><w:outlineLvl w:val="1"/>`);
});

test("a margin of a section grows", () => {
  const { edit, xml } = revise("margins", p("words") + SECTION);
  expect(edit).toMatchObject({ paragraph: -1, before: [], after: [] });
  expect(Number(edit.property!.after)).toBeGreaterThan(1000);
  expect(xml("word/document.xml")).toContain(`"${edit.property!.after}"`);
});

test("no place is edited twice, and a document without room for more gets fewer edits", () => {
  const bytes = docx(p("one word") + p("another"));
  const { truth } = reviseDocument(bytes, { seed: 1, edits: 40, kinds: ["replace_word", "toggle_bold"] });
  expect(truth.edits.map(({ paragraph }) => paragraph).sort()).toEqual([0, 1]);
});

test("the kinds asked for are made in their order before any is made again", () => {
  const { truth } = reviseDocument(docx(CLAUSES.join("")), { seed: 3, edits: 3, kinds: ["alignment", "toggle_bold"] });
  expect(truth.edits.slice(0, 2).map(({ kind }) => kind)).toEqual(["alignment", "toggle_bold"]);
});

test("a document with tracked changes is revised with them accepted, and that is the base", () => {
  const deleted = '<w:del w:id="1" w:author="A"><w:r><w:delText>gone </w:delText></w:r></w:del>';
  const revised = reviseDocument(docx(p(deleted, "kept")), { seed: 1, edits: 1, kinds: ["replace_word"] });
  expect(revised.truth.edits[0]!.before).toEqual(["kept"]);
  expect(checkRevision(revised.base!, revised.bytes, revised.truth)).toEqual([]);
  expect(reviseDocument(docx(p("kept")), { seed: 1, edits: 1 }).base).toBeUndefined();
});

test("a truth that leaves something out is found wrong", () => {
  const bytes = docx(p("one word"));
  const { bytes: revised, truth } = reviseDocument(bytes, { seed: 1, edits: 1, kinds: ["replace_word"] });
  expect(checkRevision(bytes, revised, { ...truth, edits: [] })).toEqual(["the truth is wrong about 2 paragraphs"]);
});
