// Selects the documents that a fresh LibreOffice converts instead of a kept one (CNV-2).
//
// A kept one needs 10 to 25 % more processor time for a document of hundreds of pages, and more after each further
// large one. A fresh one needs a third of a second to start. The two are equal at 3 to 4 seconds of work: about 100
// pages of contract text. A document with comments crashes a kept LibreOffice, because a layout of comments needs a
// window, which it does not have. A fresh one converts before it would lay out.

import { findDirectory, readDirectory, readerLimits } from "@versus/engine/inside";
import { hasComments } from "../word-binary.ts";

const megabyte = 1024 * 1024;
/** Minimum file size of a large .doc. A .doc of 200 pages of text has about 1 MB. */
const largeDocBytes = 1 * megabyte;
/** Minimum uncompressed size of the XML parts of a large .docx. 100 pages of text have about 2 MB. */
const largeXmlBytes = 2 * megabyte;

export function needsFreshProcess(bytes: Uint8Array, from: "doc" | "docx"): boolean {
  return from === "doc" ? bytes.length >= largeDocBytes || hasComments(bytes) : isHeavyPackage(bytes);
}

/** True if a package is large or has comments. False for a file that is not an archive. */
function isHeavyPackage(bytes: Uint8Array): boolean {
  try {
    const directory = findDirectory(bytes, bytes.length, readerLimits);
    const records = readDirectory(bytes.subarray(directory.start, directory.end), directory, readerLimits);
    const xmlBytes = records.reduce((sum, { name, size }) => (name.endsWith(".xml") ? sum + size : sum), 0);
    return xmlBytes >= largeXmlBytes || records.some(({ name }) => /\/comments\d*\.xml$/i.test(name));
  } catch {
    return false;
  }
}
