// The print copy of a redline, as the service and a worker ask for it: bytes in, bytes out.

import { open, save } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { printCopy } from "../render/print/print-copy.ts";
import type { Sentinel } from "../render/print/sentinels.ts";

export interface PrintRequest {
  /** A Word document with tracked changes, or without any. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
}

export interface PrintOutcome {
  /** A Word document for LibreOffice alone. */
  readonly docx: Uint8Array;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
}

/** Throws a Failure when the file cannot be read. */
export function printTask({ bytes, codec }: PrintRequest): PrintOutcome {
  const { document, sentinels } = printCopy(open(bytes, codec));
  return { docx: save(document), sentinels };
}
