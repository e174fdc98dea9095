// Makes small Word documents for tests from those of the corpus, and reads their content.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  listRevisions,
  openArchive,
  openDocument,
  type Revision,
  readerLimits,
  readView,
  storiesOf,
  type View,
  type WordDocument,
  wordNames,
  writeArchive,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

/** Returns the path of a document of the corpus. */
export function corpusPath(name: string): string {
  return join(import.meta.dirname, "../../../corpus", name);
}

function open(bytes: Uint8Array): WordDocument {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

/** Returns a document of paragraphs with plain text. */
export function documentOf(...paragraphs: readonly string[]): Uint8Array {
  return documentWithBody(
    paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join(""),
  );
}

export function documentWithBody(body: string): Uint8Array {
  const main = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return withPart("docx/plain/paragraphs.docx", "word/document.xml", main);
}

/** Returns a document of the corpus with other content in one part. */
export function withPart(name: string, part: string, content: string): Uint8Array {
  const { package: opened } = open(readFileSync(corpusPath(name)));
  opened.replaceBytes(part, new TextEncoder().encode(content));
  return opened.save(6);
}

/** Returns a document of the corpus without one entry of its archive. */
export function withoutEntry(name: string, lost: string): Uint8Array {
  const { entries } = openArchive(readFileSync(corpusPath(name)), readerLimits);
  const kept = entries.filter((entry) => entry.name !== lost);
  return writeArchive(
    kept.map((entry) => ({ kind: "kept", entry })),
    nodeZlib,
    6,
  );
}

/** Returns the paragraphs of the body with all changes accepted or rejected. */
export function bodyText(bytes: Uint8Array, view: View): string[] {
  const [body] = storiesOf(open(bytes));
  return readView(body!, view).map(({ text }) => text);
}

export function revisionsOf(bytes: Uint8Array): Revision[] {
  return listRevisions(open(bytes));
}
