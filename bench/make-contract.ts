// Makes contracts of any number of pages, in memory: the documents that benches open.
//
// The text is made of a small vocabulary, the markup is what Word writes: properties on every
// paragraph and run, headings, lists. The same number of pages is always the same bytes.

import { writeArchive } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";

const PARAGRAPHS_A_PAGE = 20;
const RUNS_A_PARAGRAPH = 3;
const WORDS_A_RUN = 11;
const PARAGRAPHS_A_SECTION = 12;
const DEFLATE_LEVEL = 6;

const WORDS =
  `the of and to in or shall any by this Agreement Party for such be with as Company which Services other Confidential
  Information under not from Section that may all notice written date Term Supplier Customer each applicable law
  obligations payment Fees rights including without limitation party’s subject provided upon prior reasonable days
  consent terms respect material breach termination liability damages warranty intellectual property indemnify`.split(
    /\s+/,
  );

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A .docx of about so many pages. */
export function makeContract(pages: number): Uint8Array {
  const parts = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": documentXml(pages),
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(xml) }) as const,
  );
  return writeArchive(entries, nodeZlib, DEFLATE_LEVEL);
}

function documentXml(pages: number): string {
  const words = wordStream();
  const paragraphs = Array.from({ length: pages * PARAGRAPHS_A_PAGE }, (_, index) => paragraphXml(index, words));
  return `${HEAD}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${paragraphs.join("")}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

function paragraphXml(index: number, words: () => string): string {
  const isHeading = index % PARAGRAPHS_A_SECTION === 0;
  const id = (index + 1).toString(16).padStart(8, "0").toUpperCase();
  const runs = Array.from({ length: isHeading ? 1 : RUNS_A_PARAGRAPH }, (_, run) => runXml(words, run === 1));
  const properties = isHeading
    ? '<w:pStyle w:val="Heading1"/><w:keepNext/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    : '<w:pStyle w:val="BodyText"/><w:spacing w:after="120" w:line="276" w:lineRule="auto"/><w:jc w:val="both"/>';
  return `<w:p w:rsidR="00${id.slice(2)}" w:rsidRDefault="00A77427"><w:pPr>${properties}</w:pPr>${runs.join("")}</w:p>`;
}

function runXml(words: () => string, isBold: boolean): string {
  const text = Array.from({ length: WORDS_A_RUN }, words).join(" ");
  const bold = isBold ? "<w:b/><w:bCs/>" : "";
  const properties = `<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>${bold}<w:sz w:val="22"/><w:szCs w:val="22"/>`;
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text} </w:t></w:r>`;
}

/** Words in an order that looks like none, frequent ones first in the list and so in the text. */
function wordStream(): () => string {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const spread = (state >>> 8) / 0x7f_ffff;
    return WORDS[Math.floor(spread * spread * (WORDS.length - 1))]!;
  };
}
