// Looks at edits before they are accepted, in a child process, while their caller waits: what can be known of them
// beforehand is refused at once. Where that takes too long, or comes to nothing, the job finds out.

import type { Refusal } from "@versus/engine";
import { ApiError } from "../contract/api-error.ts";
import type { Caller } from "../contract/app.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import type { FoundFile } from "../files/find-file.ts";
import { downloadFormats } from "../files/rules.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import type { Turns } from "../jobs/turns.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";

export interface PlanParts {
  readonly database: Database;
  readonly store: ObjectStore;
  /** For work that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: Turns;
  readonly onCrash: (editId: string, trace: string) => void;
}

export interface PlanCall {
  readonly editId: string;
  readonly caller: Caller;
  readonly template: ReceivedFile | undefined;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface PlannedEdits {
  /** Ready. */
  readonly source: FoundFile;
  readonly edits: readonly unknown[];
}

/** A document that takes longer than this is left to the job. */
const mostMilliseconds = 10_000;

/** Throws CONTENT_DELETED when the file went meanwhile. */
export async function planRefusals(
  call: PlanCall,
  planned: PlannedEdits,
  parts: PlanParts,
): Promise<readonly Refusal[]> {
  const late = AbortSignal.timeout(mostMilliseconds);
  try {
    return await parts.turns.take(() =>
      plan(call, { ...planned, signal: AbortSignal.any([call.signal, late]) }, parts),
    );
  } catch (problem) {
    if (problem === late.reason) return [];
    throw problem;
  }
}

async function plan(
  { editId, caller: { organization }, template }: PlanCall,
  { source, edits, signal }: PlannedEdits & { readonly signal: AbortSignal },
  { database, store, directSandbox, onCrash }: PlanParts,
): Promise<readonly Refusal[]> {
  signal.throwIfAborted();
  const row = await findArtifactObject(database, source.file_id, downloadFormats[source.kind]);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const [document, styleTemplate] = await Promise.all([
    readVerified(store, row, organization),
    template && readVerified(store, { object_key: template.objectKey, ...template }, organization),
  ]).catch((problem: unknown) => {
    // Deleted while we read, or not what was stored: in neither case is there anything to edit.
    throw problem instanceof ChecksumMismatch ? new ApiError("CONTENT_DELETED") : problem;
  });
  const task = { kind: "plan" as const, document, edits, ...(styleTemplate === undefined ? {} : { styleTemplate }) };
  const answer = await directSandbox().run(task, signal);
  if (answer.kind === "crashed") onCrash(editId, answer.trace);
  return answer.kind === "unedited" ? answer.refusals : [];
}
