// Parts that a document may lack and new content needs: made with their content type, in the document's own dialect.

import type { WordDocument } from "./open-document.ts";
import { partsOf } from "./text/stories.ts";
import { wordNamespace } from "./word-names.ts";

/** Parts that a document has any number of. */
export type HeaderFooterKind = "header" | "footer";
/** Parts that a document has one of. */
type SingleKind = "styles" | "numbering" | "settings" | "footnotes" | "endnotes" | "comments";

const ROOTS: Readonly<Record<HeaderFooterKind | SingleKind, string>> = {
  styles: "styles",
  numbering: "numbering",
  settings: "settings",
  footnotes: "footnotes",
  endnotes: "endnotes",
  comments: "comments",
  header: "hdr",
  footer: "ftr",
};

/** The part of a kind, made and related when there is none. */
export function partOfKind(document: WordDocument, kind: SingleKind): string {
  const [part] = partsOf(document, kind);
  if (part !== undefined) return part;
  const made = makePart(document, kind, "");
  document.package.relate(document.main, kind, made);
  return made;
}

/** A new part of a kind around some content; nothing leads to it yet. */
export function makePart(document: WordDocument, kind: HeaderFooterKind | SingleKind, content: string): string {
  const { package: opened, main } = document;
  const [transitional, strict] = opened.names.namespace(wordNamespace).uris;
  const root = `w:${ROOTS[kind]} xmlns:w="${opened.dialect === "strict" ? strict : transitional}"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root}>${content}</w:${ROOTS[kind]}>`;
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const isOneOfMany = kind === "header" || kind === "footer";
  const plain = `${folder}${kind}.xml`;
  return opened.add(
    isOneOfMany || opened.has(plain) ? `${folder}${kind}*.xml` : plain,
    `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`,
    new TextEncoder().encode(xml),
  );
}
