// The comparison of two files, as the service, the command line and a worker run it: bytes in, artifacts out.

import { compareDocuments } from "../compare/compare-documents.ts";
import { type CompareOptions, defaultOptions } from "../compare/options.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Notice } from "../failures/failure.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RenderOptions } from "../render/redline.ts";
import { openSource } from "./open-source.ts";
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
}

/** Throws a Failure when a file cannot be read. */
export function compareTask(request: CompareRequest): CompareOutcome {
  const { codec, author, date } = request;
  const names = wordNames();
  report(request, "opening");
  const before = openSource("before", () => openDocument(request.before, { codec, names }));
  const after = openSource("after", () => openDocument(request.after, { codec, names }));
  request.onOpened?.(before, after);
  report(request, "comparing");
  const options = { ...defaultOptions, ...request.options };
  const { document, notices, steps } = compareDocuments(before, after, {
    author,
    date,
    options,
    carries: request.carries ?? "after",
    onCheck: () => report(request, "checking"),
  });
  report(request, "rendering");
  const carried = notices.reduce((sum, { code, count = 1 }) => sum + (code.endsWith("_CARRIED") ? count : 0), 0);
  const all = [...before.notices, ...after.notices, ...notices];
  const rendered = { ...optionsOf(request.names, options), carried, notices: all };
  return { artifacts: renderRedline(document, request.formats, rendered), notices: all, steps };
}

function report({ onProgress }: CompareRequest, stage: CompareStage): void {
  onProgress?.(stage);
}

function optionsOf({ before, after }: CompareRequest["names"], options: CompareOptions): RenderOptions {
  return {
    kind: "comparison",
    revision: after,
    documents: [
      { role: "original", name: before },
      { role: "modified", name: after },
    ],
    options: {
      granularity: options.granularity,
      detect_moves: options.detectMoves,
      ignore_formatting: options.ignoreFormatting,
      ignore_case: options.ignoreCase,
      ignore_whitespace: options.ignoreWhitespace,
      ignore_typography: options.ignoreTypography,
      comments: options.comments,
    },
  };
}
