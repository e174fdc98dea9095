// Small Word documents, sound and broken.

import { writeZip } from "./zip.ts";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** A document of these paragraphs. */
export function wordDocument(...paragraphs: readonly string[]): Buffer {
  return writeZip(partsOf(documentXml(paragraphs)));
}

/** A package that is whole but whose main part is no XML: the job fails, not the call. */
export function withBrokenMainPart(): Buffer {
  return writeZip(partsOf(`<w:document xmlns:w="${WORD}"><w:body><w:p>`));
}

/** A zip archive that does not say it is a Word document. */
export function withoutContentTypes(): Buffer {
  const { "[Content_Types].xml": _, ...parts } = partsOf(documentXml(["A."]));
  return writeZip(parts);
}

/** A package whose main part is not there. */
export function withoutMainPart(): Buffer {
  const { "word/document.xml": _, ...parts } = partsOf("");
  return writeZip(parts);
}

/** What Word writes for a document with a password: an OLE container, no zip. */
export function encrypted(): Buffer {
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4096)]);
}

function documentXml(paragraphs: readonly string[]): string {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`)
    .join("");
  return `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`;
}

function partsOf(main: string): Record<string, string> {
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": main,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
