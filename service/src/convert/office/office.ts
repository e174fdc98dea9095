// Converts documents with LibreOffice: .doc to .docx, and .docx to PDF.
//
// LibreOffice needs a third of a second of processor time to start and 30 milliseconds for a short document, so a few
// processes are kept alive (CNV-1). Each converts one document at a time in the sandbox. It is replaced after a number
// of documents, when it keeps too much memory, and after any trouble. docs/design/convert.md contains the rules.

import { ChildPool } from "../../jobs/child-pool.ts";
import type { SandboxMode } from "../../jobs/confine/confine.ts";
import { needsFreshProcess } from "./fresh-process.ts";
import type { OfficeInstallation } from "./office-command.ts";
import { type OfficeAnswer, type OfficeLimits, OfficeProcess, type OfficeQuestion } from "./office-process.ts";

export interface OfficeOptions extends OfficeLimits {
  readonly installation: OfficeInstallation;
  readonly mode: SandboxMode;
  /** Number of documents that are converted at the same time. */
  readonly processes: number;
  /** Number of documents that one process converts before a new one replaces it. */
  readonly recycleAfter: number;
}

export interface Conversion {
  readonly bytes: Uint8Array;
  readonly from: "doc" | "docx";
  readonly to: "docx" | "pdf";
  readonly pdf?: PdfOptions;
}

export interface PdfOptions {
  /** True if bookmarks become named destinations, which show the page of each bookmark. */
  readonly bookmarksAsDestinations?: boolean;
}

export type Converted =
  | { readonly kind: "converted"; readonly bytes: Uint8Array }
  /** LibreOffice does not open it as the type that its extension claims. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed"; readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" };

/** A process that holds more than this share of its memory limit after a document is replaced. */
const restingShare = 0.5;

export class Office {
  readonly #pool: ChildPool<OfficeQuestion, OfficeAnswer, OfficeProcess>;

  /** Processes start when documents need them. */
  constructor(options: OfficeOptions) {
    const { processes, recycleAfter, memoryMegabytes, seconds } = options;
    this.#pool = new ChildPool<OfficeQuestion, OfficeAnswer, OfficeProcess>({
      children: processes,
      recycleAfter,
      starts: "asked",
      seconds,
      late: { kind: "killed", reason: "time" },
      start: () => OfficeProcess.start(options, options),
      isWell: (office, { kind }) =>
        kind !== "killed" && kind !== "died" && office.megabytes < memoryMegabytes * restingShare,
    });
  }

  /** Converts the document. Throws if `signal` is aborted, the office was closed, or LibreOffice does not start. */
  async convert(conversion: Conversion, { signal }: { readonly signal: AbortSignal }): Promise<Converted> {
    const question = questionOf(conversion);
    const first = await this.#pool.run(question, signal);
    // An earlier document may have caused the crash, so a fresh process converts the document once more (CNV-7).
    return meaningOf(first.kind === "died" ? await this.#pool.run({ ...question, isCold: true }, signal) : first);
  }

  /** Kills every LibreOffice, including busy ones. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function questionOf({ bytes, from, to, pdf }: Conversion): OfficeQuestion {
  return { bytes, from, to, isCold: needsFreshProcess(bytes, from), filterData: to === "pdf" ? filterDataOf(pdf) : {} };
}

function filterDataOf({ bookmarksAsDestinations = false }: PdfOptions = {}): Record<string, boolean> {
  // Tags take time to write, and no reader of these PDFs uses them.
  return { ExportBookmarksToPDFDestination: bookmarksAsDestinations, UseTaggedPDF: false };
}

function meaningOf(answer: OfficeAnswer): Converted {
  switch (answer.kind) {
    case "converted":
    case "unreadable":
      return answer;
    case "killed":
      return { kind: "failed", upstream: answer.reason === "time" ? "CONVERTER_TIMEOUT" : "CONVERTER_FAILED" };
    case "failed":
    case "died":
      return { kind: "failed", upstream: "CONVERTER_FAILED" };
  }
}
