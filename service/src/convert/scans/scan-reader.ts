// Reads pages that are pictures of text (SCN-1..7).
//
// pdftoppm draws a page, and tesseract recognizes its words. Both run in the sandbox, one after the other, for one page
// at a time. A page takes two to four seconds of processor time, so limits of pages and time prevent a document from
// delaying others.

import type { SandboxMode } from "../../jobs/confine/confine.ts";
import { findProgram } from "../installed-programs.ts";
import { type ProgramEnd, runConfined } from "./confined-program.ts";
import { takeLines } from "./drawn-lines.ts";
import { readPgm, writePgm } from "./gray-picture.ts";
import type { RecognizedPage } from "./recognized-page.ts";

export interface ScanPrograms {
  readonly pdftoppm: string;
  readonly tesseract: string;
}

/** Returns the paths of the programs, or undefined if one is not installed. */
export function findScanPrograms(): ScanPrograms | undefined {
  const [pdftoppm, tesseract] = [findProgram("pdftoppm"), findProgram("tesseract")];
  return pdftoppm === undefined || tesseract === undefined ? undefined : { pdftoppm, tesseract };
}

/** Advice to the operator if the programs are missing. */
export const scanProgramsMend =
  "Install tesseract and poppler's programs (Debian: apt-get install tesseract-ocr tesseract-ocr-eng poppler-utils).";

export interface ScanLimits {
  /** Maximum number of scanned pages of one document. */
  readonly pages: number;
  /** Time limit for all pages of a document. */
  readonly seconds: number;
  /** Memory limit of each program. */
  readonly memoryMegabytes: number;
}

export interface ScannedPage {
  /** Index in the document, from 0. */
  readonly page: number;
  /** In points. */
  readonly width: number;
  readonly height: number;
}

export type ScanReading =
  | { readonly kind: "recognized"; readonly pages: readonly RecognizedPage[] }
  | { readonly kind: "failed"; readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" };

/** Recognizes pages. Throws if `signal` is aborted or a program cannot be started. */
export interface ScanReader {
  readonly read: (pdf: Uint8Array, pages: readonly ScannedPage[], signal: AbortSignal) => Promise<ScanReading>;
}

/** Dots per inch. Below 200, letters lose their shape; above 400, results do not improve. */
const WANTED_DOTS = 300;
/** Maximum size of a drawn page. A sheet of A3 at 300 dots per inch has 17 million. */
const MOST_PIXELS = 20_000_000;
/** Maximum bytes of output. hOCR of a dense page has 300 KB. */
const MOST_HOCR = 20_000_000;
const POINTS_PER_INCH = 72;

export function scanReader(programs: ScanPrograms, mode: SandboxMode, limits: ScanLimits): ScanReader {
  return { read };

  async function read(pdf: Uint8Array, pages: readonly ScannedPage[], signal: AbortSignal): Promise<ScanReading> {
    if (pages.length > limits.pages) return { kind: "failed", upstream: "CONVERTER_FAILED" };
    const deadline = performance.now() + limits.seconds * 1000;
    const recognized: RecognizedPage[] = [];
    for (const page of pages) {
      const ended = await readPage(page);
      if ("kind" in ended) {
        return { kind: "failed", upstream: ended.kind === "timeout" ? "CONVERTER_TIMEOUT" : "CONVERTER_FAILED" };
      }
      recognized.push(ended);
    }
    return { kind: "recognized", pages: recognized };

    async function readPage(scanned: ScannedPage): Promise<RecognizedPage | Trouble> {
      const dotsPerInch = dotsFor(scanned);
      const drawn = await run(drawingWords(scanned, dotsPerInch), pdf, MOST_PIXELS * 1.1);
      if (drawn.kind !== "done") return drawn;
      const picture = readPgm(drawn.output);
      if (picture === undefined) return { kind: "failed" };
      const lines = takeLines(picture, dotsPerInch);
      const told = await run(recognizingWords(dotsPerInch), writePgm(picture), MOST_HOCR);
      if (told.kind !== "done") return told;
      return { page: scanned.page, hocr: told.output.toString("utf8"), lines, dotsPerInch };
    }

    function run(words: readonly string[], input: Uint8Array, mostBytes: number): Promise<ProgramEnd> {
      const milliseconds = Math.max(1, deadline - performance.now());
      const { memoryMegabytes } = limits;
      return runConfined({ words, mode, memoryMegabytes, milliseconds, mostBytes }, input, signal);
    }
  }

  function drawingWords({ page }: ScannedPage, dotsPerInch: number): string[] {
    const number = String(page + 1);
    // The crop box is the box that readers show, and the positions on the page are relative to it.
    return [programs.pdftoppm, "-gray", "-cropbox", "-r", String(dotsPerInch), "-f", number, "-l", number, "-"];
  }

  function recognizingWords(dotsPerInch: number): string[] {
    return [programs.tesseract, "-", "-", "-l", "eng", "--dpi", String(dotsPerInch), "hocr"];
  }
}

type Trouble = Exclude<ProgramEnd, { kind: "done" }>;

/** Returns the resolution, which is lower for a page whose picture would otherwise exceed `MOST_PIXELS`. */
function dotsFor({ width, height }: ScannedPage): number {
  const pixels = (width * height * WANTED_DOTS ** 2) / POINTS_PER_INCH ** 2;
  return pixels <= MOST_PIXELS ? WANTED_DOTS : Math.max(1, Math.floor(WANTED_DOTS * Math.sqrt(MOST_PIXELS / pixels)));
}
