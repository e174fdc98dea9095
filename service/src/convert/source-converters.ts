// Sources that are not .docx, and how each becomes one. A further type is one line of the table (CNV-8).

import type { ChildTrouble } from "../jobs/child-protocol.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import type { Office } from "./office/office.ts";
import type { PdfConversion } from "./pdf/convert-pdf.ts";
import { type ScanReader, scanProgramsMend } from "./scans/scan-reader.ts";
import { examineWordBinary, isOleContainer } from "./word-binary.ts";

export type ConvertedSource =
  | { readonly kind: "converted"; readonly bytes: Uint8Array }
  /** It has a password, or is under rights management. */
  | { readonly kind: "protected" }
  /** It is damaged, or not what its name says. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed"; readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" | "PDF_NO_TEXT" };

/** The programs that convert. */
export interface ConverterParts {
  readonly office: Pick<Office, "convert">;
  readonly sandbox: Sandbox;
  /** Undefined where the programs are not installed. */
  readonly scans: ScanReader | undefined;
  /** Told of what keeps this process from converting, in a sentence for the operator. */
  readonly report: (problem: Error) => void;
}

export interface ConversionWishes {
  readonly signal: AbortSignal;
  /** True if the organization wants the words of scanned pages recognized. */
  readonly readsScans: boolean;
}

export interface SourceConverter {
  /** True if a file that begins so may be of this type. At least 512 bytes, where the file has as many. */
  readonly begins: (start: Uint8Array) => boolean;
  /** Throws when `signal` is aborted, and when the converter cannot be started. */
  readonly convert: (bytes: Uint8Array, parts: ConverterParts, wishes: ConversionWishes) => Promise<ConvertedSource>;
}

const word: SourceConverter = {
  begins: isOleContainer,
  convert: convertWordBinary,
};

export async function convertWordBinary(
  bytes: Uint8Array,
  { office }: Pick<ConverterParts, "office">,
  { signal }: Pick<ConversionWishes, "signal">,
): Promise<ConvertedSource> {
  const found = examineWordBinary(bytes);
  if (found !== "readable") return { kind: found };
  return office.convert({ bytes, from: "doc", to: "docx" }, { signal });
}

/** Readers take a PDF that begins within its first 1,024 bytes; most of what comes before is left by mail programs. */
const pdfSignature = Buffer.from("%PDF-");

const pdf: SourceConverter = {
  begins: (start) => Buffer.from(start.buffer, start.byteOffset, start.length).includes(pdfSignature),
  convert: async (bytes, parts, wishes) => {
    const result = await runPdf(bytes, parts, wishes);
    switch (result.kind) {
      case "converted":
        return { kind: "converted", bytes: result.docx };
      case "protected":
      case "unreadable":
        return { kind: result.kind };
      case "no_text":
        return { kind: "failed", upstream: "PDF_NO_TEXT" };
      case "killed":
        return { kind: "failed", upstream: result.reason === "time" ? "CONVERTER_TIMEOUT" : "CONVERTER_FAILED" };
      case "unrecognized":
        return { kind: "failed", upstream: result.upstream };
      case "scanned":
      case "too_large":
      case "failed":
      case "crashed":
        return { kind: "failed", upstream: "CONVERTER_FAILED" };
    }
  },
};

/** Pages whose words could not be recognized. */
interface Unrecognized {
  readonly kind: "unrecognized";
  readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED";
}

/** Scanned pages are recognized between two readings, where the organization wants it (SCN-1). */
async function runPdf(
  pdf: Uint8Array,
  { sandbox, scans, report }: ConverterParts,
  { signal, readsScans }: ConversionWishes,
): Promise<PdfConversion | ChildTrouble | Unrecognized> {
  const treatment = readsScans ? "tell" : "skip";
  const first = await sandbox.run({ kind: "convert_pdf", pdf, scans: treatment }, signal);
  if (first.kind !== "scanned") return first;
  if (scans === undefined) {
    report(new Error(`A scanned PDF cannot be read here: tesseract or pdftoppm is missing. ${scanProgramsMend}`));
    return { kind: "unrecognized", upstream: "CONVERTER_FAILED" };
  }
  const reading = await scans.read(pdf, first.pages, signal);
  if (reading.kind === "failed") return { kind: "unrecognized", upstream: reading.upstream };
  return sandbox.run({ kind: "convert_pdf", pdf, scans: reading.pages }, signal);
}

/** By extension, as extensionOf reads it. */
const sourceConverters: ReadonlyMap<string, SourceConverter> = new Map([
  [".doc", word],
  [".pdf", pdf],
]);

/** With their dots. */
export const convertedExtensions: readonly string[] = [...sourceConverters.keys()];

/** Undefined for a type that needs no conversion. */
export function converterOf(extension: string): SourceConverter | undefined {
  return sourceConverters.get(extension);
}

const zipSignature = Buffer.from("PK\x03\x04");

/** True if a file that begins so is a package, whatever its name says: Word opens such a .doc as what it is (CNV-10). */
export function isPackage(start: Uint8Array): boolean {
  return zipSignature.equals(start.subarray(0, zipSignature.length));
}
