// Reads a part of a file's content while its caller waits. No reading of parts is stored: a child process reads the document
// again, in the fair line of everybody who waits for one.

import { type FairTurns, takeDirectTurn } from "../jobs/fair-turns.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { type AskedContent, noSuchParagraph } from "./asked-content.ts";
import type { FoundFile } from "./find-file.ts";
import { type DocumentParts, readDocument } from "./read-document.ts";

export interface ReadPartParts extends DocumentParts {
  /** For work that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly onCrash: (fileId: string, trace: string) => void;
}

export interface PartOf {
  /** Ready. */
  readonly file: FoundFile;
  readonly organization: OrganizationKey;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** Throws VALIDATION_ERROR for a window that begins behind the last paragraph, CONTENT_DELETED and SERVICE_UNAVAILABLE. */
export async function readPart(of: PartOf, asked: AskedContent, parts: ReadPartParts): Promise<Uint8Array> {
  const { organizationId } = of.organization;
  const turn = { organizationId, signal: of.signal };
  const outcome = await takeDirectTurn(parts.turns, turn, {
    work: () => runTask(of, asked, parts),
    busy: "Too many documents are being read. Try again in a moment.",
  });
  if (outcome.kind === "part_read") return outcome.content;
  if (outcome.kind === "out_of_range") throw noSuchParagraph(asked.from ?? 0, outcome.paragraphs);
  if (outcome.kind === "crashed") parts.onCrash(of.file.file_id, outcome.trace);
  throw new Error(`a read of content ended as ${outcome.kind}`);
}

async function runTask(
  { file, organization, signal }: PartOf,
  { format: reading, ...asked }: AskedContent,
  parts: ReadPartParts,
) {
  const document = await readDocument(file, organization, parts);
  return parts.directSandbox().run({ kind: "read_part" as const, document, reading, ...asked }, signal);
}
