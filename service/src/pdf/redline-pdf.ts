// Writes the PDFs of a redline: all printed pages, or only those that show a change.

import type { Sentinel } from "@versus/engine/tasks";
import { PDFDocument } from "pdf-lib";
import { changedPages } from "./changed-pages.ts";
import { type AboutRedline, type LegendFacts, writeLegend, writeUnchanged } from "./own-pages.ts";
import { settlePdf } from "./settle-pdf.ts";

export interface PrintedRedline {
  /** The print copy as LibreOffice printed it. */
  readonly pdf: Uint8Array;
  readonly sentinels: readonly Sentinel[];
  readonly about: AboutRedline;
  /** Undefined for a PDF without a legend. */
  readonly legend: LegendFacts | undefined;
}

export type PdfFormat = "pdf" | "pdf_changed_pages_only";

/** Returns the PDF. The same redline gives the same bytes. */
export async function writeRedlinePdf(printed: PrintedRedline, format: PdfFormat): Promise<Uint8Array> {
  const { about, legend } = printed;
  const whole = settlePdf(printed.pdf, about.createdAt);
  if (format === "pdf" && legend === undefined) return whole;
  const pages: Pages["pages"] = format === "pdf" ? "all" : await changedPages(printed.pdf, printed.sentinels);
  const content =
    pages.length === 0 ? { pdf: await writeUnchanged(about), pages: "all" as const } : { pdf: whole, pages };
  const last = legend === undefined ? [] : [{ pdf: await writeLegend(about, legend), pages: "all" as const }];
  return joinPages([content, ...last], about.createdAt);
}

interface Pages {
  readonly pdf: Uint8Array;
  /** Indexes from 0. */
  readonly pages: "all" | readonly number[];
}

/** Concatenates pages of several PDFs. */
async function joinPages(sources: readonly Pages[], date: Date): Promise<Uint8Array> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (const { pdf, pages } of sources) {
    const source = await PDFDocument.load(pdf, { updateMetadata: false });
    const wanted = pages === "all" ? source.getPageIndices() : [...pages];
    for (const page of await joined.copyPages(source, wanted)) joined.addPage(page);
  }
  joined.setProducer("Versus");
  joined.setCreator("Versus");
  joined.setCreationDate(date);
  joined.setModificationDate(date);
  return joined.save();
}
