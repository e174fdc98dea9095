// Makes contracts of any number of pages, in memory, as documents for benches.
//
// The text uses a small vocabulary. The markup is like Word's: properties on every paragraph and run, headings, lists.
// The same number of pages always gives the same bytes.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

export const PARAGRAPHS_A_PAGE = 20;
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

/** Returns Word's content type of a part. */
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${part}+xml`;
const OVERRIDES = [
  ["document", "document.main"],
  ["styles", "styles"],
  ["numbering", "numbering"],
].map(([part, type]) => `<Override PartName="/word/${part}.xml" ContentType="${typeOf(type!)}"/>`);

const STYLES = `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

/** Optional features of a contract. */
export interface ContractOptions {
  /** One run out of this many is inserted, and one deleted. Default: none. */
  readonly trackEvery?: number;
}

/** Returns a .docx of about this many pages. */
export function makeContract(pages: number, options: ContractOptions = {}): Uint8Array {
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${OVERRIDES.join("")}</Types>`,
    "_rels/.rels": relationships(["officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relationships(["styles", "styles.xml"], ["numbering", "numbering.xml"]),
    "word/document.xml": documentXml(pages, options),
    "word/styles.xml": `<w:styles xmlns:w="${WORD}">${STYLES}</w:styles>`,
    "word/numbering.xml": `<w:numbering xmlns:w="${WORD}">${NUMBERING}</w:numbering>`,
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(HEAD + xml) }) as const,
  );
  return writeArchive(entries, nodeZlib, DEFLATE_LEVEL);
}

function relationships(...targets: readonly (readonly [kind: string, target: string])[]): string {
  const entries = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

function documentXml(pages: number, { trackEvery }: ContractOptions): string {
  const words = wordStream();
  const paragraphs = Array.from({ length: pages * PARAGRAPHS_A_PAGE }, (_, index) => paragraphXml(index, words));
  const text = trackEvery === undefined ? paragraphs.join("") : tracked(paragraphs.join(""), trackEvery);
  return `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${text}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

/** Inserts one run out of `every`, and deletes the run after it. */
function tracked(xml: string, every: number): string {
  let count = 0;
  return xml.replace(/<w:r>.*?<\/w:r>/g, (run) => {
    count += 1;
    const who = `w:id="${count}" w:author="Counsel" w:date="2026-01-01T00:00:00Z"`;
    if (count % every === 0) return `<w:ins ${who}>${run}</w:ins>`;
    if (count % every !== 1 || count === 1) return run;
    return `<w:del ${who}>${run.replace("<w:t ", "<w:delText ").replace("</w:t>", "</w:delText>")}</w:del>`;
  });
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

/** Returns random words; words at the start of the list are more frequent. */
function wordStream(): () => string {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const spread = (state >>> 8) / 0x7f_ffff;
    return WORDS[Math.floor(spread * spread * (WORDS.length - 1))]!;
  };
}
