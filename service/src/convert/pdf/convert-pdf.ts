// A PDF into a Word document: its text and lines read (read-pdf.ts), then put together by the engine's rules.

import { nodeZlib } from "@versus/engine/node-zlib";
import { reflowTask } from "@versus/engine/tasks";
import { type PdfLimits, readPdf } from "./read-pdf.ts";

export type PdfConversion =
  | { readonly kind: "converted"; readonly docx: Uint8Array; readonly words: number; readonly pages: number }
  /** It does not open without a password. */
  | { readonly kind: "protected" }
  /** It is no PDF, or too damaged to have pages. */
  | { readonly kind: "unreadable" }
  /** No page has text: they are pictures of text. */
  | { readonly kind: "no_text" }
  | { readonly kind: "too_large"; readonly limit: keyof PdfLimits };

/** The document says that it was made when the PDF says so: the same PDF gives the same bytes. */
export async function convertPdf(pdf: Uint8Array): Promise<PdfConversion> {
  const reading = await readPdf(pdf);
  if (reading.kind !== "read") return reading;
  const { pages, scanned, date } = reading;
  if (scanned.length === pages.length) return { kind: "no_text" };
  const { docx, words } = reflowTask({ pages, date, codec: nodeZlib });
  return { kind: "converted", docx, words, pages: pages.length };
}
