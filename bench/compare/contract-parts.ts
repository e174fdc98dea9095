// Writes documents for comparing from plain data: paragraphs, lists, tables and notes, as Word would.
//
// The words are made of syllables. There are a few thousand words, some more frequent than others, so paragraphs are as
// different as those of real contracts. The same data always gives the same bytes.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

export interface Paragraph {
  readonly kind: "paragraph";
  /** A `list` and a `heading` have a number. */
  readonly look: "body" | "heading" | "list";
  readonly words: readonly string[];
  /** The words of the footnote that is referenced at the end of the paragraph. Default: no footnote. */
  readonly note?: readonly string[];
}

export interface Table {
  readonly kind: "table";
  /** The words of each cell. */
  readonly rows: readonly (readonly (readonly string[])[])[];
}

export type Block = Paragraph | Table;

const LEVEL = 6;
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PARTS = ["document", "styles", "numbering", "footnotes"] as const;

const STYLES =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>';
const LEVELS = ["%1.", "(%2)"].map(
  (text, level) =>
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${level === 0 ? "decimal" : "lowerLetter"}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/></w:lvl>`,
);
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${LEVELS.join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

/** Returns a .docx with these blocks. */
export function writeContract(blocks: readonly Block[]): Uint8Array {
  const notes: string[] = [];
  const body = blocks.map((block) => (block.kind === "table" ? tableXml(block) : paragraphXml(block, notes))).join("");
  const separators = ["separator", "continuationSeparator"].map(
    (type, id) => `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
  );
  const section =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';
  return archiveOf({
    document: `<w:document xmlns:w="${WORD}"><w:body>${body}${section}</w:body></w:document>`,
    styles: `<w:styles xmlns:w="${WORD}">${STYLES}</w:styles>`,
    numbering: `<w:numbering xmlns:w="${WORD}">${NUMBERING}</w:numbering>`,
    footnotes: `<w:footnotes xmlns:w="${WORD}">${separators.join("")}${notes.join("")}</w:footnotes>`,
  });
}

function archiveOf(parts: Readonly<Record<(typeof PARTS)[number], string>>): Uint8Array {
  const typeOf = (part: string): string => (part === "document" ? "document.main" : part);
  const overrides = PARTS.map(
    (part) =>
      `<Override PartName="/word/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${typeOf(part)}+xml"/>`,
  );
  const files: [name: string, xml: string][] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    ],
    ["_rels/.rels", relationships([["officeDocument", "word/document.xml"]])],
    ["word/_rels/document.xml.rels", relationships(PARTS.slice(1).map((part) => [part, `${part}.xml`]))],
    ...PARTS.map((part): [string, string] => [`word/${part}.xml`, parts[part]]),
  ];
  const encoder = new TextEncoder();
  const entries = files.map(([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(HEAD + xml) }) as const);
  return writeArchive(entries, nodeZlib, LEVEL);
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const entries = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

const LOOKS: Readonly<Record<Paragraph["look"], string>> = {
  body: '<w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/><w:jc w:val="both"/></w:pPr>',
  heading:
    '<w:pPr><w:pStyle w:val="Heading1"/><w:keepNext/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
  list: '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>',
};
const FONTS = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>';
/** Words per run. Word begins a run where formatting or the editing session changes. */
const WORDS_A_RUN = 11;

function paragraphXml({ look, words, note }: Paragraph, notes: string[]): string {
  const runs: string[] = [];
  for (let at = 0; at < words.length; at += WORDS_A_RUN) {
    const space = at + WORDS_A_RUN < words.length ? " " : "";
    const text = words.slice(at, at + WORDS_A_RUN).join(" ") + space;
    const bold = (at / WORDS_A_RUN) % 3 === 1 ? "<w:b/><w:bCs/>" : "";
    runs.push(`<w:r><w:rPr>${FONTS}${bold}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`);
  }
  if (note !== undefined) {
    const id = notes.length + 2;
    const mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>';
    const text = `<w:r><w:t xml:space="preserve"> ${note.join(" ")}</w:t></w:r>`;
    notes.push(`<w:footnote w:id="${id}"><w:p>${mark}${text}</w:p></w:footnote>`);
    runs.push(`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`);
  }
  return `<w:p>${LOOKS[look]}${runs.join("")}</w:p>`;
}

function tableXml({ rows }: Table): string {
  const width = Math.floor(9000 / Math.max(1, rows[0]!.length));
  const cellXml = (words: readonly string[]): string =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:r><w:t xml:space="preserve">${words.join(" ")}</w:t></w:r></w:p></w:tc>`;
  const grid = rows[0]!.map(() => `<w:gridCol w:w="${width}"/>`).join("");
  const body = rows.map((row) => `<w:tr>${row.map(cellXml).join("")}</w:tr>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl>`;
}

export interface Chance {
  /** Returns a number from 0 to 1, 1 excluded. */
  readonly next: () => number;
  readonly below: (bound: number) => number;
  readonly words: (count: number) => string[];
}

const ONSETS = "b c d f g l m n p r s t v tr pl st".split(" ");
const VOWELS = "a e i o u ai ea".split(" ");
const ENDS = ["", "n", "r", "s", "t", "l", "ment", "tion"];

/** Returns random numbers and words, always the same ones for a seed. */
export function chanceFrom(seed: number): Chance {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  // Words with small indexes are frequent.
  const word = (): string => VOCABULARY[Math.floor(next() ** 3 * VOCABULARY.length)]!;
  return { next, below, words: (count) => Array.from({ length: count }, word) };
}

const VOCABULARY = Array.from({ length: 4_000 }, (_, number) => {
  const syllable = (at: number): string => ONSETS[at % ONSETS.length]! + VOWELS[Math.floor(at / 16) % VOWELS.length]!;
  const end = ENDS[Math.floor(number / 112) % ENDS.length]!;
  return number < 112 ? syllable(number) : syllable(number) + syllable(Math.floor(number / 31) + 5) + end;
});
