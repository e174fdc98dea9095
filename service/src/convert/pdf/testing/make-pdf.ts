// Makes small PDFs for tests with pdfkit.

import PDFDocument from "pdfkit";

export type Draw = (pdf: PDFKit.PDFDocument) => void;

/** Returns a PDF with the drawn content. Its first page exists; `draw` adds further ones. */
export function makePdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "LETTER", margin: 72, info: { CreationDate: new Date(0) }, ...options });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    draw(pdf);
    pdf.end();
  });
}

/** A white picture of eight by eight pixels. */
export const picture: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGP4DwUMlDEA98A/wbI0QbsAAAAASUVORK5CYII=",
  "base64",
);
