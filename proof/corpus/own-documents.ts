// Defines the repository's own few documents by their parts.
//
// Each document is the smallest one that has its feature.

/** The parts of a package by name, in the order in which they are written. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

export interface OwnDocument {
  /** Path from the root of the corpus. */
  readonly path: string;
  readonly features: string;
  readonly parts: Parts;
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

interface Dialect {
  readonly word: string;
  readonly relationships: string;
}

const TRANSITIONAL: Dialect = {
  word: "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  relationships: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
};
const STRICT: Dialect = {
  word: "http://purl.oclc.org/ooxml/wordprocessingml/main",
  relationships: "http://purl.oclc.org/ooxml/officeDocument/relationships",
};

const TWO_PARAGRAPHS = paragraph("The first paragraph.") + paragraph("Größe, naïve, 日本語, 𝒙 &amp; “quotes”.");

export const ownDocuments: readonly OwnDocument[] = [
  {
    path: "docx/plain/paragraphs.docx",
    features: "cjk,paragraphs=2,parts=3",
    parts: packageOf(document(TWO_PARAGRAPHS)),
  },
  {
    path: "docx/plain/utf-16.docx",
    features: "utf16,cjk,paragraphs=2,parts=3",
    parts: packageOf(toUtf16(document(TWO_PARAGRAPHS))),
  },
  {
    path: "docx/strict/strict.docx",
    features: "strict,paragraphs=1,parts=3",
    parts: packageOf(document(paragraph("A document in the strict dialect."), STRICT), STRICT),
  },
  {
    path: "docx/tables/table-with-header.docx",
    features: "table=1,header=1,paragraphs=6,parts=6",
    parts: tableWithHeader(),
  },
];

/** Files that the hostile command reads, with the expected outcome of each. */
export const ownHostileDocuments: readonly (OwnDocument & { readonly expect: string; readonly what: string })[] = [
  {
    path: "hostile/byte-order-mark.docx",
    features: "paragraphs=1,parts=3",
    parts: packageOf(`\ufeff${document(paragraph("After a mark."))}`),
    expect: "open",
    what: "main part begins with a byte order mark",
  },
  {
    path: "hostile/document-type.docx",
    features: "parts=3",
    parts: packageOf(
      document("<w:p><w:r><w:t>&e;</w:t></w:r></w:p>").replace("?>\n", '?>\n<!DOCTYPE w [<!ENTITY e "e">]>\n'),
    ),
    expect: "reject",
    what: "defines an entity",
  },
  {
    path: "hostile/unbalanced.docx",
    features: "parts=3",
    parts: packageOf(document("<w:p><w:r></w:p></w:r>")),
    expect: "reject",
    what: "tags do not match",
  },
];

/** Returns the parts of a document of plain paragraphs. The texts must not contain characters that need escaping. */
export function plainDocument(texts: readonly string[]): Parts {
  return packageOf(document(texts.map(paragraph).join("")));
}

function tableWithHeader(): Parts {
  const cell = (text: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...texts: readonly string[]): string => `<w:tr>${texts.map(cell).join("")}</w:tr>`;
  const grid = '<w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>';
  const table = `<w:tbl><w:tblPr><w:tblW w:w="4000" w:type="dxa"/></w:tblPr>${grid}${row("Name", "Amount")}${row("One", "1")}</w:tbl>`;
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr>';
  const title = '<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>A table</w:t></w:r></w:p>';
  const last = paragraph("Below the table.");
  return {
    ...packageOf(document(title + table + last + section), TRANSITIONAL, { styles: "styles", header1: "header" }),
    "word/_rels/document.xml.rels": relationships([
      ["rId1", `${TRANSITIONAL.relationships}/styles`, "styles.xml"],
      ["rId2", `${TRANSITIONAL.relationships}/header`, "header1.xml"],
    ]),
    "word/styles.xml": wordPart(
      "styles",
      '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>',
    ),
    "word/header1.xml": wordPart("hdr", paragraph("A header")),
  };
}

function packageOf(
  main: string | Uint8Array,
  dialect = TRANSITIONAL,
  others: Readonly<Record<string, string>> = {},
): Parts {
  const kinds = Object.entries({ document: "document.main", ...others });
  const overrides = kinds.map(
    ([name, kind]) => `<Override PartName="/word/${name}.xml" ContentType="${WORD}.${kind}+xml"/>`,
  );
  return {
    "[Content_Types].xml": `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationships([["rId1", `${dialect.relationships}/officeDocument`, "word/document.xml"]]),
    "word/document.xml": main,
  };
}

function relationships(entries: readonly (readonly [id: string, type: string, target: string])[]): string {
  const lines = entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`);
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`;
}

function document(body: string, dialect = TRANSITIONAL): string {
  return wordPart("document", `<w:body>${body}</w:body>`, dialect);
}

function wordPart(root: string, content: string, dialect = TRANSITIONAL): string {
  return `${DECLARATION}<w:${root} xmlns:w="${dialect.word}" xmlns:r="${dialect.relationships}">${content}</w:${root}>`;
}

function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** Returns UTF-16, little-endian, with a byte order mark. */
function toUtf16(xml: string): Uint8Array {
  return Buffer.from(`\ufeff${xml.replace("UTF-8", "UTF-16")}`, "utf16le");
}
