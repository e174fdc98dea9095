// Writes the bytes of a generated Word file: its parts under word/, content types and relationships.

import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

export const OFFICE = "http://schemas.openxmlformats.org";
export const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** A part of the package. */
export interface WordPart {
  /** File name without the folder and `.xml`. */
  readonly name: string;
  readonly type: string;
  readonly xml: string;
}

/** A relationship of the main part. */
export interface Related {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal?: true;
}

export function packageBytes(parts: readonly WordPart[], related: readonly Related[]): Uint8Array {
  const main: Related = { id: "rId1", type: relationshipType("officeDocument"), target: "word/document.xml" };
  const files = {
    "[Content_Types].xml": contentTypes(parts),
    "_rels/.rels": relationships([main]),
    "word/_rels/document.xml.rels": relationships(related),
    ...Object.fromEntries(parts.map(({ name, xml }) => [`word/${name}.xml`, xml])),
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(
    ([name, text]) => ({ kind: "made", name, bytes: encoder.encode(text) }) as const,
  );
  return writeArchive(entries, nodeZlib, 1);
}

export function relationshipType(kind: string): string {
  return `${OFFICE}/officeDocument/2006/relationships/${kind}`;
}

function contentTypes(parts: readonly WordPart[]): string {
  const overrides = parts.map(({ name, type }) => `<Override PartName="/word/${name}.xml" ContentType="${type}"/>`);
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  return `<Types xmlns="${OFFICE}/package/2006/content-types">${defaults}${overrides.join("")}</Types>`;
}

function relationships(all: readonly Related[]): string {
  const entries = all.map(({ id, type, target, isExternal }) => {
    const mode = isExternal ? ' TargetMode="External"' : "";
    return `<Relationship Id="${id}" Type="${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships xmlns="${OFFICE}/package/2006/relationships">${entries.join("")}</Relationships>`;
}
