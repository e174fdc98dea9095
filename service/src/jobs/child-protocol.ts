// Defines the tasks of a sandbox child and its answers.
//
// Both cross as structured clones over the channel between parent and child, documents included. They touch no disk, so
// a crash leaves nothing to remove, and the child needs no right to files. Temporary files cost the same for 200 KB
// (about 1 ms there and back) and less for 20 MB (100 ms instead of 200 ms). A comparison of that size takes seconds.

import type {
  CompareRequest,
  CreateRequest,
  CreationProblem,
  DecideRequest,
  DecisionProblem,
  EditRequest,
  EditResult,
  Failure,
  HistoryRequest,
  MergeRequest,
  Notice,
  PrintOutcome,
  ReadPartOutcome,
  ReadPartRequest,
  RedlineSummary,
  Refusal,
  RunProblem,
  ScheduleRequest,
  SelectiveOutcome,
  SelectiveRefusal,
  SelectiveRequest,
  SourceName,
} from "@versus/engine/tasks";
import type { PdfConversion, ScanTreatment } from "../convert/pdf/convert-pdf.ts";
import type { LegendSources } from "../pdf/legend-facts.ts";
import type { PdfFormat, PrintedRedline } from "../pdf/redline-pdf.ts";
import type { Target } from "./confine/attempts.ts";
import type { RedlineArtifact } from "./redline-pages.ts";

/** Two files to compare: the input of the engine's task, without the parts that the child adds. */
export interface CompareChildTask
  extends Pick<CompareRequest, "before" | "after" | "names" | "author" | "date" | "options"> {
  readonly kind: "compare";
  readonly formats: readonly RedlineArtifact[];
}

/** A base and its revised copies to merge: the input of the engine's task, without the parts that the child adds. */
export interface MergeChildTask extends Pick<MergeRequest, "base" | "revisions" | "date" | "formatting"> {
  readonly kind: "merge";
  readonly formats: readonly RedlineArtifact[];
}

/** A fragment that was stored by itself, to make a view of. */
export interface ViewChildTask {
  readonly kind: "view";
  readonly fragment: Uint8Array;
}

/** The versions of a document: the input of the engine's task, without the parts that the child adds. */
export interface HistoryChildTask extends Pick<HistoryRequest, "versions"> {
  readonly kind: "history";
}

/** A file to open only, so that one that is not a Word document is refused at once. */
export interface CheckChildTask {
  readonly kind: "check";
  readonly document: Uint8Array;
}

/** A file whose content is read. */
export interface ReadChildTask {
  readonly kind: "read";
  readonly document: Uint8Array;
}

/** A file to read one part from: the input of the engine's task, without the parts that the child adds. */
export interface ReadPartChildTask extends Omit<ReadPartRequest, "codec"> {
  readonly kind: "read_part";
}

/** Paragraphs to make a document of: the input of the engine's task, without the parts that the child adds. */
export interface CreateChildTask extends Omit<CreateRequest, "codec"> {
  readonly kind: "create";
}

/** Ranges of paragraphs to compare: the input of the engine's task, and the facts that the PDF shows. */
export interface SelectiveChildTask extends Omit<SelectiveRequest, "codec"> {
  readonly kind: "selective";
  readonly names: { readonly original: string; readonly modified: string };
  readonly createdAt: Date;
}

/** A file to edit: the input of the engine's task, without the parts that the child adds. */
export interface EditChildTask extends Omit<EditRequest, "codec"> {
  readonly kind: "edit";
}

/** A redline to decide: the input of the engine's task, without the parts that the child adds. */
export interface DecideChildTask extends Omit<DecideRequest, "codec"> {
  readonly kind: "decide";
}

/** A Word document to make a print copy of. */
export interface PrintChildTask {
  readonly kind: "print";
  readonly document: Uint8Array;
}

/** The pages that LibreOffice printed, to make a PDF of a redline from. */
export interface BindChildTask extends Omit<PrintedRedline, "legend"> {
  readonly kind: "bind";
  /** Undefined for a PDF without a legend. */
  readonly legend: LegendSources | undefined;
  readonly format: PdfFormat;
}

/** The JSON of a redline, to list its changes from. */
export interface ScheduleChildTask extends Pick<ScheduleRequest, "json" | "format"> {
  readonly kind: "schedule";
}

/** A PDF to make a Word document of. */
export interface ConvertPdfChildTask {
  readonly kind: "convert_pdf";
  readonly pdf: Uint8Array;
  readonly scans: ScanTreatment;
}

/** Targets that the child tries to reach, to test the sandbox. */
export interface ProbeChildTask {
  readonly kind: "probe";
  readonly targets: readonly Target[];
}

export type ChildTask =
  | CompareChildTask
  | MergeChildTask
  | ViewChildTask
  | HistoryChildTask
  | CheckChildTask
  | ReadChildTask
  | ReadPartChildTask
  | CreateChildTask
  | SelectiveChildTask
  | EditChildTask
  | DecideChildTask
  | PrintChildTask
  | BindChildTask
  | ScheduleChildTask
  | ConvertPdfChildTask
  | ProbeChildTask;

export interface Compared {
  readonly kind: "compared";
  readonly artifacts: ReadonlyMap<RedlineArtifact, Uint8Array>;
  readonly notices: readonly Notice[];
  readonly summary: RedlineSummary;
  readonly words: { readonly before: number; readonly after: number };
}

