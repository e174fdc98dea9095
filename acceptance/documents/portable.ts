// Reads PDFs with the same two pages: as text, as pictures, and with one page of each kind.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../corpus/pdf");

/** A file that begins with "The fee is 10 euros."; its second page begins with "The term is two years". */
export const portableAgreement: Buffer = readFileSync(join(folder, "agreement.pdf"));
/** Both pages scanned. */
export const scannedAgreement: Buffer = readFileSync(join(folder, "scan.pdf"));
/** The second page scanned. */
export const mixedAgreement: Buffer = readFileSync(join(folder, "mixed.pdf"));
