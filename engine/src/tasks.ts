// Exports whole tasks for the sandbox: bytes in and bytes out.
//
// Also exports what callers of the tasks check before a task and read after it.

export { rangeLimits } from "./compare/selective/compare-ranges.ts";
export { checkParagraphs } from "./create/paragraphs.ts";
export type { CreationProblem } from "./create/write-paragraphs.ts";
export { countWords, wordsIn } from "./document/text/words.ts";
export type { PasswordHash } from "./document/write-settings.ts";
export type { Undecided } from "./edit/operations/operation.ts";
export type { EditResult } from "./edit/plan/edit-results.ts";
export type { Refusal, RefusalReason } from "./edit/refusal.ts";
export { checkEdits, editSchema } from "./edit/shape/check-edits.ts";
export type { EditType, EditTypeName, UntrackedKind } from "./edit/shape/edit-types.ts";
export { editExamples, editTypes, untrackedKinds } from "./edit/shape/edit-types.ts";
export { takePassword } from "./edit/shape/password.ts";
export type { Notice } from "./failures/failure.ts";
export { Failure } from "./failures/failure.ts";
export { nearestName } from "./failures/nearest-name.ts";
export { noticeLines, noticesInWords } from "./failures/notice-words.ts";
export { documentProblems } from "./failures/problems.ts";
export type { RunProblem } from "./language/content-runs/check-runs.ts";
export { mergeOptionNames, mergeOptionTable } from "./language/merge-options.ts";
export type { AllOptions, CompareOptions, OptionName, WireOptions } from "./language/option-table.ts";
export {
  camelName,
  fromWire,
  optionFlags,
  optionNames,
  optionTable,
  optionValueFlags,
  readFormatting,
  toWire,
} from "./language/option-table.ts";
export type { HistoryJson } from "./library/history.ts";
export type { SourceName } from "./library/open-source.ts";
export type { PlacedBox, PlacedPage, PlacedText } from "./reflow/page.ts";
export { type ColouredAuthor, SHARED_COLOUR } from "./render/changes/author-colours.ts";
export type { ContentJson, ContentParagraph } from "./render/content/content.ts";
export { contentFields } from "./render/content/narrow-content.ts";
export { contentSchema } from "./render/content/schema.ts";
export type { Sentinel } from "./render/print/sentinels.ts";
export type { RedlineJson, RedlineSummary } from "./render/redline.ts";
export type { SelectiveParagraph } from "./render/selective.ts";
export type { Decisions, Selection } from "./revisions/choose/chosen-verdicts.ts";
export type { DecisionProblem } from "./revisions/choose/decision-problems.ts";
export type { DecisionKind } from "./revisions/decisions.ts";
export type { Inspection } from "./scrub/inspect-document.ts";
export type { ScrubKind } from "./scrub/scrub-document.ts";
export { scrubKinds } from "./scrub/scrub-document.ts";
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
export type { HistoryFormat, HistoryOutcome, HistoryRequest, HistoryVersion } from "./tasks/history-task.ts";
export { historyTask } from "./tasks/history-task.ts";
export type {
  MergeFormat,
  MergeOutcome,
  MergeRequest,
  MergeRevision,
  MergeSource,
  MergeStage,
} from "./tasks/merge-task.ts";
export { mergeTask } from "./tasks/merge-task.ts";
export type { PrintOutcome, PrintRequest } from "./tasks/print-task.ts";
export { printTask } from "./tasks/print-task.ts";
export type { ReadPartOutcome, ReadPartRequest } from "./tasks/read-part-task.ts";
export { readPartTask } from "./tasks/read-part-task.ts";
export type { ReflowOutcome, ReflowRequest } from "./tasks/reflow-task.ts";
export { reflowTask } from "./tasks/reflow-task.ts";
export type { ScheduleRequest } from "./tasks/render-redline.ts";
export { scheduleTask } from "./tasks/render-redline.ts";
export type { ScrubOutcome, ScrubRequest } from "./tasks/scrub-task.ts";
export { countOf, scrubTask } from "./tasks/scrub-task.ts";
export type { SelectiveOutcome, SelectiveRefusal, SelectiveRequest } from "./tasks/selective-task.ts";
export { selectiveTask } from "./tasks/selective-task.ts";
export { viewTask } from "./tasks/view-task.ts";
