// Opens, saves and prepares Word files as values.
//
// Invariant: no function of this folder changes a document that is passed to it.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { OutputBudget } from "../failures/output-budget.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

/** An open Word file. No function of the library changes it. */
export type Document = WordDocument;

/** Deflate level for the parts that changed. */
const LEVEL = 6;

/** Opens a .docx, .docm, .dotx or .dotm file. Throws a Failure if the bytes are not such a file, or exceed a limit. */
export function open(bytes: Uint8Array, codec: Codec): Document {
  return openDocument(bytes, { codec, names: wordNames() });
}

/** Returns the bytes of the file. Unchanged parts keep their bytes. */
export function save(document: Document): Uint8Array {
  return document.package.save(LEVEL);
}

/** Returns the bytes of the file. Throws a Failure if the XML is larger than the budget. */
export function saveWithin(document: Document, budget: OutputBudget): Uint8Array {
  return document.package.save(LEVEL, budget);
}

/**
 * Returns the files of a document and of a fork of it. Parts that both share are deflated once. Throws a Failure if the XML of
 * one file is larger than its budget.
 */
export function saveBoth(document: Document, fork: Document, newBudget: () => OutputBudget): [Uint8Array, Uint8Array] {
  return document.package.saveWith(fork.package, LEVEL, newBudget);
}

/**
 * Returns documents that share their names (`Names`) and can be read together. A document with other names than the first is
 * saved and opened again.
 */
export function readTogether(documents: readonly Document[]): Document[] {
  const names = documents[0]?.package.names;
  return documents.map((document) => {
    if (names === undefined || document.package.names === names) return document;
    const opened = openDocument(save(document), { codec: document.package.codec, names });
    return { ...opened, notices: document.notices };
  });
}
