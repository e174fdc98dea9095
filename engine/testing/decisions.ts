// Writes documents with tracked changes from a small notation, decides and reads them, for tests.

import { nodeZlib } from "../platform/node-zlib.ts";
import { openDocument, type WordDocument } from "../src/document/open-document.ts";
import { paragraphsOf } from "../src/document/text/blocks.ts";
import { ParagraphReader } from "../src/document/text/inlines.ts";
import { storiesOf } from "../src/document/text/stories.ts";
import { wordNames } from "../src/document/word-names.ts";
import { acceptAll, rejectAll } from "../src/revisions/decide/decide.ts";
import { listRevisions } from "../src/revisions/list-revisions.ts";
import { readView } from "../src/revisions/view.ts";
import { text, WORD_URI, wordParts, zip } from "./packages.ts";

const MADE = 'w:author="A" w:date="2026-01-02T03:04:05Z"';
let count = 0;

/** Returns a tracked element with a new id. */
export function tracked(name: string, content = "", attributes = MADE): string {
  count += 1;
  return `<w:${name} w:id="${count}" ${attributes}>${content}</w:${name}>`;
}

export const run = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
export const ins = (content: string) => tracked("ins", run(content));
export const del = (content: string) =>
  tracked("del", `<w:r><w:delText xml:space="preserve">${content}</w:delText></w:r>`);
/** Returns a paragraph. `mark` is the tracked change of its paragraph mark. */
export function p(content = "", mark?: "ins" | "del" | "moveFrom" | "moveTo", properties = ""): string {
  const rPr = mark === undefined ? "" : `<w:rPr>${tracked(mark)}</w:rPr>`;
  return `<w:p><w:pPr>${properties}${rPr}</w:pPr>${content}</w:p>`;
}
export const cell = (content: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
export const row = (cells: string, properties = "") => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
export const table = (rows: string) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows}</w:tbl>`;

export function open(body: string, parts: Readonly<Record<string, string>> = {}): WordDocument {
  const main = `<w:document xmlns:w="${WORD_URI}"><w:body>${body}<w:sectPr/></w:body></w:document>`;
  return openDocument(zip(wordParts({ "word/document.xml": main, ...parts })), { codec: nodeZlib, names: wordNames() });
}

export function reopened(document: WordDocument): WordDocument {
  return openDocument(document.package.save(6), { codec: nodeZlib, names: wordNames() });
}

export function bodyXml(document: WordDocument): string {
  return text(document.package.bytes(document.main)).replace(/^.*?<w:body>|<w:sectPr\/><\/w:body>.*$/gs, "");
}

function texts(document: WordDocument): string[] {
  const [body] = storiesOf(document);
  const reader = new ParagraphReader(body!);
  return [...paragraphsOf(body!)].map((paragraph) => reader.read(paragraph).text);
}

/**
 * Returns the paragraphs of a body with all changes accepted and with all rejected. Throws an Error if a view of the body reads
 * differently, or if a change remains.
 */
export function decided(body: string): { accepted: string[]; rejected: string[] } {
  return { accepted: decidedOneWay(body, "accepted"), rejected: decidedOneWay(body, "rejected") };
}

function decidedOneWay(body: string, view: "accepted" | "rejected"): string[] {
  const document = open(body);
  const seen = readView(storiesOf(document)[0]!, view).map((paragraph) => paragraph.text);
  (view === "accepted" ? acceptAll : rejectAll)(document);
  const changed = reopened(document);
  const left = listRevisions(changed).length;
  const read = texts(changed);
  if (left > 0 || JSON.stringify(read) !== JSON.stringify(seen)) {
    throw new Error(`${left} revisions left; changed ${JSON.stringify(read)}, view ${JSON.stringify(seen)}`);
  }
  return read;
}
