// Word files as values: opened, saved and read together. No function of this folder changes a document that it is given.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

/** An open Word file. Every function leaves it as it was. */
export type Document = WordDocument;

/** Deflate's level for the parts that changed. */
const LEVEL = 6;

/** Opens a .docx, .docm, .dotx or .dotm file. Throws a Failure when the file is none, or hurts a limit. */
export function open(bytes: Uint8Array, codec: Codec): Document {
  return openDocument(bytes, { codec, names: wordNames() });
}

/** The file of a document. Parts that nobody changed keep their bytes. */
export function save(document: Document): Uint8Array {
  return document.package.save(LEVEL);
}

/** The files of a document and of a fork of it. What they have in common is deflated once. */
export function saveBoth(document: Document, fork: Document): [Uint8Array, Uint8Array] {
  return document.package.saveWith(fork.package, LEVEL);
}

/** Documents that can be read together: those that know other names than the first are opened again. */
export function readTogether(documents: readonly Document[]): Document[] {
  const names = documents[0]?.package.names;
  return documents.map((document) => {
    if (names === undefined || document.package.names === names) return document;
    const opened = openDocument(save(document), { codec: document.package.codec, names });
    return { ...opened, notices: document.notices };
  });
}
