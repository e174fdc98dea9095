// Builds the edits of an instruction with a language model.
//
// The model gets the content of the file. The engine checks its answer before it is accepted, as it checks explicit
// edits.

import { ApiError } from "../contract/api-error.ts";
import { type FindParts, type FoundFile, findRead, preparationFailed, preparationRunning } from "../files/find-file.ts";
import type { ReadingKind } from "../files/read-file.ts";
import { buildEdits, type InstructionParts, requireInstructions } from "../instructions/build-edits.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { Instructed } from "./asked-edit.ts";
import { type AcceptedEdits, type AtOnceCall, type AtOnceParts, editAtOnce } from "./edit-at-once.ts";

export interface InstructedParts extends AtOnceParts, FindParts {
  readonly queue: JobQueue;
  readonly instructions: InstructionParts;
}

export interface InstructedFile extends Instructed {
  readonly source: FoundFile;
}

const reading: ReadingKind = "json";

/**
 * Returns the built and accepted edits. Throws CONFLICT while the file is still being prepared, because there is no
 * content to build from. Also throws CONTENT_DELETED, RATE_LIMITED if the organization exceeded its budget, and the
 * errors of `buildEdits`.
 */
export async function instructedEdits(
  call: AtOnceCall,
  { source, instruction, replacementText, allow }: InstructedFile,
  parts: InstructedParts,
): Promise<AcceptedEdits> {
  const { organization } = call.caller;
  requireInstructions(organization, parts.instructions);
  const { organizationId } = organization;
  const { status } = await findRead({ fileId: source.file_id, organizationId, field: "file_id" }, parts);
  if (status === "processing") throw preparationRunning();
  if (status === "failed") throw preparationFailed();
  const row = await findArtifactObject(parts.database, source.file_id, reading);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const content = { size: Number(row.size), read: () => readVerified(parts.store, row, organization) };
  let accepted: AcceptedEdits | undefined;
  const check = async (edits: readonly unknown[]) => {
    const outcome = await editAtOnce(call, { source, edits }, parts);
    if (outcome.kind === "unedited") return outcome.refusals;
    accepted = outcome;
    return [];
  };
  const { signal } = call;
  const release = await parts.instructions.admit(organizationId);
  try {
    await buildEdits({ organization, instruction, replacementText, allow, content, check, signal }, parts.instructions);
  } finally {
    await release();
  }
  // The last built edits were checked last and were not refused, so `accepted` is set.
  return accepted!;
}