export interface Merged {
  readonly kind: "merged";
  readonly artifacts: ReadonlyMap<RedlineArtifact, Uint8Array>;
  readonly notices: readonly Notice[];
  readonly summary: RedlineSummary;
  /** The words of all documents together. */
  readonly words: number;
}

export interface Viewed {
  readonly kind: "viewed";
  readonly view: Uint8Array;
}

/**
 * The history of a document. `blocks` is a JSON object without the opening brace: the route puts other members before
 * it.
 */
export interface Traced {
  readonly kind: "traced";
  readonly blocks: Uint8Array;
  readonly docx: Uint8Array;
}

export interface Checked {
  readonly kind: "checked";
  readonly notices: readonly Notice[];
}

/**
 * The renderings of one file. `json` and `md` are its content. `staged` is the reply with its Markdown and revisions,
 * as a JSON object without the opening brace: the route puts other members before it.
 */
type Readings = ReadonlyMap<"json" | "md" | "staged", Uint8Array>;

export interface Read {
  readonly kind: "read";
  readonly readings: Readings;
  readonly words: number;
}

export interface Created {
  readonly kind: "created";
  readonly docx: Uint8Array;
  readonly words: number;
}

/** A refusal of paragraphs that are invalid, or that name a style or property that does not exist. */
export interface CreationRefused {
  readonly kind: "refused";
  readonly problems: readonly (RunProblem | CreationProblem)[];
}

export interface Selected {
  readonly kind: "selected";
  readonly comparison: SelectiveOutcome;
  readonly pdf: Uint8Array;
  /** The words of both ranges together. */
  readonly words: number;
}

/** A refusal of a range that does not exist, or of ranges that are too large to compare at once. */
export interface SelectionRefused {
  readonly kind: "unselected";
  readonly refusal: SelectiveRefusal;
}

export interface Edited {
  readonly kind: "edited";
  /** The document with the changes applied. */
  readonly docx: Uint8Array;
  readonly redline: Uint8Array;
  readonly results: readonly EditResult[];
  readonly summary: RedlineSummary;
}

/** A refusal of at least one edit. No edit was applied. */
export interface EditRefused {
  readonly kind: "unedited";
  readonly refusals: readonly Refusal[];
}

export interface Decided {
  readonly kind: "decided";
  readonly docx: Uint8Array;
  readonly notices: readonly Notice[];
}

/** A refusal of at least one decision. Nothing was decided. */
export interface DecisionsRefused {
  readonly kind: "undecided";
  readonly problems: readonly DecisionProblem[];
}

export interface PrintReady extends PrintOutcome {
  readonly kind: "printed";
}

export interface Bound {
  readonly kind: "bound";
  readonly pdf: Uint8Array;
}

export interface Scheduled {
  readonly kind: "scheduled";
  /** Undefined for a redline of an earlier version, whose JSON does not list its changes. */
  readonly schedule: Uint8Array | undefined;
}

export interface Probed {
  readonly kind: "probed";
  /** The names of the targets that were reached; empty if the sandbox works. */
  readonly reached: readonly string[];
}

/** A document that cannot be used or a redline that may not be served, with a code of the engine's table. */
export interface Refused {
  readonly kind: "failed";
  readonly code: Failure["code"];
  readonly rule: string;
  /** Which of several documents. */
  readonly source?: SourceName;
  /** The part of the package. The sender chose its name, so it must not appear in messages. */
  readonly part?: string;
}

/** A fault of ours: the engine threw, or the process ended by itself. */
export interface Crashed {
  readonly kind: "crashed";
  /** The error name and stack frames, never the message, which may repeat text of a document. */
  readonly trace: string;
}

/** The end of a task that exceeded its limit of time or memory. */
export interface Killed {
  readonly kind: "killed";
  readonly reason: "time" | "memory";
}

/**
 * An answer of the child itself: a result, a refusal, an error that it caught, or a lack of memory that it noticed. The
 * parent detects every other end.
 */
export type ChildAnswer =
  | Compared
  | Merged
  | Viewed
  | Traced
  | Checked
  | Read
  | ReadPartOutcome
  | Created
  | CreationRefused
  | Selected
  | SelectionRefused
  | Edited
  | EditRefused
  | Decided
  | DecisionsRefused
  | PrintReady
  | Bound
  | Scheduled
  | PdfConversion
  | Probed
  | ChildTrouble;

/** The result of a task that failed. */
export type ChildTrouble = Refused | Crashed | Killed;

export type ChildResult<Task extends ChildTask = ChildTask> = ChildDone[Task["kind"]] | ChildTrouble;

interface ChildDone {
  readonly compare: Compared;
  readonly merge: Merged;
  readonly view: Viewed;
  readonly history: Traced;
  readonly check: Checked;
  readonly read: Read;
  readonly read_part: ReadPartOutcome;
  readonly create: Created | CreationRefused;
  readonly selective: Selected | SelectionRefused;
  readonly edit: Edited | EditRefused;
  readonly decide: Decided | DecisionsRefused;
  readonly print: PrintReady;
  readonly bind: Bound;
  readonly schedule: Scheduled;
  readonly convert_pdf: PdfConversion;
  readonly probe: Probed;
}

/** The first message of a child, when it is ready for a task. */
export const childReady = "ready";
