// Runs the comparison of two files for the service, the command line and the MCP server.
//
// Bytes are the input, artifacts the output.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { OutputBudget } from "../failures/output-budget.ts";
import type { AllOptions } from "../language/option-table.ts";
import { compare } from "../library/compare.ts";
import { openSource } from "../library/open-source.ts";
import type { Redline } from "../library/redline.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { outputBudgets } from "./output-limit.ts";
import { type RedlineFormat, renderRedline } from "./render-redline.ts";

export type CompareFormat = RedlineFormat;

export interface CompareRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The names of the two files, as a reader knows them. */
  readonly names: { readonly before: string; readonly after: string };
  /** The author and the date of the tracked changes; the date is ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  readonly codec: Codec;
  readonly formats: readonly CompareFormat[];
  /** The document that the redline is a copy of. Default: `after`. */
  readonly carries?: "before" | "after";
  /**
   * Missing options have their defaults. `pdfLegend` changes only the JSON; the printer of the redline adds the page.
   */
  readonly options?: Partial<AllOptions>;
  /** Called with the two documents after they are read and before they are compared. */
  readonly onOpened?: (before: WordDocument, after: WordDocument) => void;
  /** Called at the start of each stage. `checking` begins again if a check fails and a coarser redline is written. */
  readonly onProgress?: (stage: CompareStage) => void;
}

export type CompareStage = "opening" | "comparing" | "checking" | "rendering";

export interface CompareOutcome {
  readonly artifacts: ReadonlyMap<CompareFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps, equal on every machine. */
  readonly steps: number;
  /** The summary of the JSON, counted when it is called unless a format needed the JSON. */
  readonly summary: () => RedlineSummary;
}

/**
 * Compares two files. Throws a Failure if a file cannot be read, no exact redline can be written, or a limit is
 * exceeded.
 */
export function compareTask(request: CompareRequest): CompareOutcome {
  const { redline, newBudget } = makeRedline(request);
  request.onProgress?.("rendering");
  const { notices, steps } = redline;
  return {
    ...renderRedline(redline, { formats: request.formats, newBudget, codec: request.codec }),
    notices,
    steps,
  };
}

/** Opens and compares the documents. They become garbage when it returns, so rendering does not hold them in memory. */
function makeRedline(request: CompareRequest): { readonly redline: Redline; readonly newBudget: () => OutputBudget } {
  const { codec, author, date, names, carries = "after", options, onProgress } = request;
  onProgress?.("opening");
  const known = { codec, names: wordNames() };
  const before = openSource("before", () => openDocument(request.before, known));
  const after = openSource("after", () => openDocument(request.after, known));
  request.onOpened?.(before, after);
  onProgress?.("comparing");
  const onCheck = (): void => onProgress?.("checking");
  const redline = compare(before, after, {
    ...options,
    author,
    date,
    names,
    carries,
    onCheck,
  });
  return { redline, newBudget: outputBudgets([before, after]) };
}
