// Tests that the copy for LibreOffice lacks only comments and their anchors.

import { openDocument, wordNames, writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, test } from "vitest";
import { copyForOffice } from "./office-copy.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

function relationship(kind: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;
}

function packageOf(content: string, related: string): Uint8Array {
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    "_rels/.rels": relationship("officeDocument", "word/document.xml"),
    "word/document.xml": `<w:document ${WORD}><w:body><w:p>${content}</w:p></w:body></w:document>`,
    "word/_rels/document.xml.rels": relationship(related, "comments.xml"),
    "word/comments.xml": `<w:comments ${WORD}/>`,
  };
  const entries = Object.entries(parts).map(
    ([name, text]) => ({ kind: "made", name, bytes: new TextEncoder().encode(text) }) as const,
  );
  return writeArchive(entries, nodeZlib, 1);
}

test("comments and their anchors are gone, and nothing else", () => {
  const anchors = '<w:commentRangeStart w:id="0"/><w:r><w:t>Kept.</w:t></w:r><w:commentRangeEnd w:id="0"/>';
  const bytes = packageOf(`${anchors}<w:r><w:commentReference w:id="0"/></w:r>`, "comments");
  const copy = openDocument(copyForOffice(bytes), { codec: nodeZlib, names: wordNames() }).package;
  expect(copy.has("word/comments.xml")).toBe(false);
  expect(new TextDecoder().decode(copy.bytes("word/document.xml"))).toContain("<w:p><w:r><w:t>Kept.</w:t></w:r><w:r");
  expect(copy.relationships("word/document.xml")).toEqual([]);
});

test("a document without comments is handed over as it is", () => {
  const bytes = packageOf("<w:r><w:t>Text.</w:t></w:r>", "webSettings");
  expect(copyForOffice(bytes)).toBe(bytes);
});
