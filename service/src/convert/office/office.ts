// Converts documents with LibreOffice: .doc to .docx, and .docx to PDF.
//
// LibreOffice takes a third of a second of processor time to start and 30 milliseconds for a short document, so a few are kept
// alive (CNV-1). Each serves one document at a time behind the wall of the sandbox, and is replaced after a number of
// documents, when it has grown, and after any trouble. docs/design/convert.md has the rules.

import { ChildPool } from "../../jobs/child-pool.ts";
import type { SandboxMode } from "../../jobs/confine/confine.ts";
import { needsFreshProcess } from "./fresh-process.ts";
import type { OfficeInstallation } from "./office-command.ts";
import { type OfficeAnswer, type OfficeLimits, OfficeProcess, type OfficeQuestion } from "./office-process.ts";

export interface OfficeOptions extends OfficeLimits {
  readonly installation: OfficeInstallation;
  readonly mode: SandboxMode;
  /** How many documents are converted at the same time. */
  readonly processes: number;
  /** How many documents one process converts before a fresh one replaces it. */
  readonly recycleAfter: number;
}

export interface Conversion {
  readonly bytes: Uint8Array;
  readonly from: "doc" | "docx";
  readonly to: "docx" | "pdf";
  readonly pdf?: PdfOptions;
}

export interface PdfOptions {
  /** Bookmarks become named destinations, by which a reader of the PDF finds the page of each. */
  readonly bookmarksAsDestinations?: boolean;
}

export type Converted =
  | { readonly kind: "converted"; readonly bytes: Uint8Array }
  /** LibreOffice does not open it as what it claims to be. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed"; readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" };

/** A LibreOffice that holds more than this share of its limit while it does nothing is replaced. */
const restingShare = 0.5;

export class Office {
  readonly #pool: ChildPool<OfficeQuestion, OfficeAnswer, OfficeProcess>;

  /** Processes start when documents ask for them. */
  constructor(options: OfficeOptions) {
    const { processes, recycleAfter, memoryMegabytes } = options;
    this.#pool = new ChildPool<OfficeQuestion, OfficeAnswer, OfficeProcess>({
      children: processes,
      recycleAfter,
      starts: "asked",
      start: () => OfficeProcess.start(options, options),
      isWell: (office, { kind }) =>
        kind !== "killed" && kind !== "died" && office.megabytes < memoryMegabytes * restingShare,
    });
  }

  /** Throws when `signal` is aborted, when the office was closed, and when LibreOffice does not start. */
  async convert(conversion: Conversion, { signal }: { readonly signal: AbortSignal }): Promise<Converted> {
    const question = questionOf(conversion);
    const first = await this.#pool.run(question, signal);
    // It may have died of what a document before this one left behind, so a fresh one decides (CNV-7).
    return meaningOf(first.kind === "died" ? await this.#pool.run({ ...question, isCold: true }, signal) : first);
  }

  /** Ends every LibreOffice, whatever it does. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function questionOf({ bytes, from, to, pdf }: Conversion): OfficeQuestion {
  return { bytes, from, to, isCold: needsFreshProcess(bytes, from), filterData: to === "pdf" ? filterDataOf(pdf) : {} };
}

function filterDataOf({ bookmarksAsDestinations = false }: PdfOptions = {}): Record<string, boolean> {
  // Tags and thumbnails take time and nobody reads them; links in a document of strangers stay text.
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
