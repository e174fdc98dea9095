// Makes the print copy of a redline for the service: bytes in, bytes out.

import { open } from "../library/documents.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { renderJson } from "../render/json/render-json.ts";
import { printCopy } from "../render/print/print-copy.ts";
import type { Sentinel } from "../render/print/sentinels.ts";
import type { RedlineSummary } from "../render/redline.ts";
import { saveLimited } from "./output-limit.ts";

export interface PrintRequest {
  /** A Word document, with or without tracked changes. */
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  /** True if the changes are counted, for a legend. Default: false. */
  readonly counts?: boolean;
}

export interface PrintOutcome {
  /** A Word document that only LibreOffice reads, to print it. */
  readonly docx: Uint8Array;
  /** The colours that mark changes in it. */
  readonly sentinels: readonly Sentinel[];
  /** Set only if `counts` was true. */
  readonly summary?: RedlineSummary;
}

/** Makes the print copy. Throws a Failure if the file cannot be read, or if the copy exceeds the limit. */
export function printTask({ bytes, codec, counts = false }: PrintRequest): PrintOutcome {
  const redline = open(bytes, codec);
  const { document, sentinels } = printCopy(redline);
  const counted = counts ? { summary: renderJson(redline, NAMELESS).summary } : {};
  return { docx: saveLimited(document, [redline]), sentinels, ...counted };
}

/** Counting needs no names. */
const NAMELESS = { kind: "comparison", revision: "", documents: [] } as const;
