// Tests locators of paragraphs, parts, notes, tables, comments and revisions (EDT-4 to EDT-19).

import { expect, test } from "vitest";
import { p, r, tbl } from "../../../testing/documents.ts";
import { bodyXml, edit, openSource, refusals } from "../../../testing/edits.ts";
import { redlineText } from "../../../testing/redline-text.ts";
import { del, ins } from "../../../testing/redlines.ts";
import type { Lookup } from "../refusal.ts";
import { locateParagraphs, type ParagraphsGiven } from "./paragraphs.ts";
import { type Known, locateComment, locateNote, locateRevisions, locateSection } from "./parts.ts";
import { Refs } from "./refs.ts";
import { locateLine } from "./tables.ts";
import { paragraphNameOf, Uploaded } from "./uploaded.ts";

const header = (id: string, type: string) => `<w:headerReference w:type="${type}" r:id="rId${id}"/>`;
const section = (content: string) => `<w:p><w:pPr><w:sectPr>${content}</w:sectPr></w:pPr>${r("end")}</w:p>`;
const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

const source = {
  body: [
    `<w:p>${r("a")}${note(4)}${note(2)}</w:p>`,
    section(header("header1", "default") + header("header2", "even")),
    tbl([p("b"), p("c") + tbl([p("inner")])], [p("d"), p("e")]),
    `<w:p>${ins(1, "x")}${r("y")}${del(2, "z")}</w:p>`,
    "<w:sectPr/>",
  ].join(""),
  parts: {
    header1: p("head"),
    header2: p("even"),
    footnotes: `<w:footnote w:id="2">${p("two")}</w:footnote><w:footnote w:id="4">${p("four")}${p("more")}</w:footnote>`,
  },
} as const;

function known(): Known {
  return { uploaded: new Uploaded(openSource(source)), refs: new Refs() };
}

function reasons(found: Lookup<unknown>): string[] {
  return "problems" in found ? found.problems.map(({ field, reason }) => `${field} ${reason}`) : [];
}

