// Writes a document of given XML as a .docx file.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

const DEFLATE_LEVEL = 6;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml.";

/** The namespace declarations that the root of every part needs. */
export const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;

/** Maps part names without folder and extension, such as `styles`, to their XML. */
export type Parts = Readonly<Record<string, string>>;

export function writeShape(body: string, parts: Parts): Uint8Array {
  const names = Object.keys(parts);
  const override = (name: string, type: string): string =>
    `<Override PartName="/word/${name}.xml" ContentType="${TYPES}${type}+xml"/>`;
  const entries = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("document", "document.main")}${names.map((name) => override(name, name)).join("")}</Types>`,
    "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relationships(names.map((name) => [name, `${name}.xml`])),
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, parts[name]!])),
  };
  const encoder = new TextEncoder();
  const outputs = Object.entries(entries).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(HEAD + xml) }) as const,
  );
  return writeArchive(outputs, nodeZlib, DEFLATE_LEVEL);
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const entries = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}
