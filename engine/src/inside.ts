// Exports trees, views, rules and scripts for tests and for the tools that prove the engine.
//
// Its names may change with any version. A program that uses the engine imports `@versus/engine`.

export type { Formatting } from "./document/formatting/formatting.ts";
export {
  isToggledOn,
  markFormatting,
  paragraphFormatting,
  propertyOf,
  runFormatting,
} from "./document/formatting/formatting.ts";
export type { Layer, StyleProperty } from "./document/formatting/styles.ts";
export { formatNumber } from "./document/lists/number-formats.ts";
export type { Numbering } from "./document/lists/numbering.ts";
export { numberingOf } from "./document/lists/numbering.ts";
export type { Label } from "./document/lists/numbering-labels.ts";
export { Labeller } from "./document/lists/numbering-labels.ts";
export type { ConflictKind, MergeRecord } from "./document/merge-record.ts";
export { readMergeRecord } from "./document/merge-record.ts";
export type { WordDocument } from "./document/open-document.ts";
export { documentOf, openDocument } from "./document/open-document.ts";
export type { AddressedPart, Addresses, PartLocator } from "./document/text/addresses.ts";
export { addressesOf, findPart } from "./document/text/addresses.ts";
export { blocksOf, cellsOf, paragraphsOf, rowsOf } from "./document/text/blocks.ts";
export type { Inline } from "./document/text/inlines.ts";
export { ParagraphReader } from "./document/text/inlines.ts";
export type { Story, StoryKind } from "./document/text/stories.ts";
export { storiesOf } from "./document/text/stories.ts";
export { textBoxesOf } from "./document/text/text-boxes.ts";
export type { View } from "./document/text/views.ts";
export { M, W, wordNames } from "./document/word-names.ts";
export type { ParagraphName } from "./edit/refusal.ts";
export type { FailurePlace } from "./failures/failure.ts";
export type { MergedDocument, RevisedCopy } from "./merge/merge-documents.ts";
export { mergeDocuments } from "./merge/merge-documents.ts";
export type { ReaderLimits } from "./ooxml/limits.ts";
export { readerLimits } from "./ooxml/limits.ts";
export type { Package } from "./ooxml/parts/package.ts";
export { packageOf } from "./ooxml/parts/package.ts";
export { reachableParts } from "./ooxml/parts/reachable-parts.ts";
export type { NameId, NamespaceId, Vocabulary } from "./ooxml/xml/names.ts";
export { defineVocabulary, Names, namesOf } from "./ooxml/xml/names.ts";
export { scanXml } from "./ooxml/xml/scan/scan.ts";
export type { SpanTree } from "./ooxml/xml/span-tree.ts";
export type { NodeId } from "./ooxml/xml/tree.ts";
export { NO_NAME, NONE, Tree } from "./ooxml/xml/tree.ts";
export { writeTree } from "./ooxml/xml/write-tree.ts";
export type { ArchiveEntry, Codec } from "./ooxml/zip/archive.ts";
export type { DirectoryRecord } from "./ooxml/zip/read-archive.ts";
export { findDirectory, locateEntry, openArchive, readDirectory, readEntry } from "./ooxml/zip/read-archive.ts";
export type { OutputEntry } from "./ooxml/zip/write-archive.ts";
export { writeArchive } from "./ooxml/zip/write-archive.ts";
export type { ParagraphItem } from "./redline/content/items.ts";
export { readContainer } from "./redline/content/items.ts";
export { readSources } from "./redline/content/read-sources.ts";
export type { Source } from "./redline/content/source.ts";
export { tokenStart } from "./redline/content/tokens.ts";
export { checkScript } from "./redline/script/check-script.ts";
export type {
  BlockStep,
  ChangeLabel,
  FlowStep,
  Mark,
  Marks,
  MoveBorder,
  ParagraphStep,
  Piece,
  Script,
} from "./redline/script/script.ts";
export { writeScript } from "./redline/write/write-script.ts";
export type { ContentRevision } from "./render/content/content.ts";
export { contentMarkdown } from "./render/content/markdown/content-markdown.ts";
export { stagedMarkdown } from "./render/content/markdown/staged-markdown.ts";
export { contentJson } from "./render/content/read-content.ts";
export { renderJson } from "./render/json/render-json.ts";
export { redlineSchema } from "./render/json/schema.ts";
export { renderMarkdown, writeMarkdown } from "./render/markdown/render-markdown.ts";
export type { RenderOptions } from "./render/redline.ts";
export type { SelectiveSegment } from "./render/selective.ts";
export { listConflicts } from "./revisions/choose/conflicts.ts";
export { acceptAll, decide, decideAuthors, rejectAll } from "./revisions/decide/decide.ts";
export type { Decision } from "./revisions/decisions.ts";
export { listDecisions } from "./revisions/decisions.ts";
export { lintDocument } from "./revisions/lint/lint-document.ts";
export type { Finding, Rule, Severity } from "./revisions/lint/rule.ts";
export { lintRules } from "./revisions/lint/rules.ts";
export { listRevisions, trackedParts } from "./revisions/list-revisions.ts";
export type { Decided, Revision, Verdict } from "./revisions/revision.ts";
export { readView } from "./revisions/view.ts";
