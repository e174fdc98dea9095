// The comparison of two files, as the service, the command line and a worker run it: bytes in, artifacts out.

import type { CompareOptions } from "../compare/options.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import { compare } from "../library/compare.ts";
import { openSource } from "../library/open-source.ts";
import { countChanges } from "../library/redline.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { type RedlineFormat, renderRedline } from "./render-redline.ts";

export type CompareFormat = RedlineFormat;

export interface CompareRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The names of the two files, as a reader knows them. */
  readonly names: { readonly before: string; readonly after: string };
  /** Who the tracked changes are by, and when: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  readonly codec: Codec;
  readonly formats: readonly CompareFormat[];
  /** The document that the redline is a copy of; the after one if left out. */
  readonly carries?: "before" | "after";
  /** How to compare; what is left out is as by default. */
  readonly options?: Partial<CompareOptions>;
  /** True if the PDFs of the redline end with a legend: its JSON says so. */
  readonly pdfLegend?: boolean;
  /** Shown the two documents as they were read, before anything is made of them. */
  readonly onOpened?: (before: WordDocument, after: WordDocument) => void;
  /** Told as each stage begins. */
  readonly onProgress?: (stage: CompareStage) => void;
}

export type CompareStage = "opening" | "comparing" | "checking" | "rendering";

export interface CompareOutcome {
  readonly artifacts: ReadonlyMap<CompareFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  /** The cost of aligning in steps: the same on every machine. */
  readonly steps: number;
  /** As the JSON has it; counted when it is called. */
  readonly summary: () => RedlineSummary;
}

/** Throws a Failure when a file cannot be read. */
export function compareTask(request: CompareRequest): CompareOutcome {
  const { codec, author, date, names, carries = "after", options, pdfLegend, formats, onProgress } = request;
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
    ...(pdfLegend === undefined ? {} : { pdfLegend }),
    onCheck,
  });
  onProgress?.("rendering");
  const { notices, steps } = redline;
  return { artifacts: renderRedline(redline, formats), notices, steps, summary: () => countChanges(redline) };
}
