// Opens a document of the corpus and parses every part that a reader can reach.

import { openDocument, type Package, reachableParts, type WordDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import type { Notice } from "@versus/engine/tasks";

/** A document with all its XML parts parsed. */
export interface ReadDocument {
  readonly document: WordDocument;
  readonly xmlParts: number;
  readonly notices: readonly Notice[];
}

/** Compression level for changed parts: the default of zlib. */
export const SAVE_LEVEL = 6;

export function openCorpusDocument(bytes: Uint8Array): WordDocument {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

/**
 * Opens a document and parses the XML parts that relationships lead to. Throws the Failure of the first part that is
 * not XML.
 */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const document = openCorpusDocument(bytes);
  const reach = reachableParts(document.package);
  const foreign = foreignParts(document.package, reach.parts);
  const xmlParts = reach.parts.filter((part) => isXml(document.package.contentType(part)) && !foreign.has(part));
  for (const part of xmlParts) document.package.tree(part);
  return { document, xmlParts: xmlParts.length, notices: [...document.notices, ...reach.notices] };
}

/**
 * Returns embedded documents of other formats (`aFChunk`). Their parts are not parsed, because their own format
 * defines which of them are XML.
 */
function foreignParts(opened: Package, parts: readonly string[]): Set<string | undefined> {
  const relationships = parts.flatMap((part) => opened.relationships(part));
  return new Set(relationships.filter(({ kind }) => kind === "aFChunk").map(({ part }) => part));
}

function isXml(contentType: string | undefined): boolean {
  const [type = ""] = (contentType ?? "").split(";");
  return /(?:\+|^application\/|^text\/)xml$/i.test(type.trim());
}