/** Returns the paragraphs that the field names, as `part index`. */
function named(given: unknown): string[] {
  const found = locateParagraphs(known(), given as ParagraphsGiven, "paragraphs");
  if ("problems" in found) return reasons(found);
  return found.found.places.map((place) => {
    const { part, index } = paragraphNameOf(place);
    return `${JSON.stringify(part ?? "body")} ${index}`.replaceAll(/"kind":|["{}]/g, "");
  });
}

test("[EDT-14] paragraphs are named one by one, by range, in lists, all, and by part", () => {
  expect(named({ index: 2 })).toEqual(["body 2"]);
  expect(named({ from: { index: 0 }, through: { index: 1 } })).toEqual(["body 0", "body 1"]);
  expect(named({ all: true, part: { kind: "footnote" } })).toEqual([
    "footnote,number:1 0",
    "footnote,number:1 1",
    "footnote,number:2 0",
  ]);
  expect(named({ all: true, part: { kind: "header", type: "even" } })).toEqual(["header,type:even,section:number:1 0"]);
  expect(named("all")).toHaveLength(8 + 2 + 3);
});

test("[EDT-19] a paragraph named twice counts once, in the order in which matches are counted", () => {
  expect(named([{ index: 3 }, { index: 1 }, { from: { index: 2 }, through: { index: 3 } }])).toEqual([
    "body 1",
    "body 2",
    "body 3",
  ]);
});

test("[EDT-16] a range lies within one part, in document order", () => {
  const inNote = { index: 0, part: { kind: "footnote", number: 1 } };
  expect(named({ from: { index: 0 }, through: inNote })).toEqual(["paragraphs RANGE_INVALID"]);
  expect(named({ from: { index: 2 }, through: { index: 1 } })).toEqual(["paragraphs RANGE_INVALID"]);
});

test("[EDT-4] [EDT-6] a header that several sections show is reached by any of them, one for even pages too", () => {
  const inHeader = (number: number, type: string) =>
    named({ index: 0, part: { kind: "header", type, section: { number } } });
  expect(inHeader(2, "default")).toEqual(["header,type:default,section:number:1 0"]);
  expect(inHeader(1, "even")).toEqual(["header,type:even,section:number:1 0"]);
  expect(inHeader(1, "first")).toEqual(["paragraphs.part PART_NOT_FOUND"]);
  expect(inHeader(3, "default")).toEqual(["paragraphs.part.section SECTION_NOT_FOUND"]);
});

test("[EDT-7] [EDT-11] a note's number is its place among those of its kind", () => {
  const found = locateNote(known(), { kind: "footnote", number: 1 }, "note");
  expect(found).toMatchObject({ found: { note: { id: "4" } } });
  expect(reasons(locateNote(known(), { kind: "endnote", number: 1 }, "note"))).toEqual(["note NOTE_NOT_FOUND"]);
});

test("[EDT-9] rows and columns are named by number or by a paragraph in them", () => {
  const line = (given: unknown, axis: "row" | "column") => locateLine(known(), given as never, "row", axis);
  expect(line({ table: { number: 1 }, number: 2 }, "row")).toMatchObject({
    found: { number: 2, table: { number: 1 } },
  });
  expect(line({ index: 4 }, "row")).toMatchObject({ found: { number: 1, table: { number: 2 } } });
  expect(line({ index: 3 }, "column")).toMatchObject({ found: { number: 2, table: { number: 1 } } });
  expect(reasons(line({ table: { number: 1 }, number: 3 }, "row"))).toEqual(["row.number ROW_NOT_FOUND"]);
  expect(reasons(line({ table: { number: 1 }, number: 3 }, "column"))).toEqual(["row.number COLUMN_NOT_FOUND"]);
  expect(reasons(line({ table: { number: 3 }, number: 1 }, "row"))).toEqual(["row.table TABLE_NOT_FOUND"]);
  expect(reasons(line({ index: 0 }, "row"))).toEqual(["row ROW_NOT_FOUND"]);
});

test("[EDT-10] threads and sections count from 1", () => {
  expect(reasons(locateComment(known(), { number: 1 }, "comment"))).toEqual(["comment COMMENT_NOT_FOUND"]);
  expect(locateSection(known(), { number: 2 }, "section")).toMatchObject({ found: { section: { number: 2 } } });
});

test("[EDT-12] revisions are named by number, all, or a filter", () => {
  const count = (given: unknown) => {
    const found = locateRevisions(known(), given as never, "revision");
    return "found" in found ? found.found.map(({ kind }) => kind) : reasons(found);
  };
  expect(count("all")).toEqual(["insertion", "deletion"]);
  expect(count({ number: 2 })).toEqual(["deletion"]);
  expect(count({ author: "Ann", kind: "insertion" })).toEqual(["insertion"]);
  expect(count({ author: "Bob" })).toEqual(["revision REVISION_NOT_FOUND"]);
  expect(count({ number: 3 })).toEqual(["revision REVISION_NOT_FOUND"]);
});

test("[EDT-15] there is no implicit scope", () => {
  const insert = { type: "insert", at: "start", content: "x" };
  expect(refusals(source, insert)).toEqual(["0 paragraphs MISSING_FIELD"]);
  expect(named({ all: true, part: { kind: "body" } })).toHaveLength(8);
});

test("[EDT-15] all and ranges between uploaded paragraphs name no new ones; a range of refs names new ones alone", () => {
  const news = ["x", "y", "z"].map((ref) => ({ ref, content: ref }));
  const add = {
    type: "insert_paragraphs",
    destination: { paragraph: { index: 0 }, position: "after" },
    new_paragraphs: news,
  };
  const bold = (paragraphs: unknown) => ({ type: "format", paragraphs, format: { bold: true } });
  const boldText = (paragraphs: unknown) => {
    const xml = bodyXml(edit(p("a") + p("b"), add, bold(paragraphs)).clean);
    return [...xml.matchAll(/<w:b\/><w:bCs\/><\/w:rPr><w:t>(.)/g)].map(([, text]) => text).join("");
  };
  expect(boldText("all")).toBe("ab");
  expect(boldText({ from: { index: 0 }, through: { index: 1 } })).toBe("ab");
  expect(boldText({ all: true, part: { kind: "body" } })).toBe("ab");
  expect(boldText({ from: { ref: "x" }, through: { ref: "y" } })).toBe("xy");
  expect(boldText([{ ref: "z" }, { index: 0 }])).toBe("az");
  expect(refusals(p("a") + p("b"), add, bold({ from: { index: 0 }, through: { ref: "x" } }))).toEqual([
    "1 paragraphs RANGE_INVALID",
  ]);
});

test("[EDT-8] text boxes and comments have no locator and are not reached by all", () => {
  const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${p("word")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  const comments = `<w:comment w:id="1" w:author="A">${p("word")}</w:comment>`;
  const boxed = {
    body: `<w:p>${r("a")}${box}<w:r><w:commentReference w:id="1"/></w:r></w:p>${p("b")}`,
    parts: { comments },
  };
  const remove = { type: "delete", paragraphs: "all", text: { match: "word", occurrence: "all" } };
  expect(refusals(boxed, remove)).toEqual(["0 text.match TEXT_NOT_FOUND"]);
  expect(refusals(boxed, { type: "delete_paragraphs", paragraphs: { index: 2 } })).toEqual([
    "0 paragraphs PARAGRAPH_NOT_FOUND",
  ]);
  expect(refusals(boxed, { type: "delete_paragraphs", paragraphs: { index: 0, part: { kind: "comment" } } })).toEqual([
    "0 paragraphs.part.kind INVALID_VALUE",
  ]);
});

test("[EDT-4] an edit of a header that several sections show changes it for all of them, and counts it once", () => {
  const inHeader = (number: number) => ({ index: 0, part: { kind: "header", type: "default", section: { number } } });
  const both = [inHeader(1), inHeader(2)];
  const insert = { type: "insert", paragraphs: both, at: "end", content: "er" };
  expect(redlineText(edit(source, insert).redline)).toContain("header: head{+er+}\n");
  const replace = { type: "replace", paragraphs: "all", text: { match: "head" }, content: "x" };
  expect(redlineText(edit(source, replace).redline)).toContain("header: [-head-]{+x+}\n");
});

test("[EDT-9] columns are grid columns, and a cell that spans several names none", () => {
  const wide = `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p("ab")}</w:tc><w:tc>${p("c")}</w:tc>`;
  const plain = ["d", "e", "f"].map((text) => `<w:tc>${p(text)}</w:tc>`).join("");
  const grid = "<w:tblGrid><w:gridCol/><w:gridCol/><w:gridCol/></w:tblGrid>";
  const body = `<w:tbl>${grid}<w:tr>${wide}</w:tr><w:tr>${plain}</w:tr></w:tbl>${p()}`;
  const remove = (column: unknown) => ({ type: "delete_table_column", column });
  expect(refusals(body, remove({ index: 0 }))).toEqual(["0 column COLUMN_NOT_FOUND"]);
  expect(redlineText(edit(body, remove({ index: 1 })).clean)).toBe("row: ab\nrow: d | e\n");
  expect(redlineText(edit(body, remove({ table: { number: 1 }, number: 3 })).clean)).toBe("row: ab\nrow: d | e\n");
});
