// Tests the recognition of scanned pages with pdftoppm and tesseract.

import { expect, test } from "vitest";
import { processesWith } from "../../jobs/testing/running-processes.ts";
import { makePdf } from "../pdf/testing/make-pdf.ts";
import { scanPdf } from "../pdf/testing/scan-pdf.ts";
import { runConfined } from "./confined-program.ts";
import { textsOf } from "./recognized-page.ts";
import { findScanPrograms, scanReader } from "./scan-reader.ts";

const programs = findScanPrograms()!;
const limits = { pages: 2, seconds: 60, memoryMegabytes: 1024 };
const letter = { width: 612, height: 792 };
const whole = { dotsPerInch: 150, isScanned: () => true };
const never = new AbortController().signal;

const draw = (page: PDFKit.PDFDocument): void => {
  page.fontSize(12).text("The supplier delivers the goods within thirty days.");
  for (const y of [200, 224, 248]) page.moveTo(72, y).lineTo(372, y).stroke();
  for (const x of [72, 222, 372]) page.moveTo(x, 200).lineTo(x, 248).stroke();
  page.text("Goods", 78, 208).text("Price", 228, 208).text("Bolts", 78, 232).text("10 euros", 228, 232);
};

test.each(["bubblewrap", "seccomp", "off"] as const)(
  "[SCN-2] a scanned page is read in the mode %s, its table too",
  async (mode) => {
    const scan = await scanPdf(await makePdf(draw), whole);
    const reading = await scanReader(programs, mode, limits).read(scan, [{ page: 0, ...letter }], never);
    if (reading.kind !== "recognized") throw new Error(reading.kind);
    const { texts, boxes } = textsOf(reading.pages[0]!);
    const words = texts.map(({ text }) => text.trim()).join(" ");
    expect(words).toBe("The supplier delivers the goods within thirty days. Goods Price Bolts 10 euros");
    expect(boxes).toHaveLength(6);
  },
);

test("[SCN-7] more pages than the limit, and more time, fail", async () => {
  const scan = await scanPdf(await makePdf(draw), whole);
  const page = { page: 0, ...letter };
  const reader = (over: Partial<typeof limits>) => scanReader(programs, "bubblewrap", { ...limits, ...over });
  expect(await reader({ pages: 1 }).read(scan, [page, page], never)).toEqual({
    kind: "failed",
    upstream: "CONVERTER_FAILED",
  });
  expect(await reader({ seconds: 0.05 }).read(scan, [page], never)).toEqual({
    kind: "failed",
    upstream: "CONVERTER_TIMEOUT",
  });
});

const confined = { mode: "bubblewrap", memoryMegabytes: 256, milliseconds: 300, mostBytes: 1000 } as const;

test("[SCN-2] a program that hangs is killed with all that it started", async () => {
  const mark = "86413";
  const words = ["/bin/sleep", mark];
  expect(await runConfined({ ...confined, words }, Buffer.alloc(0), never)).toEqual({ kind: "timeout" });
  expect(processesWith(mark)).toEqual([]);
});

test("[SCN-2] a program gets no file, no network, no process, and no more output than it may", async () => {
  const script = `
    my $reached = "";
    $reached .= "passwd " if open my $file, "<", "/etc/passwd";
    $reached .= "write " if open my $made, ">", "/tmp/versus-made";
    $reached .= "fork " if defined fork;
    $reached .= "socket " if socket my $socket, 2, 1, 0;
    print "reached: $reached";`;
  const run = (code: string) => {
    const words = ["/usr/bin/perl", "-e", code];
    return runConfined({ ...confined, milliseconds: 20_000, words }, Buffer.alloc(0), never);
  };
  expect(await run(script)).toEqual({ kind: "done", output: Buffer.from("reached: ") });
  expect(await run('print "x" x 5000')).toEqual({ kind: "failed" });
});
