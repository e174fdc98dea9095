import { expect, test } from "vitest";
import { open, p, tbl } from "../../../testing/documents.ts";
import { sectionsOf } from "../sections.ts";
import { readSettings } from "../settings.ts";
import { bodyOf, storiesOf } from "../text/stories.ts";
import { type NoteKind, notesOf } from "./notes.ts";

const ref = (id: number | string, more = ""): string => `<w:r><w:footnoteReference w:id="${id}"${more}/></w:r>`;
const marked = (id: number, mark: string): string =>
  `<w:r><w:footnoteReference w:id="${id}" w:customMarkFollows="1"/>${mark}</w:r>`;
const section = (notes: string): string => `<w:p><w:pPr><w:sectPr>${notes}</w:sectPr></w:pPr></w:p>`;
const NOTES = [1, 2, 3, 4, 5].map((id) => `<w:footnote w:id="${id}">${p(`n${id}`)}</w:footnote>`).join("");

/** Returns each note as its id and label. */
function notes(body: string, settings = "", kind: NoteKind = "footnote"): string[] {
  const footnotes = `<w:footnote w:id="0" w:type="separator"/>${NOTES}`;
  const document = open(body, { footnotes, endnotes: NOTES.replaceAll("footnote", "endnote"), settings });
  const stories = storiesOf(document);
  const sections = sectionsOf(document, bodyOf(document)!);
  const found = notesOf(kind, { stories, sections, settings: readSettings(document) });
  return found.map(({ id, label }) => `${id}:${label}`);
}

test.each([
  ["notes stand in the order of their references", p(ref(3)) + tbl([p(ref(1))]) + p(ref(2)), ["3:1", "1:2", "2:3"]],
  ["a deleted reference counts", p(`<w:del>${ref(1)}</w:del>`, ref(2)), ["1:1", "2:2"]],
  [
    "a second reference, one to no note, and one to a separator do not",
    p(ref(1), ref(1), ref(9), ref(0), ref("x"), ref(2)),
    ["1:1", "2:2"],
  ],
  ["a note that nothing refers to is none", p("a"), []],
  ["a mark of one's own does not count on", p(ref(1), marked(2, "<w:t>*</w:t>"), ref(3)), ["1:1", "2:*", "3:2"]],
  ["nor does a symbol", p(marked(1, '<w:sym w:char="F02A"/>'), ref(2)), ["1:\uf02a", "2:1"]],
])("%s", (_, body, expected) => {
  expect(notes(body)).toEqual(expected);
});

test("endnotes have small Roman numbers where nothing else is said", () => {
  expect(notes(p(ref(1), ref(2)).replaceAll("footnote", "endnote"), "", "endnote")).toEqual(["1:i", "2:ii"]);
});

test("format and start are the section's, else the document's; numbers restart where a section says so", () => {
  const settings = '<w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="2"/></w:footnotePr>';
  const restart = '<w:footnotePr><w:numFmt w:val="lowerRoman"/><w:numRestart w:val="eachSect"/></w:footnotePr>';
  const body = p(ref(1), ref(2)) + section("") + p(ref(3)) + section(restart) + p(ref(4));
  expect(notes(body, settings)).toEqual(["1:B", "2:C", "3:ii", "4:C"]);
});
