// Tests which tracked changes are decided together.

import { expect, test } from "vitest";
import { cell, del, ins, open, p, row, run, table, tracked } from "../../testing/decisions.ts";
import { open as openWithParts } from "../../testing/documents.ts";
import { listDecisions } from "./decisions.ts";

/** Returns each decision as its kind, author and number of changes. */
function decisions(body: string): string[] {
  return listDecisions(open(body)).map(({ kind, author, revisions }) => `${kind} ${author} ${revisions.length}`);
}

const by = (author: string, content: string) =>
  tracked("ins", run(content), `w:author="${author}" w:date="2026-01-01T00:00:00Z"`);

test("neighbouring insertions of one author are one, the marks between them included", () => {
  expect(decisions(p(ins("a") + ins("b"), "ins") + p(ins("c")))).toEqual(["insertion A 4"]);
});

test("text between them keeps them apart", () => {
  expect(decisions(p(ins("a") + run("x") + ins("b")))).toEqual(["insertion A 1", "insertion A 1"]);
});

test("a mark that is not inserted keeps them apart", () => {
  expect(decisions(p(ins("a")) + p(ins("b")))).toEqual(["insertion A 1", "insertion A 1"]);
});

test("the mark at the end of a story is decided with the text before it, whatever its date", () => {
  const later = (content: string) => tracked("ins", run(content), 'w:author="A" w:date="2026-01-02T03:05:05Z"');
  expect(decisions(p(run("kept")) + p(ins("a"), "ins") + p(later("b"), "ins"))).toEqual([
    "insertion A 2",
    "insertion A 2",
  ]);
  expect(decisions(p(run("kept")) + p(later("b"), "ins") + p(run("end")))).toEqual(["insertion A 1", "insertion A 1"]);
});

test("another author is another decision", () => {
  expect(decisions(p(by("X", "a") + by("Y", "b")))).toEqual(["insertion X 1", "insertion Y 1"]);
});

test("a replacement is two, a deletion and an insertion", () => {
  expect(decisions(p(del("old") + ins("new")))).toEqual(["deletion A 1", "insertion A 1"]);
});

test("the border of a cell keeps changes apart", () => {
  expect(decisions(table(row(cell(p(ins("a"))) + cell(p(ins("b"))))) + p())).toEqual([
    "insertion A 1",
    "insertion A 1",
  ]);
});

test("so does the border of a note", () => {
  const note = (id: number) => `<w:footnote w:id="${id}">${p(ins("x"), "ins")}</w:footnote>`;
  const document = openWithParts(p(run("a")), { footnotes: note(2) + note(3) });
  expect(listDecisions(document).map(({ revisions }) => revisions.length)).toEqual([2, 2]);
});

test("whole rows in sequence are one, with what is in them", () => {
  const inserted = row(cell(p(ins("a"), "ins")) + cell(p(ins("b"), "ins")), tracked("ins"));
  expect(decisions(table(inserted + inserted) + p())).toEqual(["insertion A 10"]);
});

test("a move is one decision for both halves", () => {
  const from = `<w:moveFromRangeStart w:id="1" w:name="m"/>${tracked("moveFrom", run("x"))}<w:moveFromRangeEnd w:id="1"/>`;
  const to = `<w:moveToRangeStart w:id="2" w:name="m"/>${tracked("moveTo", run("x"))}<w:moveToRangeEnd w:id="2"/>`;
  expect(decisions(p(from + run("a") + to))).toEqual(["move A 2"]);
});

test("neighbouring runs with the same change are one, others are not", () => {
  const bold = (content: string) =>
    `<w:r><w:rPr><w:b/>${tracked("rPrChange", "<w:rPr/>")}</w:rPr><w:t>${content}</w:t></w:r>`;
  const italic = `<w:r><w:rPr><w:i/>${tracked("rPrChange", "<w:rPr/>")}</w:rPr><w:t>c</w:t></w:r>`;
  expect(decisions(p(bold("a") + bold("b") + italic))).toEqual(["property A 2", "property A 1"]);
  expect(decisions(p(bold("a") + run("x") + bold("b")))).toEqual(["property A 1", "property A 1"]);
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const link = `${mark("begin")}<w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r>${mark("separate")}${bold("b")}${mark("end")}`;
  expect(decisions(p(bold("a") + link + bold("c")))).toEqual(["property A 3"]);
});
