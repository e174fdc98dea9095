// Makes the print copy of a redline for the service: bytes in, bytes out.

import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { ColouredAuthor } from "../render/changes/author-colours.ts";
import { printCopy } from "../render/print/print-copy.ts";
import type { Sentinel } from "../render/print/sentinels.ts";
import { saveLimited } from "./output-limit.ts";

export interface PrintRequest {
  /** A Word document, with or without tracked changes. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
}

export interface PrintOutcome {
  /** A Word document that only LibreOffice reads, to print it. */
  readonly docx: Uint8Array;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
  /** The authors of a merge with their colours. Empty for any other document, whose colours are those of the kinds. */
  readonly authors: readonly ColouredAuthor[];
}

/** Makes the print copy. Throws a Failure if the file cannot be read, or if the copy exceeds the limit. */
export function printTask({ bytes, codec }: PrintRequest): PrintOutcome {
  const redline = open(bytes, codec);
  const { document, sentinels, authors } = printCopy(redline);
  return { docx: saveLimited(document, [redline]), sentinels, authors };
}
