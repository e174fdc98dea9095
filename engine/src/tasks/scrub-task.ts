// A scrub, as the command line runs it: bytes in, a list and bytes out.

import { ensure, type Notice } from "../failures/failure.ts";
import { open, save } from "../library/documents.ts";
import { inspect, scrub } from "../library/scrub.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { Verdict } from "../revisions/revision.ts";
import type { Inspection } from "../scrub/inspect-document.ts";
import { type ScrubKind, scrubKinds } from "../scrub/scrub-document.ts";

export interface ScrubRequest {
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  /** Nothing is removed where it names nothing. */
  readonly remove?: readonly ScrubKind[];
  /** Default: accept. */
  readonly changes?: Verdict;
}

export interface ScrubOutcome {
  /** The document as it was before. */
  readonly found: Inspection;
  readonly docx: Uint8Array;
  readonly notices: readonly Notice[];
}

/** Throws a Failure when the file cannot be read. The result was opened again: nothing that was to go is in it. */
export function scrubTask({ bytes, codec, remove = [], changes = "accept" }: ScrubRequest): ScrubOutcome {
  const document = open(bytes, codec);
  const found = inspect(document);
  if (remove.length === 0) return { found, docx: bytes, notices: document.notices };
  const docx = save(scrub(document, { remove: new Set(remove), changes }));
  const left = inspect(open(docx, codec));
  for (const kind of scrubKinds) {
    ensure(!remove.includes(kind) || countOf(left, kind) === 0, `a scrub removes all ${kind}`);
  }
  return { found, docx, notices: document.notices };
}

/** How many things of a kind there are. */
export function countOf(inspection: Inspection, kind: ScrubKind): number {
  return kind === "rsids" ? inspection.rsids : inspection[kind].length;
}
