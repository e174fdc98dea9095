// The edits of an instruction: the language model is given the content of the file, and what it answers is looked at by the
// engine before it is accepted, like edits that were written.

import { ApiError } from "../contract/api-error.ts";
import { type FoundFile, preparationRunning } from "../files/find-file.ts";
import type { Reading } from "../files/read-file.ts";
import { buildEdits, type InstructionParts, requireInstructions } from "../instructions/build-edits.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { Instructed } from "./asked-edit.ts";
import { type PlanCall, type PlanParts, planRefusals } from "./plan-refusals.ts";

export interface InstructedParts extends PlanParts {
  readonly instructions: InstructionParts;
}

export interface InstructedFile extends Instructed {
  readonly source: FoundFile;
}

const reading: Reading = "json";

/** Throws CONFLICT while the file is prepared: there is nothing yet to build from. And what `buildEdits` throws. */
export async function instructedEdits(
  call: PlanCall,
  { source, instruction, replacementText }: InstructedFile,
  parts: InstructedParts,
): Promise<readonly unknown[]> {
  const { organization } = call.caller;
  requireInstructions(organization, parts.instructions);
  if (source.status === "processing") throw preparationRunning();
  const row = await findArtifactObject(parts.database, source.file_id, reading);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const content = { size: Number(row.size), read: () => readVerified(parts.store, row, organization) };
  const check = (edits: readonly unknown[]) => planRefusals(call, { source, edits }, parts);
  const { signal } = call;
  return buildEdits({ organization, instruction, replacementText, content, check, signal }, parts.instructions);
}
