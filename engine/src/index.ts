// The engine's door: every name that leaves the package.

export type { CompareOptions } from "./compare/options.ts";
export { rangeLimits } from "./compare/selective/compare-ranges.ts";
export { checkParagraphs } from "./create/paragraphs.ts";
export type { CreationProblem } from "./create/write-paragraphs.ts";
export type { AddressedPart, Addresses, PartLocator } from "./document/addresses.ts";
export { addressesOf, findPart } from "./document/addresses.ts";
export { blocksOf, cellsOf, paragraphsOf, rowsOf } from "./document/blocks.ts";
export type { RunProblem } from "./document/content-runs/check-runs.ts";
export type { Formatting } from "./document/formatting.ts";
export {
  isToggledOn,
  markFormatting,
  paragraphFormatting,
  propertyOf,
  runFormatting,
} from "./document/formatting.ts";
export { ParagraphReader } from "./document/inlines.ts";
export type { ConflictKind, MergeRecord } from "./document/merge-record.ts";
export { readMergeRecord } from "./document/merge-record.ts";
export { formatNumber } from "./document/number-formats.ts";
export type { Numbering } from "./document/numbering.ts";
export { numberingOf } from "./document/numbering.ts";
export type { Label } from "./document/numbering-labels.ts";
export { Labeller } from "./document/numbering-labels.ts";
export type { WordDocument } from "./document/open-document.ts";
export { documentOf, openDocument } from "./document/open-document.ts";
export type { Story, StoryKind } from "./document/stories.ts";
export { storiesOf } from "./document/stories.ts";
export type { Layer, Property } from "./document/styles.ts";
export { textBoxesOf } from "./document/text-boxes.ts";
export type { View } from "./document/views.ts";
export { W, wordNames } from "./document/word-names.ts";
export { countWords, wordsIn } from "./document/words.ts";
export type { PasswordHash } from "./document/write-settings.ts";
export type { Undecided } from "./edit/operations/operation.ts";
export type { EditResult } from "./edit/plan/edit-results.ts";
export type { ParagraphName, Refusal, RefusalReason } from "./edit/refusal.ts";
export { checkEdits, editSchema } from "./edit/shape/check-edits.ts";
export { editExamples } from "./edit/shape/edit-examples.ts";
export type { EditTypeName } from "./edit/shape/edit-types.ts";
export { editTypes } from "./edit/shape/edit-types.ts";
export { takePassword } from "./edit/shape/password.ts";
export type { Notice, Place } from "./failures/failure.ts";
export { Failure } from "./failures/failure.ts";
export { nearestName } from "./failures/nearest-name.ts";
export { noticesInWords } from "./failures/notice-words.ts";
export { documentProblems } from "./failures/problems.ts";
export type { Merge, RevisedCopy } from "./merge/merge-documents.ts";
export { mergeDocuments } from "./merge/merge-documents.ts";
export type { ReaderLimits } from "./ooxml/limits.ts";
export { readerLimits } from "./ooxml/limits.ts";
export type { Package } from "./ooxml/parts/package.ts";
export { packageOf } from "./ooxml/parts/package.ts";
export { reachableParts } from "./ooxml/parts/reachable-parts.ts";
export type { NameId, NamespaceId, Vocabulary } from "./ooxml/xml/names.ts";
export { defineVocabulary, Names, namesOf } from "./ooxml/xml/names.ts";
export { scanXml } from "./ooxml/xml/scan.ts";
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
export { placeOf } from "./redline/content/tokens.ts";
export { checkScript } from "./redline/script/check-script.ts";
export type {
  BlockStep,
  FlowStep,
  Label as ChangeLabel,
  Mark,
  Marks,
  MoveBorder,
  ParagraphStep,
  Piece,
  Script,
} from "./redline/script/script.ts";
export { writeScript } from "./redline/write/write-script.ts";
export type { ContentJson, ContentParagraph, ContentRevision } from "./render/content/content.ts";
export { contentMarkdown } from "./render/content/content-markdown.ts";
export { contentFields } from "./render/content/narrow-content.ts";
export { contentOf } from "./render/content/read-content.ts";
export { contentSchema } from "./render/content/schema.ts";
export { stagedMarkdown } from "./render/content/staged-markdown.ts";
export { renderJson } from "./render/json/render-json.ts";
export { redlineSchema } from "./render/json/schema.ts";
export { renderMarkdown, writeMarkdown } from "./render/markdown/render-markdown.ts";
export type { RedlineJson, RenderOptions } from "./render/redline.ts";
export type { SelectiveParagraph, SelectiveSegment } from "./render/selective.ts";
export type { Decisions, Selection } from "./revisions/chosen-verdicts.ts";
export { acceptAll, decide, decideAuthors, rejectAll } from "./revisions/decide.ts";
export type { DecisionProblem } from "./revisions/decision-problems.ts";
export type { Decision, DecisionKind } from "./revisions/decisions.ts";
export { listDecisions } from "./revisions/decisions.ts";
export { lintDocument } from "./revisions/lint/lint-document.ts";
export type { Finding, Rule, Severity } from "./revisions/lint/rule.ts";
export { lintRules } from "./revisions/lint/rules.ts";
export { listRevisions, trackedParts } from "./revisions/list-revisions.ts";
export type { Decided, Revision, Verdict } from "./revisions/revision.ts";
export { readView } from "./revisions/view.ts";
export type { CompareFormat, CompareOutcome, CompareRequest, CompareStage } from "./tasks/compare-task.ts";
export { compareTask } from "./tasks/compare-task.ts";
export type { ContentOutcome, ContentRequest } from "./tasks/content-task.ts";
export { contentTask } from "./tasks/content-task.ts";
export type { CreateOutcome, CreateRequest } from "./tasks/create-task.ts";
export { createTask } from "./tasks/create-task.ts";
export type { DecideOutcome, DecideRequest } from "./tasks/decide-task.ts";
export { decideTask } from "./tasks/decide-task.ts";
export type { EditRequest, EditTaskOutcome } from "./tasks/edit-task.ts";
export { editTask } from "./tasks/edit-task.ts";
export type {
  MergeFormat,
  MergeOutcome,
  MergeRequest,
  MergeRevision,
  MergeSource,
  MergeStage,
} from "./tasks/merge-task.ts";
export { mergeTask } from "./tasks/merge-task.ts";
export type { SourceName } from "./tasks/open-source.ts";
export type { ReadPartOutcome, ReadPartRequest } from "./tasks/read-part-task.ts";
export { readPartTask } from "./tasks/read-part-task.ts";
export type { SelectiveOutcome, SelectiveRefusal, SelectiveRequest } from "./tasks/selective-task.ts";
export { selectiveTask } from "./tasks/selective-task.ts";
