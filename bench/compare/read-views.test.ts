// Tests the texts of a document with its tracked changes accepted and rejected.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { readViews, type Views } from "./read-views.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

function viewsOf(body: string, parts: Readonly<Record<string, string>> = {}): Views {
  const all = {
    "word/document.xml": `<w:document xmlns:w="${WORD}" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(all).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(xml) }) as const,
  );
  return readViews(writeArchive(entries, nodeZlib, 1));
}

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const deleted = (text: string): string => `<w:del><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const p = (content: string, mark = ""): string =>
  `<w:p><w:pPr><w:rPr>${mark === "" ? "" : `<w:${mark}/>`}</w:rPr></w:pPr>${content}</w:p>`;
const row = (text: string, mark = ""): string =>
  `<w:tr><w:trPr>${mark === "" ? "" : `<w:${mark}/>`}</w:trPr><w:tc>${p(run(text))}</w:tc></w:tr>`;

test.each<[string, string, string[], string[]]>([
  ["plain text", p(run("a")) + p(run("b")), ["a", "b"], ["a", "b"]],
  ["words", p(`${run("a ")}${deleted("old")}<w:ins>${run("new")}</w:ins>`), ["a new"], ["a old"]],
  ["a split", p(run("a"), "ins") + p(run("b")), ["a", "b"], ["ab"]],
  ["a join", p(run("a"), "del") + p(run("b")), ["ab"], ["a", "b"]],
  ["a row", `<w:tbl>${row("a")}${row("b", "ins")}${row("c", "del")}</w:tbl>`, ["a", "b"], ["a", "c"]],
  [
    "a move",
    p(`<w:moveFrom>${run("m")}</w:moveFrom>`, "moveFrom") +
      p(run("a")) +
      p(`<w:moveTo>${run("m")}</w:moveTo>`, "moveTo"),
    ["a", "m"],
    ["m", "a"],
  ],
  [
    "a field",
    p(`${run("a")}<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run("7")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`),
    ["a"],
    ["a"],
  ],
])("%s is read both ways", (_, body, accepted, rejected) => {
  expect(viewsOf(body)).toEqual({ accepted, rejected });
});

test("notes are read where they are referred to, headers where a section names them", () => {
  const body = `${p(`${run("a")}<w:ins><w:r><w:footnoteReference w:id="3"/></w:r></w:ins>`)}<w:sectPr><w:headerReference r:id="rId1"/></w:sectPr>`;
  const parts = {
    "word/footnotes.xml": `<w:footnotes xmlns:w="${WORD}"><w:footnote w:id="3">${p(run("note"))}</w:footnote><w:footnote w:id="4">${p(run("lost"))}</w:footnote></w:footnotes>`,
    "word/header1.xml": `<w:hdr xmlns:w="${WORD}">${p(run("head"))}</w:hdr>`,
    "word/header2.xml": `<w:hdr xmlns:w="${WORD}">${p(run("unused"))}</w:hdr>`,
    "word/_rels/document.xml.rels":
      '<Relationships><Relationship Id="rId1" Type="t/header" Target="header1.xml"/></Relationships>',
  };
  expect(viewsOf(body, parts)).toEqual({ accepted: ["a", "note", "head"], rejected: ["a", "head"] });
});
