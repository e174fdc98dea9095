// The print copy of a redline, as the service and a worker ask for it: bytes in, bytes out.

import { open, save } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { renderJson } from "../render/json/render-json.ts";
import { printCopy } from "../render/print/print-copy.ts";
import type { Sentinel } from "../render/print/sentinels.ts";
import type { RedlineSummary } from "../render/redline.ts";

export interface PrintRequest {
  /** A Word document with tracked changes, or without any. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  /** Whether its changes are counted, for a legend. */
  readonly counts?: boolean;
}

export interface PrintOutcome {
  /** A Word document for LibreOffice alone. */
  readonly docx: Uint8Array;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
  /** Where it was asked for. */
  readonly summary?: RedlineSummary;
}

/** Throws a Failure when the file cannot be read. */
export function printTask({ bytes, codec, counts = false }: PrintRequest): PrintOutcome {
  const redline = open(bytes, codec);
  const { document, sentinels } = printCopy(redline);
  const counted = counts ? { summary: renderJson(redline, NAMELESS).summary } : {};
  return { docx: save(document), sentinels, ...counted };
}

/** Counting needs no names. */
const NAMELESS = { kind: "comparison", revision: "", documents: [] } as const;
