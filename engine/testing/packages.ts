// Makes small packages in memory, for tests.

import { nodeZlib } from "../platform/node-zlib.ts";
import { writeArchive } from "../src/ooxml/zip/write-archive.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const WORD_URI = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/></Types>`;

export function relationships(...targets: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const entries = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

/** Returns the parts of the smallest Word document. `changes` replaces, adds or (undefined) removes parts. */
export function wordParts(changes: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const parts: Record<string, string | undefined> = {
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": relationships(["rId1", "officeDocument", "word/document.xml"]),
    "word/document.xml": `<w:document xmlns:w="${WORD_URI}"><w:body><w:p><w:r><w:t>Plain text.</w:t></w:r></w:p></w:body></w:document>`,
    ...changes,
  };
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined));
}

export function zip(parts: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(
    ([name, text]) => ({ kind: "made", name, bytes: encoder.encode(text) }) as const,
  );
  return writeArchive(entries, nodeZlib, 6);
}

export function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
