// Sources that are not .docx, and how each becomes one. A further type is one line of the table (CNV-8).

import type { Sandbox } from "../jobs/sandbox.ts";
import type { Office } from "./office/office.ts";
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
}

export interface SourceConverter {
  /** True if a file that begins so may be of this type. At least 512 bytes, where the file has as many. */
  readonly begins: (start: Uint8Array) => boolean;
  /** Throws when `signal` is aborted, and when the converter cannot be started. */
  readonly convert: (bytes: Uint8Array, parts: ConverterParts, signal: AbortSignal) => Promise<ConvertedSource>;
}

const word: SourceConverter = {
  begins: isOleContainer,
  convert: convertWordBinary,
};

export async function convertWordBinary(
  bytes: Uint8Array,
  { office }: Pick<ConverterParts, "office">,
  signal: AbortSignal,
): Promise<ConvertedSource> {
  const found = examineWordBinary(bytes);
  if (found !== "readable") return { kind: found };
  return office.convert({ bytes, from: "doc", to: "docx" }, { signal });
}

/** By extension, as extensionOf reads it. */
const sourceConverters: ReadonlyMap<string, SourceConverter> = new Map([[".doc", word]]);

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
