// Converts sources that are not .docx. A further type is one line of the table (CNV-8).

import type { ChildTrouble } from "../jobs/child-protocol.ts";
import type { Account, Sandbox } from "../jobs/sandbox.ts";
import type { Office } from "./office/office.ts";
import type { PdfConversion } from "./pdf/convert-pdf.ts";
import { type ScanReader, scanProgramsMend } from "./scans/scan-reader.ts";
import { examineWordBinary, isOleContainer } from "./word-binary.ts";

export type ConvertedSource =
  | { readonly kind: "converted"; readonly bytes: Uint8Array }
  /** It has a password, or is under rights management. */
  | { readonly kind: "protected" }
  /** It is damaged, or not of the type that its extension claims. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed"; readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED" | "PDF_NO_TEXT" };

/** The programs that convert. */
export interface ConverterParts {
  readonly office: Pick<Office, "convert">;
  readonly sandbox: Sandbox;
  /** Undefined if the programs are not installed. */
  readonly scans: ScanReader | undefined;
  /** Called with a problem that prevents this process from converting, in a sentence for the operator. */
  readonly report: (problem: Error) => void;
}

export interface ConversionWishes {
  readonly signal: AbortSignal;
  /** The account that is charged with the processor time of children; undefined charges none. */
  readonly account?: Account;
  /** True if the organization wants the words of scanned pages to be recognized. */
  readonly readsScans: boolean;
}

export interface SourceConverter {
  /**
   * True if a file with these first bytes may be of this type. `start` has at least 512 bytes, if the file has so many.
   */
  readonly begins: (start: Uint8Array) => boolean;
  /** Throws if `signal` is aborted or the converter cannot be started, and what `Sandbox.run` throws. */
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

/** A PDF may begin anywhere in its first 1,024 bytes. The bytes before it usually come from mail programs. */
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

/** The result of pages whose words could not be recognized. */
interface Unrecognized {
  readonly kind: "unrecognized";
  readonly upstream: "CONVERTER_TIMEOUT" | "CONVERTER_FAILED";
}

/**
 * Converts the PDF in a child. If the organization wants it, scanned pages are recognized and the PDF is converted
 * again (SCN-1).
 */
async function runPdf(
  pdf: Uint8Array,
  { sandbox, scans, report }: ConverterParts,
  { signal, account, readsScans }: ConversionWishes,
): Promise<PdfConversion | ChildTrouble | Unrecognized> {
  const treatment = readsScans ? "tell" : "skip";
  const first = await sandbox.run({ kind: "convert_pdf", pdf, scans: treatment }, signal, account);
  if (first.kind !== "scanned") return first;
  if (scans === undefined) {
    report(new Error(`A scanned PDF cannot be read here: tesseract or pdftoppm is missing. ${scanProgramsMend}`));
    return { kind: "unrecognized", upstream: "CONVERTER_FAILED" };
  }
  const reading = await scans.read(pdf, first.pages, signal);
  if (reading.kind === "failed") return { kind: "unrecognized", upstream: reading.upstream };
  return sandbox.run({ kind: "convert_pdf", pdf, scans: reading.pages }, signal, account);
}

/** Maps an extension, as `extensionOf` returns it, to its converter. */
const sourceConverters: ReadonlyMap<string, SourceConverter> = new Map([
  [".doc", word],
  [".pdf", pdf],
]);

/** With their dots. */
export const convertedExtensions: readonly string[] = [...sourceConverters.keys()];

/** Returns undefined for a type that needs no conversion. */
export function converterOf(extension: string): SourceConverter | undefined {
  return sourceConverters.get(extension);
}

const zipSignature = Buffer.from("PK\x03\x04");

/**
 * True if a file with these first bytes is a package, whatever its name is. Word opens such a .doc by its content
 * (CNV-10).
 */
export function isPackage(start: Uint8Array): boolean {
  return zipSignature.equals(start.subarray(0, zipSignature.length));
}
