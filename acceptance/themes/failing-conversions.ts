// Tests failing conversions and PDFs.
//
// Runs before the worker starts: workers with little time take them.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { mixedAgreement, scannedAgreement } from "../documents/portable.ts";
import { picturedDocument, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

/** Enough paragraphs that LibreOffice needs more than a second to print them. */
const PARAGRAPHS = 4000;
/** Minimum memory for LibreOffice in megabytes, and the side of a picture that needs more when it is drawn. */
const LEAST_MEGABYTES = "256";
const PIXELS = 12_000;

export const failingConversions = theme("failing-conversions", (stage) => {
  const { test } = stage;
  const ended = once(() => endAll(stage));

  test("a scan that takes too long to read fails with CONVERTER_TIMEOUT", conversionRules, async () => {
    failed((await ended()).slowScan, "DOCUMENT_CONVERSION_FAILED", "CONVERTER_TIMEOUT");
  });

  test("a scan of more pages than are read fails with CONVERTER_FAILED", conversionRules, async () => {
    failed((await ended()).longScan, "DOCUMENT_CONVERSION_FAILED", "CONVERTER_FAILED");
  });

  test("a PDF that takes too long fails the reads that ask for it, and no others", pdfRules, async () => {
    const { slowPdf, besideSlow } = await ended();
    failed(slowPdf, "PDF_RENDER_FAILED", "RENDER_TIMEOUT");
    assert.equal(besideSlow.json.status, "ready");
  });

  test("a picture that needs more memory than LibreOffice has fails the PDF, and no other read", pdfRules, async () => {
    const { largePdf, besideLarge } = await ended();
    failed(largePdf, "PDF_RENDER_FAILED", "RENDER_FAILED");
    assert.equal(besideLarge.json.status, "ready");
  });
});

const conversionRules = ["6.upstream.conversion", "job.DOCUMENT_CONVERSION_FAILED"] as const;
const pdfRules = ["job.PDF_RENDER_FAILED", "6.upstream.pdf", "6.pdf-fails-alone"] as const;

function failed({ status, json }: Reply, code: string, upstream: string): void {
  assert.equal(status, 200);
  assert.deepEqual([json.status, json.error?.code, json.error?.upstream_code], ["failed", code, upstream]);
}

type Ended = Readonly<Record<"slowScan" | "longScan" | "slowPdf" | "besideSlow" | "largePdf" | "besideLarge", Reply>>;

async function endAll({ service, world }: Pick<Stage, "service" | "world">): Promise<Ended> {
  const { key } = await world.makeOrganization(["--ocr", "on"]);
  const scanned = (original: Buffer) => service.submit({ key, original, originalName: "scan.pdf" });
  const [slow, long] = [await scanned(mixedAgreement), await scanned(scannedAgreement)];
  const ends: Record<string, Reply> = {};
  await world.workWith({ VERSUS_OCR_SECONDS: "1", VERSUS_OCR_PAGES: "1" }, async () => {
    ends.slowScan = await service.end(slow, { key });
    ends.longScan = await service.end(long, { key });
  });
  const big = { key, original: wordDocument(...paragraphs("before")), modified: wordDocument(...paragraphs("after")) };
  const redline = await service.submit({ ...big, options: { formats: "pdf" } });
  await world.workWith({ VERSUS_OFFICE_SECONDS: "1" }, async () => {
    ends.slowPdf = await service.end(redline, { key, format: "pdf" });
    ends.besideSlow = await service.end(redline, { key });
  });
  const pictured = { key, original: picturedDocument(PIXELS, "Before."), modified: picturedDocument(PIXELS, "After.") };
  const large = await service.submit({ ...pictured, options: { formats: "pdf" } });
  await world.workWith({ VERSUS_OFFICE_MEGABYTES: LEAST_MEGABYTES }, async () => {
    ends.largePdf = await service.end(large, { key, format: "pdf" });
    ends.besideLarge = await service.end(large, { key });
  });
  return ends as Ended;
}

function paragraphs(word: string): string[] {
  return Array.from({ length: PARAGRAPHS }, (_, index) => `${word} ${index} ${index * 7} ${index * 13}`);
}
