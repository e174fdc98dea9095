// Creates parts that new content needs and that a document may lack.
//
// Each part is created with its content type, in the dialect of the document.

import type { WordDocument } from "./open-document.ts";
import { partsOf } from "./text/stories.ts";
import { wordNamespace } from "./word-names.ts";

/** Kinds of parts that a document may have several times. */
export type HeaderFooterKind = "header" | "footer";
/** Kinds of parts that a document has at most once. */
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

/** Returns the part of a kind. Creates it with its relationship if the document has none. */
export function partOfKind(document: WordDocument, kind: SingleKind): string {
  const [part] = partsOf(document, kind);
  if (part !== undefined) return part;
  const made = makePart(document, kind, "");
  document.package.relate(document.main, kind, made);
  return made;
}

/** Adds a part of a kind with the given content, without a relationship. Returns its name. */
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
