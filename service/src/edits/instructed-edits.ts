// The edits of an instruction: the language model is given the content of the file, and what it answers is looked at by the
// engine before it is accepted, like edits that were written.

import { ApiError } from "../contract/api-error.ts";
import { type FindParts, type FoundFile, findRead, preparationRunning } from "../files/find-file.ts";
import type { Reading } from "../files/read-file.ts";
import { buildEdits, type InstructionParts, requireInstructions } from "../instructions/build-edits.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { Instructed } from "./asked-edit.ts";
import { type AcceptedEdits, type AtOnceCall, type AtOnceParts, editAtOnce } from "./edit-at-once.ts";

export interface InstructedParts extends AtOnceParts, FindParts {
  readonly instructions: InstructionParts;
}

export interface InstructedFile extends Instructed {
  readonly source: FoundFile;
}

const reading: Reading = "json";

/**
 * Throws CONFLICT while the file is read: there is nothing yet to build from. RATE_LIMITED over the
 * budget of the organization. And what `buildEdits` throws.
 */
export async function instructedEdits(
  call: AtOnceCall,
  { source, instruction, replacementText }: InstructedFile,
  parts: InstructedParts,
): Promise<AcceptedEdits> {
  const { organization } = call.caller;
  requireInstructions(organization, parts.instructions);
  const { organizationId } = organization;
  const { status } = await findRead({ fileId: source.file_id, organizationId, field: "file_id" }, parts);
  if (status === "processing") throw preparationRunning();
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
    await buildEdits({ organization, instruction, replacementText, content, check, signal }, parts.instructions);
  } finally {
    await release();
  }
  // What was built last was checked last, and not refused.
  return accepted!;
}
