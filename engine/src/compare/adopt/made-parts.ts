// Parts that the result may lack and grafts need: made empty, with their content type and relationship.

import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/stories.ts";
import { wordNamespace } from "../../document/word-names.ts";

/** A part that the main part has at most one of, or any number of. */
export type MadeKind = "styles" | "numbering" | "footnotes" | "endnotes" | "header" | "footer";

const ROOTS: Readonly<Record<MadeKind, string>> = {
  styles: "styles",
  numbering: "numbering",
  footnotes: "footnotes",
  endnotes: "endnotes",
  header: "hdr",
  footer: "ftr",
};

/** The first part of a kind, made when there is none. */
export function partOfKind(document: WordDocument, kind: Exclude<MadeKind, "header" | "footer">): string {
  return partsOf(document, kind)[0] ?? makePart(document, kind, "").part;
}

/** A new part of a kind around some content, related to the main part. */
export function makePart(document: WordDocument, kind: MadeKind, content: string): { id: string; part: string } {
  const { package: opened } = document;
  const uris = opened.names.namespace(wordNamespace).uris;
  const uri = opened.dialect === "strict" ? uris[1] : uris[0];
  const root = `w:${ROOTS[kind]}`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root} xmlns:w="${uri}">${content}</${root}>`;
  return addPart(document, kind, new TextEncoder().encode(xml));
}

/** A new part of a kind with some bytes, related to the main part. */
export function addPart(document: WordDocument, kind: MadeKind, bytes: Uint8Array): { id: string; part: string } {
  const { package: opened, main } = document;
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const isOneOfMany = kind === "header" || kind === "footer";
  const plain = `${folder}${kind}.xml`;
  const pattern = isOneOfMany || opened.has(plain) ? `${folder}${kind}*.xml` : plain;
  const contentType = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  const part = opened.add(pattern, contentType, bytes);
  return { id: opened.relate(main, kind, part), part };
}
