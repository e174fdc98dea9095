// Tells which documents a fresh LibreOffice converts in less time than one that is kept alive.
//
// A kept one needs 10 to 25 % more processor time for a document of hundreds of pages, and more with every large one after
// it; a fresh one needs a third of a second to start. They break even at 3 to 4 seconds of work: about 100 pages of
// contract text (CNV-2).

import { findDirectory, readDirectory, readerLimits } from "@versus/engine/inside";

const megabyte = 1024 * 1024;
/** Of a .doc, as a file. A .doc of 200 pages of text has about 1 MB. */
const largeDocBytes = 1 * megabyte;
/** Of the XML parts of a .docx, unpacked. 100 pages of text have about 2 MB. */
const largeXmlBytes = 2 * megabyte;

export function isLarge(bytes: Uint8Array, from: "doc" | "docx"): boolean {
  return from === "doc" ? bytes.length >= largeDocBytes : xmlBytes(bytes) >= largeXmlBytes;
}

/** 0 of a file that is no archive. */
function xmlBytes(bytes: Uint8Array): number {
  try {
    const directory = findDirectory(bytes, bytes.length, readerLimits);
    const records = readDirectory(bytes.subarray(directory.start, directory.end), directory, readerLimits);
    return records.reduce((sum, { name, size }) => (name.endsWith(".xml") ? sum + size : sum), 0);
  } catch {
    return 0;
  }
}
