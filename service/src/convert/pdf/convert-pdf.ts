// Converts a PDF to a Word document.
//
// It reads text and lines (read-pdf.ts), then applies the engine's rules.

import { nodeZlib } from "@versus/engine/node-zlib";
import type { PlacedPage } from "@versus/engine/tasks";
import { reflowTask } from "@versus/engine/tasks";
import { type RecognizedPage, textsOf } from "../scans/recognized-page.ts";
import type { ScannedPage } from "../scans/scan-reader.ts";
import { type PdfLimits, readPdf } from "./read-pdf.ts";

export type PdfConversion =
  | { readonly kind: "converted"; readonly docx: Uint8Array; readonly words: number; readonly pages: number }
  /** The PDF does not open without a password. */
  | { readonly kind: "protected" }
  /** The file is not a PDF, or too damaged to have pages. */
  | { readonly kind: "unreadable" }
  /** No page has text: the pages are pictures of text, or blank. */
  | { readonly kind: "no_text" }
  /** These pages are pictures of text or blank, and the caller wants to recognize them first. */
  | { readonly kind: "scanned"; readonly pages: readonly ScannedPage[] }
  | { readonly kind: "too_large"; readonly limit: keyof PdfLimits };

/**
 * The treatment of scanned pages.
 * - `skip`: the words in their pictures are not recognized.
 * - `tell`: a PDF with such pages is not converted; the result lists them.
 * - A list: the text that was recognized on them.
 */
export type ScanTreatment = "skip" | "tell" | readonly RecognizedPage[];

/** Converts the PDF. The date of the document is the creation date of the PDF, so the same PDF gives the same bytes. */
export async function convertPdf(pdf: Uint8Array, scans: ScanTreatment = "skip"): Promise<PdfConversion> {
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") return reading;
  const { scanned, date } = reading;
  if (scans === "tell" && scanned.length > 0) {
    return { kind: "scanned", pages: scanned.map((page) => sizeOf(reading.pages[page]!, page)) };
  }
  const recognized = typeof scans === "string" ? [] : scans;
  const pages = withRecognized(reading.pages, recognized);
  const isText = (page: number): boolean => !scanned.includes(page) || recognized.some((own) => own.page === page);
  if (!pages.some(({ texts }, page) => texts.length > 0 && isText(page))) return { kind: "no_text" };
  const { docx, words } = reflowTask({ pages, date, codec: nodeZlib });
  return { kind: "converted", docx, words, pages: pages.length };
}

function sizeOf({ width, height }: PlacedPage, page: number): ScannedPage {
  return { page, width, height };
}

/** Replaces the texts of a scanned page by the recognized ones. A stamp on such a page is in its picture too. */
function withRecognized(pages: readonly PlacedPage[], recognized: readonly RecognizedPage[]): PlacedPage[] {
  const known = new Map(recognized.map((own) => [own.page, own]));
  return pages.map((page, at) => {
    const own = known.get(at);
    return own === undefined ? page : { ...page, ...textsOf(own) };
  });
}
