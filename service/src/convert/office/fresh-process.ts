// Tells which documents a fresh LibreOffice converts, and not one that is kept alive (CNV-2).
//
// A kept one needs 10 to 25 % more processor time for a document of hundreds of pages, and more with every large one after
// it; a fresh one needs a third of a second to start. They break even at 3 to 4 seconds of work: about 100 pages of
// contract text. A document with comments is too much for a kept one: without a user interface it dies of laying one out, for
// want of the window that would show it. A fresh one converts before it would lay out.

import { findDirectory, readDirectory, readerLimits } from "@versus/engine/inside";
import { hasComments } from "../word-binary.ts";

const megabyte = 1024 * 1024;
/** Of a .doc, as a file. A .doc of 200 pages of text has about 1 MB. */
const largeDocBytes = 1 * megabyte;
/** Of the XML parts of a .docx, unpacked. 100 pages of text have about 2 MB. */
const largeXmlBytes = 2 * megabyte;

export function needsFreshProcess(bytes: Uint8Array, from: "doc" | "docx"): boolean {
  return from === "doc" ? bytes.length >= largeDocBytes || hasComments(bytes) : isHeavyPackage(bytes);
}

/** False of a file that is no archive. */
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
