// Renders a redline, or a version of a stored document, as PDF.
//
// A child makes a print copy, LibreOffice prints it, and a child selects the pages. If LibreOffice cannot print the
// document, the PDF fails and its owner stays ready.

import type { BindChildTask } from "../jobs/child-protocol.ts";
import { JobFailure } from "../jobs/job-queue.ts";
import type { Renderer, Rendering } from "./renderers.ts";

export const pdfRenderers: readonly Renderer[] = (["pdf", "pdf_changed_pages_only"] as const).map((format) => ({
  format,
  failureCode: "PDF_RENDER_FAILED",
  source: "docx",
  render: (document, rendering) => printPdf(document, format, rendering),
}));

async function printPdf(
  document: Uint8Array,
  format: BindChildTask["format"],
  rendering: Rendering,
): Promise<Uint8Array> {
  const { about, readJson, run, office, signal } = rendering;
  const copy = await run({ kind: "print", document });
  if (copy.kind === "failed") throw new JobFailure("PDF_RENDER_FAILED", "RENDER_FAILED");
  const printed = await office.convert({ bytes: copy.docx, from: "docx", to: "pdf" }, { signal });
  if (printed.kind !== "converted") {
    const isLate = printed.kind === "failed" && printed.upstream === "CONVERTER_TIMEOUT";
    throw new JobFailure("PDF_RENDER_FAILED", isLate ? "RENDER_TIMEOUT" : "RENDER_FAILED");
  }
  const { sentinels, authors } = copy;
  const { documents, createdAt } = about;
  const legend = about.hasLegend ? { json: await readJson(), authors } : undefined;
  const bound = await run({
    kind: "bind",
    pdf: printed.bytes,
    sentinels,
    about: { documents, createdAt },
    legend,
    format,
  });
  if (bound.kind === "failed") throw new JobFailure("PDF_RENDER_FAILED", "RENDER_FAILED");
  return bound.pdf;
}
