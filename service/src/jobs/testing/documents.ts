// Makes Word documents of a few paragraphs from a document of the repository's corpus.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";

const plain = join(import.meta.dirname, "../../../../corpus/docx/plain/paragraphs.docx");
const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Returns a document with one paragraph of plain text for each argument. */
export function documentOf(...paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join("");
  return documentWithBody(body);
}

/** `body` is the content between the tags of w:body. */
export function documentWithBody(body: string): Uint8Array {
  const { package: opened } = openDocument(readFileSync(plain), { codec: nodeZlib, names: wordNames() });
  const main = `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`;
  opened.replaceBytes("word/document.xml", new TextEncoder().encode(main));
  return opened.save(6);
}
