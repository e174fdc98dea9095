// Tests which characters and pieces of a redline count as marked.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { countMarked, type Marked } from "./marked-text.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const NAMESPACES = `xmlns:w="${WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`;

function marked(parts: Readonly<Record<string, string>>): Marked {
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(xml) }) as const,
  );
  return countMarked(writeArchive(entries, nodeZlib, 1));
}

function markedIn(body: string): Marked {
  return marked({ "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>` });
}

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const deleted = (text: string): string => `<w:del><w:r><w:delText>${text}</w:delText></w:r></w:del>`;

test.each([
  ["plain text marks nothing", `<w:p>${run("plain")}</w:p>`, 0],
  ["insertions and deletions count", `<w:p>${run("kept")}<w:ins>${run("a &amp; b")}</w:ins>${deleted("old")}</w:p>`, 8],
  [
    "a move counts once",
    `<w:p><w:moveFrom>${run("moved")}</w:moveFrom></w:p><w:p><w:moveTo>${run("moved")}</w:moveTo></w:p>`,
    5,
  ],
  ["text deleted inside an insertion counts once", `<w:p><w:ins>${deleted("gone")}</w:ins></w:p>`, 4],
  ["a changed paragraph mark has no text", `<w:p><w:pPr><w:rPr><w:ins/></w:rPr></w:pPr>${run("kept")}</w:p>`, 0],
  [
    "an inserted row counts, the row after it does not",
    `<w:tbl><w:tr><w:trPr><w:ins/></w:trPr><w:tc><w:p>${run("row")}</w:p></w:tc></w:tr><w:tr><w:tc><w:p>${run("kept")}</w:p></w:tc></w:tr></w:tbl>`,
    3,
  ],
  ["field codes do not count", "<w:p><w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:ins></w:p>", 0],
  [
    "the second copy of a text box does not count",
    `<w:p><w:ins><mc:AlternateContent><mc:Choice>${run("box")}</mc:Choice><mc:Fallback>${run("box")}</mc:Fallback></mc:AlternateContent></w:ins></w:p>`,
    3,
  ],
])("%s", (_, body, expected) => {
  expect(markedIn(body).characters).toBe(expected);
});

const inserted = (text: string): string => `<w:ins>${run(text)}</w:ins>`;

test.each([
  ["a replacement is two", `<w:p>${deleted("old")}${inserted("new")}</w:p>`, 2],
  [
    "one insertion in several elements is one",
    `<w:p>${inserted("a")}${inserted("b")}<w:r><w:t/></w:r>${inserted("c")}</w:p>`,
    1,
  ],
  ["kept text parts them", `<w:p>${inserted("a")}${run("kept")}${inserted("b")}</w:p>`, 2],
  ["paragraphs part them", `<w:p>${inserted("a")}</w:p><w:p>${inserted("b")}</w:p>`, 2],
  [
    "a move is one",
    `<w:p><w:moveFrom>${run("moved")}</w:moveFrom></w:p><w:p><w:moveTo>${run("moved")}</w:moveTo></w:p>`,
    1,
  ],
])("of pieces, %s", (_, body, expected) => {
  expect(markedIn(body).pieces).toBe(expected);
});

test("headers and notes count, comments do not", () => {
  const part = (root: string): string =>
    `<w:${root} ${NAMESPACES}><w:p><w:ins>${run("four")}</w:ins></w:p></w:${root}>`;
  expect(marked({ "word/header1.xml": part("hdr"), "word/footnotes.xml": part("footnotes") })).toEqual({
    characters: 8,
    pieces: 2,
  });
  expect(marked({ "word/comments.xml": part("comments") })).toEqual({ characters: 0, pieces: 0 });
});

test("a part that is no XML matters only when it is a story", () => {
  expect(marked({ "word/junk.xml": "no XML" }).characters).toBe(0);
  expect(() => markedIn("<w:p>")).toThrow();
});
