// Opens a base and two revisions, given as texts of paragraphs, as the sources of one redline.

import { openDocument, readContainer, readSources, type Source, storiesOf, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { OFFICE, packageBytes, WORD_TYPE } from "../word-package.ts";

/** The paragraphs of the base, and those that each revision adds. */
export interface SourceTexts {
  readonly base: readonly string[];
  readonly revisions: readonly (readonly string[])[];
}

/**
 * Returns the sources, the base first. A revision has the paragraphs of the base, which it may move, and its own after
 * them.
 */
export function openSources({ base, revisions }: SourceTexts): Source[] {
  const names = wordNames();
  const texts = [base, ...revisions.map((own) => [...base, ...own])];
  const documents = texts.map((paragraphs) => openDocument(bytesOf(paragraphs), { codec: nodeZlib, names }));
  return readSources(documents, 0);
}

export function bodyOfSource(source: Source): ReturnType<typeof readContainer> {
  const body = storiesOf(source.document).find(({ kind }) => kind === "body")!;
  return readContainer(source, body, body.root);
}

function bytesOf(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join("");
  const xml = `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return packageBytes([{ name: "document", type: `${WORD_TYPE}.document.main+xml`, xml }], []);
}
