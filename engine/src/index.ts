// The engine's door: every name that leaves the package.

export type { WordDocument } from "./document/open-document.ts";
export { openDocument } from "./document/open-document.ts";
export { W, wordNames } from "./document/word-names.ts";
export type { Notice, Place } from "./failures/failure.ts";
export { Failure } from "./failures/failure.ts";
export { documentProblems } from "./failures/problems.ts";
export type { ReaderLimits } from "./ooxml/limits.ts";
export { readerLimits } from "./ooxml/limits.ts";
export type { Package } from "./ooxml/parts/package.ts";
export { reachableParts } from "./ooxml/parts/reachable-parts.ts";
export type { NameId, NamespaceId, Vocabulary } from "./ooxml/xml/names.ts";
export { defineVocabulary, Names, namesOf } from "./ooxml/xml/names.ts";
export { scanXml } from "./ooxml/xml/scan.ts";
export type { SpanTree } from "./ooxml/xml/span-tree.ts";
export type { NodeId } from "./ooxml/xml/tree.ts";
export { NO_NAME, NONE, Tree } from "./ooxml/xml/tree.ts";
export { writeTree } from "./ooxml/xml/write-tree.ts";
export type { ArchiveEntry, Codec } from "./ooxml/zip/archive.ts";
export { openArchive, readEntry } from "./ooxml/zip/read-archive.ts";
export type { OutputEntry } from "./ooxml/zip/write-archive.ts";
export { writeArchive } from "./ooxml/zip/write-archive.ts";
