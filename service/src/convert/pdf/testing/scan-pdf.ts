// Makes scans for tests and measurements: draws pages of a PDF as pictures into a new PDF.

import { spawnSync } from "node:child_process";
import { PDFDocument } from "pdf-lib";

/** Pages count from 0. */
export interface ScanSettings {
  readonly dotsPerInch: number;
  /** True for pages that become pictures; the others are copied. */
  readonly isScanned: (page: number) => boolean;
}

export async function scanPdf(pdf: Uint8Array, { dotsPerInch, isScanned }: ScanSettings): Promise<Uint8Array> {
  const source = await PDFDocument.load(pdf);
  const scan = await PDFDocument.create();
  for (const index of source.getPageIndices()) {
    if (!isScanned(index)) {
      const [page] = await scan.copyPages(source, [index]);
      scan.addPage(page);
      continue;
    }
    const { width, height } = source.getPage(index).getSize();
    const picture = await scan.embedJpg(drawPage(pdf, index, dotsPerInch));
    scan.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  }
  return scan.save();
}

/** Returns a PDF that consists of one page of the given PDF. */
export async function onlyPage(pdf: Uint8Array, index: number): Promise<Uint8Array> {
  const single = await PDFDocument.create();
  const [page] = await single.copyPages(await PDFDocument.load(pdf), [index]);
  single.addPage(page);
  return single.save();
}

function drawPage(pdf: Uint8Array, index: number, dotsPerInch: number): Uint8Array {
  const number = String(index + 1);
  const words = ["-gray", "-jpeg", "-r", String(dotsPerInch), "-f", number, "-l", number, "-singlefile", "-"];
  const { stdout, status } = spawnSync("pdftoppm", words, { input: pdf, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error("pdftoppm did not draw the page");
  return stdout;
}
