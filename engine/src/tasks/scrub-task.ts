// Scrubs a document for the command line: bytes in, an inspection and bytes out.

import { ensure, type Notice } from "../failures/failure.ts";
import { open } from "../library/documents.ts";
import { inspect, scrub } from "../library/scrub.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { Verdict } from "../revisions/revision.ts";
import type { Inspection } from "../scrub/inspect-document.ts";
import { type ScrubKind, scrubKinds } from "../scrub/scrub-document.ts";
import { saveLimited } from "./output-limit.ts";

export interface ScrubRequest {
  readonly bytes: Uint8Array;
  readonly codec: Codec;
  /** The kinds to remove. Default: none. */
  readonly remove?: readonly ScrubKind[];
  /** The verdict on tracked changes, used if `remove` contains `changes`. Default: accept. */
  readonly changes?: Verdict;
}

export interface ScrubOutcome {
  /** The hidden data of the document before the scrub. */
  readonly found: Inspection;
  readonly docx: Uint8Array;
  readonly notices: readonly Notice[];
}

/**
 * Scrubs a document. Throws a Failure if the file cannot be read. Opens the result again and ensures that it contains
 * none of the removed kinds. If `remove` is empty, `docx` is the file itself.
 */
export function scrubTask({ bytes, codec, remove = [], changes = "accept" }: ScrubRequest): ScrubOutcome {
  const document = open(bytes, codec);
  const found = inspect(document);
  if (remove.length === 0) return { found, docx: bytes, notices: document.notices };
  const docx = saveLimited(scrub(document, { remove: new Set(remove), changes }), [document]);
  const left = inspect(open(docx, codec));
  for (const kind of scrubKinds) {
    ensure(!remove.includes(kind) || countOf(left, kind) === 0, `a scrub removes all ${kind}`);
  }
  return { found, docx, notices: document.notices };
}

/** Returns the number of items of a kind. */
export function countOf(inspection: Inspection, kind: ScrubKind): number {
  return kind === "rsids" ? inspection.rsids : inspection[kind].length;
}
