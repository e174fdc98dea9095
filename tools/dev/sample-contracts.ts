// Makes a short contract and two revised copies, to try the service with.
//
// The first copy has changed words, an inserted clause, a deleted one, a moved one, and another price in its table. The
// second changes a number that the first changes too, and the governing law.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

export interface SampleContracts {
  readonly original: Uint8Array;
  readonly modified: Uint8Array;
  /** The other party's copy. */
  readonly second: Uint8Array;
}

export function makeSampleContracts(): SampleContracts {
  return { original: contract(ORIGINAL), modified: contract(MODIFIED), second: contract(SECOND) };
}

interface Contract {
  readonly clauses: readonly (readonly [heading: string, text: string])[];
  readonly fees: readonly (readonly [service: string, fee: string])[];
}

const CONFIDENTIALITY = [
  "Confidentiality",
  "Each party keeps the other’s confidential information secret and uses it for the purposes of this Agreement alone. This duty lasts for three years after the Agreement has ended.",
] as const;

const NOTICES = [
  "Notices",
  "A notice under this Agreement is given in writing to the address of the other party that stands on its first page.",
] as const;

const ASSIGNMENT = [
  "Assignment",
  "Neither party assigns its rights without the consent of the other, which is not to be withheld without reason.",
] as const;

const ORIGINAL: Contract = {
  clauses: [
    ["Services", "The Supplier provides the services that the schedule below lists, with reasonable skill and care."],
    CONFIDENTIALITY,
    ["Fees", "The Customer pays the fees of the schedule within 30 days of the date of the invoice."],
    ["Exclusivity", "The Customer obtains such services from the Supplier alone while this Agreement lasts."],
    ["Term", "This Agreement lasts for one year and may be ended by either party with 60 days’ notice."],
    NOTICES,
    ASSIGNMENT,
    ["Governing law", "This Agreement is governed by the laws of England and Wales."],
  ],
  fees: [
    ["Support, per month", "1,000"],
    ["Training, per day", "800"],
  ],
};

const MODIFIED: Contract = {
  clauses: [
    [
      "Services",
      "The Supplier provides the services that the schedule below lists, with the skill and care of a leading provider.",
    ],
    ["Fees", "The Customer pays the fees of the schedule within 45 days of the receipt of a correct invoice."],
    ["Term", "This Agreement lasts for two years and may be ended by either party with 60 days’ written notice."],
    ["Liability", "Neither party is liable for more than the fees of the twelve months before the claim arose."],
    NOTICES,
    ASSIGNMENT,
    CONFIDENTIALITY,
    ["Governing law", "This Agreement is governed by the laws of England and Wales."],
  ],
  fees: [
    ["Support, per month", "1,200"],
    ["Training, per day", "800"],
  ],
};

const SECOND: Contract = {
  ...ORIGINAL,
  clauses: ORIGINAL.clauses.map(([heading, text]) => [
    heading,
    text.replace("30 days", "14 days").replace("England and Wales", "Scotland"),
  ]),
};

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const DEFLATE_LEVEL = 6;

const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="432" w:hanging="432"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

function contract({ clauses, fees }: Contract): Uint8Array {
  const text = clauses.map(([heading, words]) => paragraph(heading, "Heading1") + paragraph(words)).join("");
  const body = `${paragraph("Services agreement", "Title")}${text}${paragraph("Schedule", "Title")}${table(fees)}`;
  const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  const overrides = [
    ["document", "document.main"],
    ["styles", "styles"],
    ["numbering", "numbering"],
  ].map(([part, type]) => `<Override PartName="/word/${part}.xml" ContentType="${TYPES}.${type}+xml"/>`);
  return archiveOf({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationships(["officeDocument", "word/document.xml"]),
    "word/document.xml": `<w:document xmlns:w="${WORD}"><w:body>${body}${paragraph("")}${section}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relationships(["styles", "styles.xml"], ["numbering", "numbering.xml"]),
    "word/styles.xml": `<w:styles xmlns:w="${WORD}">${STYLES}</w:styles>`,
    "word/numbering.xml": `<w:numbering xmlns:w="${WORD}">${NUMBERING}</w:numbering>`,
  });
}

function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  const run = text === "" ? "" : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  return `<w:p>${properties}${run}</w:p>`;
}

function table(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const all = rows.map((cells) => `<w:tr>${cells.map(cell).join("")}</w:tr>`).join("");
  const grid = '<w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid>';
  return `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr>${grid}${all}</w:tbl>`;
}

function relationships(...targets: readonly (readonly [kind: string, target: string])[]): string {
  const entries = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

function archiveOf(parts: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const entries = Object.entries(parts).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(head + xml) }) as const,
  );
  return writeArchive(entries, nodeZlib, DEFLATE_LEVEL);
}
