// Reads older Word files, which LibreOffice wrote.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../corpus/doc");

/** A short agreement with a tracked insertion and a table. */
export const olderAgreement: Buffer = readFileSync(join(folder, "agreement.doc"));
/** The same with a password. */
export const olderProtected: Buffer = readFileSync(join(folder, "protected.doc"));
/** A file that begins like a .doc but contains nothing of one. */
export const olderDamaged: Buffer = Buffer.concat([olderAgreement.subarray(0, 512), Buffer.alloc(4096)]);
