// Two documents into a redline.

import { compareDocuments } from "../compare/compare-documents.ts";
import { type CompareOptions, defaultOptions } from "../compare/options.ts";
import type { RenderOptions } from "../render/redline.ts";
import { type Document, readTogether } from "./documents.ts";
import type { Redline } from "./redline.ts";

export interface CompareAsked extends Partial<CompareOptions> {
  /** Who the tracked changes are by, and when: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  /** The names of the two files, as a reader knows them. */
  readonly names?: { readonly before: string; readonly after: string };
  /** The document that the redline is a copy of; the after one if left out. */
  readonly carries?: "before" | "after";
  /** True if its PDFs end with a legend. The JSON says so; whoever prints the redline adds the page. */
  readonly pdfLegend?: boolean;
  /** Told when a redline is written and begins to be checked. */
  readonly onCheck?: () => void;
}

const NAMES = { before: "original.docx", after: "modified.docx" };

/**
 * The redline of two documents: accepting all of it gives the after document, rejecting all of it the before one. Throws a
 * Failure rather than give an inexact redline.
 */
export function compare(before: Document, after: Document, asked: CompareAsked): Redline {
  const { author, date, names = NAMES, carries = "after", pdfLegend = false, onCheck, ...wanted } = asked;
  const options = { ...defaultOptions, ...wanted };
  const [original, modified] = readTogether([before, after]);
  const compared = compareDocuments(original!, modified!, {
    author,
    date,
    options,
    carries,
    ...(onCheck === undefined ? {} : { onCheck }),
  });
  const carried = compared.notices.reduce(
    (sum, one) => sum + (one.code.endsWith("_CARRIED") ? (one.count ?? 1) : 0),
    0,
  );
  const notices = [...before.notices, ...after.notices, ...compared.notices];
  return { ...compared, notices, about: { ...aboutPair(names, { ...options, pdfLegend }), carried, notices } };
}

type SaidOptions = CompareOptions & { readonly pdfLegend: boolean };

function aboutPair({ before, after }: typeof NAMES, options: SaidOptions): RenderOptions {
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
      pdf_legend: options.pdfLegend,
    },
  };
}
