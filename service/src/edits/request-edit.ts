// What POST /v1/edit does: its file is waited for, the edits are looked at (those of an instruction are built first), and
// then the edit, the file that will come of it and its job are written in one transaction, together with the reply that a
// repeated call is given.
//
// The edits are an object of the store, because they hold text for a document; a password in them is hashed before anything
// is stored.

import { checkEdits, takePassword } from "@versus/engine";
import { hashPassword } from "@versus/engine/node-password";
import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { documentDate } from "../contract/dates.ts";
import { editArtifactName } from "../contract/file-names.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { newFileId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { EditCreatedResponse } from "../contract/schemas.ts";
import { type FindParts, type FoundFile, findPrepared, preparationFailed } from "../files/find-file.ts";
import { recordPromised } from "../files/record-file.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { deadlineFromCreation } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { inOnePiece } from "../storage/store-artifacts.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import type { AskedEdit, Wait } from "./asked-edit.ts";
import { type InstructedParts, instructedEdits } from "./instructed-edits.ts";
import { editKind } from "./job-kinds.ts";
import { writeRequest } from "./kept-request.ts";
import { planRefusals } from "./plan-refusals.ts";
import { insertEdit, type NewSource } from "./queries.ts";
import { invalidEdit } from "./rules.ts";

export interface RequestParts extends RoomParts, FindParts, InstructedParts {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly random: RandomBytes;
}

export interface EditCall {
  readonly editId: string;
  readonly caller: Caller;
  readonly asked: AskedEdit;
  readonly template: ReceivedFile | undefined;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  readonly remember: Remember<Transaction>;
}

/** What a repeated call needs to be answered: the reply, and whether its caller waits. */
export interface RememberedEdit extends EditCreatedResponse {
  readonly wait?: Wait;
}

/**
 * Throws DOCUMENT_NOT_FOUND, CONTENT_DELETED, CONFLICT, INVALID_REQUEST for a file without content, INVALID_EDIT,
 * RATE_LIMITED, and what an instruction is refused for.
 */
export async function requestEdit(call: EditCall, parts: RequestParts): Promise<CreatedReply> {
  const { caller, asked } = call;
  const { organizationId } = caller.organization;
  const now = parts.clock();
  const source = await findPrepared({ fileId: asked.fileId, organizationId, field: "file_id" }, parts);
  if (source.status === "failed") throw preparationFailed();
  await requireRoom(organizationId, parts);
  const edits = await acceptableEdits(call, source, parts);
  const { stored, editCount } = await storeEdits(call, edits, parts);
  const creating = { call, source, stored, editCount, now };
  try {
    return await parts.database.transaction().execute((transaction) => create(transaction, creating, parts));
  } catch (problem) {
    // Of anything else than a refusal we do not know whether it was committed: should it not be, the sweep of orphans
    // removes what was stored.
    if (problem instanceof ApiError) await parts.store.delete([stored.objectKey]);
    throw problem;
  }
}

async function acceptableEdits(call: EditCall, source: FoundFile, parts: RequestParts): Promise<readonly unknown[]> {
  const { work } = call.asked;
  if (work.kind === "instructed") return instructedEdits(call, { source, ...work }, parts);
  const isReady = source.status === "ready";
  const refusals = isReady ? await planRefusals(call, { source, edits: work.edits }, parts) : checkEdits(work.edits);
  if (refusals.length > 0) throw invalidEdit(refusals);
  return work.edits;
}

async function storeEdits(
  { editId: ownerId, caller: { organization } }: EditCall,
  given: readonly unknown[],
  { store, clock, random }: RequestParts,
): Promise<{ readonly stored: NewSource; readonly editCount: number }> {
  const { edits, password } = takePassword(given);
  const protection = password === undefined ? {} : { passwordHash: await hashPassword(password, random) };
  const bytes = writeRequest({ edits, ...protection });
  const { organizationId } = organization;
  const objectKey = newObjectKey({ organizationId, ownerId }, "edits", { clock, random });
  const found = await store.put(objectKey, inOnePiece(bytes), { organization, mostBytes: bytes.length });
  return { stored: { role: "edits", objectKey, ...found }, editCount: edits.length };
}

interface Creating {
  readonly call: EditCall;
  readonly source: FoundFile;
  readonly stored: NewSource;
  readonly editCount: number;
  readonly now: Date;
}

async function create(transaction: Transaction, creating: Creating, parts: RequestParts): Promise<CreatedReply> {
  const { call, source, stored, editCount, now } = creating;
  const { editId, caller, asked, template } = call;
  const { accountId, organization } = caller;
  const { organizationId } = organization;
  const owner = { organizationId, ownerId: editId };
  const count = { ...owner, documents: limits.editDocuments, at: now, neverRefused: true };
  const { zeroDay } = await beginCreation(transaction, count);
  const fileId = newFileId(parts.random);
  const made = { organizationId, accountId, fileId, zeroDay, now };
  const fileName = editArtifactName(source.file_name, "docx");
  await recordPromised(transaction, { ...made, fileName, kind: "edit", sourceId: editId }, parts.queue);
  const deleteAt = zeroDay ? deadlineFromCreation(now) : null;
  const { author, date = documentDate(now) } = asked;
  const edit = { ...made, editId, sourceFileId: source.file_id, editCount, author, date, deleteAt };
  const templates = template === undefined ? [] : [{ ...template, role: "style_template" as const }];
  const fromInstruction = asked.work.kind === "instructed";
  await insertEdit(transaction, { ...edit, fromInstruction }, [stored, ...templates]);
  await parts.queue.enqueue(transaction, { ...owner, kind: editKind });
  if (deleteAt !== null) await queueDeletion(transaction, owner, { queue: parts.queue, at: deleteAt });
  const body: RememberedEdit = {
    edit_id: editId,
    file_id: fileId,
    source_file_id: source.file_id,
    status: "processing",
    ...(asked.wait === undefined ? {} : { wait: asked.wait }),
  };
  const reply: CreatedReply = { status: 202, body };
  await call.remember(transaction, reply);
  return reply;
}
