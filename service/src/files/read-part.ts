// Reads a part of a file's content while its caller waits.
//
// Readings of parts are not stored. A child process reads the document again, in one of the slots that callers who wait
// share fairly.

import { type FairTurns, takeDirectTurn } from "../jobs/fair-turns.ts";
import { directFor, type Sandbox } from "../jobs/sandbox.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { type AskedContent, noSuchParagraph } from "./asked-content.ts";
import type { FoundFile } from "./find-file.ts";
import { type DocumentParts, readDocument } from "./read-document.ts";

export interface ReadPartParts extends DocumentParts {
  /** Runs the tasks that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly onCrash: (fileId: string, trace: string) => void;
}

export interface PartOf {
  /** Must be ready. */
  readonly file: FoundFile;
  readonly organization: OrganizationKey;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Returns the part. Throws VALIDATION_ERROR if the range starts after the last paragraph, CONTENT_DELETED and
 * SERVICE_UNAVAILABLE.
 */
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
  const task = { kind: "read_part" as const, document, reading, ...asked };
  return parts.directSandbox().run(task, signal, directFor(organization));
}
