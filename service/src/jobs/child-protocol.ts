// What a child process of the sandbox is asked and what it answers. Both cross as structured clones over the channel
// that Node opens between parent and child, documents included: they touch no disk, so there is nothing to remove after
// a crash, and the child needs no right to files. Temporary files cost the same for 200 KB (about 1 ms there and back)
// and less for 20 MB (100 ms instead of 200 ms), where the comparison itself takes seconds.

import type {
  CompareFormat,
  CompareRequest,
  CreateRequest,
  CreationProblem,
  DecideRequest,
  DecisionProblem,
  EditRequest,
  EditResult,
  Failure,
  HistoryRequest,
  MergeFormat,
  MergeRequest,
  Notice,
  PrintOutcome,
  ReadPartOutcome,
  ReadPartRequest,
  Refusal,
  RunProblem,
  SelectiveOutcome,
  SelectiveRefusal,
  SelectiveRequest,
  SourceName,
} from "@versus/engine/tasks";
import type { PdfConversion, ScanTreatment } from "../convert/pdf/convert-pdf.ts";
import type { PdfFormat, PrintedRedline } from "../pdf/redline-pdf.ts";
import type { Target } from "./confine/attempts.ts";

/** Two files to compare; what the engine's task takes, but for what the child brings itself. */
export interface CompareChildTask
  extends Pick<CompareRequest, "before" | "after" | "names" | "author" | "date" | "formats" | "options"> {
  readonly kind: "compare";
}

/** A base and its revisions to merge; what the engine's task takes, but for what the child brings itself. */
export interface MergeChildTask extends Pick<MergeRequest, "base" | "revisions" | "date" | "formats"> {
  readonly kind: "merge";
}

/** The versions of a document; what the engine's task takes, but for what the child brings itself. */
export interface HistoryChildTask extends Pick<HistoryRequest, "versions"> {
  readonly kind: "history";
}

/** A file to open and no more, so that one which is no Word document is refused at once. */
export interface CheckChildTask {
  readonly kind: "check";
  readonly document: Uint8Array;
}

/** A file to be read for whoever wants its content. */
export interface ReadChildTask {
  readonly kind: "read";
  readonly document: Uint8Array;
}

/** A file of which a part is read; what the engine's task takes, but for what the child brings itself. */
export interface ReadPartChildTask extends Omit<ReadPartRequest, "codec"> {
  readonly kind: "read_part";
}

/** Paragraphs to make a document of; what the engine's task takes, but for what the child brings itself. */
export interface CreateChildTask extends Omit<CreateRequest, "codec"> {
  readonly kind: "create";
}

/** Ranges of paragraphs to compare; what the engine's task takes, and what the PDF is to say besides. */
export interface SelectiveChildTask extends Omit<SelectiveRequest, "codec"> {
  readonly kind: "selective";
  readonly names: { readonly original: string; readonly modified: string };
  readonly createdAt: Date;
}

/** A file to edit; what the engine's task takes, but for what the child brings itself. */
export interface EditChildTask extends Omit<EditRequest, "codec"> {
  readonly kind: "edit";
}

/** A redline to decide; what the engine's task takes, but for what the child brings itself. */
export interface DecideChildTask extends Omit<DecideRequest, "codec"> {
  readonly kind: "decide";
}

/** A Word document to make a print copy of. */
export interface PrintChildTask {
  readonly kind: "print";
  readonly document: Uint8Array;
  /** Whether its changes are counted, for a legend. */
  readonly counts: boolean;
}

/** What LibreOffice printed, to make a PDF of a redline from. */
export interface BindChildTask extends PrintedRedline {
  readonly kind: "bind";
  readonly format: PdfFormat;
}

/** A PDF to make a Word document of. */
export interface ConvertPdfChildTask {
  readonly kind: "convert_pdf";
  readonly pdf: Uint8Array;
  readonly scans: ScanTreatment;
}

/** Things to reach for, so that it is known what the sandbox keeps from a child. */
export interface ProbeChildTask {
  readonly kind: "probe";
  readonly targets: readonly Target[];
}

export type ChildTask =
  | CompareChildTask
  | MergeChildTask
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
  | ConvertPdfChildTask
  | ProbeChildTask;

export interface Compared {
  readonly kind: "compared";
  readonly artifacts: ReadonlyMap<CompareFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  readonly words: { readonly before: number; readonly after: number };
}

export interface Merged {
  readonly kind: "merged";
  readonly artifacts: ReadonlyMap<MergeFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** Of all documents together. */
  readonly words: number;
}

/** `blocks` is the members of a JSON object and its closing brace. */
export interface Traced {
  readonly kind: "traced";
  readonly blocks: Uint8Array;
  readonly docx: Uint8Array;
}

export interface Checked {
  readonly kind: "checked";
  readonly notices: readonly Notice[];
}

/** `json` and `md` are the content; `staged` the members of a JSON object and its closing brace. */
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

/** Paragraphs that no document can be made of: they ask for styles that are not there. */
export interface CreationRefused {
  readonly kind: "refused";
  readonly problems: readonly (RunProblem | CreationProblem)[];
}

export interface Selected {
  readonly kind: "selected";
  readonly comparison: SelectiveOutcome;
  readonly pdf: Uint8Array;
  /** Of the text of both ranges. */
  readonly words: number;
}

/** Ranges that are not there, or too much to compare at once. */
export interface SelectionRefused {
  readonly kind: "unselected";
  readonly refusal: SelectiveRefusal;
}

export interface Edited {
  readonly kind: "edited";
  /** With the changes applied. */
  readonly docx: Uint8Array;
  readonly redline: Uint8Array;
  readonly results: readonly EditResult[];
}

/** Edits of which one at least is refused: nothing was done. */
export interface EditRefused {
  readonly kind: "unedited";
  readonly refusals: readonly Refusal[];
}

export interface Decided {
  readonly kind: "decided";
  readonly docx: Uint8Array;
  readonly notices: readonly Notice[];
}

/** Decisions of which one at least is refused: nothing was decided. */
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

export interface Probed {
  readonly kind: "probed";
  /** The names of the targets that were reached: of a sandbox that works, none. */
  readonly reached: readonly string[];
}

/** A document that cannot be used, or a redline that may not be served, by a code of the engine's table. */
export interface Refused {
  readonly kind: "failed";
  readonly code: Failure["code"];
  readonly rule: string;
  /** Which of several documents. */
  readonly source?: SourceName;
  /** The part of the package it is about. The sender chose its name: not for messages. */
  readonly part?: string;
}

/** A fault of ours: the engine threw, or the process ended by itself. */
export interface Crashed {
  readonly kind: "crashed";
  /** The kind of error and where it was thrown; never its message, which may repeat text of a document. */
  readonly trace: string;
}

/** Over its limit of time or memory. */
export interface Killed {
  readonly kind: "killed";
  readonly reason: "time" | "memory";
}

/** What the child itself says; the rest is seen from outside. */
export type ChildAnswer =
  | Compared
  | Merged
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
  | PdfConversion
  | Probed
  | ChildTrouble;

/** What came of a task that came to nothing. */
export type ChildTrouble = Refused | Crashed | Killed;

export type ChildResult<Task extends ChildTask = ChildTask> = ChildDone[Task["kind"]] | ChildTrouble;

interface ChildDone {
  readonly compare: Compared;
  readonly merge: Merged;
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
  readonly convert_pdf: PdfConversion;
  readonly probe: Probed;
}

/** The first thing a child says, when it can be given a task. */
export const childReady = "ready";
