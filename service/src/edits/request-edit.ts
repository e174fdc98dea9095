// Creates an edit for POST /v1/edit.
//
// It waits for the file and builds the edits of an instruction first. If the file is ready, the edits are carried out
// at once. One transaction writes the edit, its promised file, the result or the job, and the reply for a repeated
// call. Edits for a job are an object of the store, because they contain text for a document. A password is hashed
// before anything is stored.

import { checkEdits } from "@versus/engine/tasks";
import { ApiError } from "../contract/api-error.ts";
import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import { documentDate } from "../contract/dates.ts";
import type { EditCreatedResponse } from "../contract/edit-schemas.ts";
import { editArtifactName } from "../contract/file-names.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { newFileId, type RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { type FindParts, type FoundFile, findPrepared, preparationFailed } from "../files/find-file.ts";
import { recordPromised } from "../files/record-file.ts";
import type { Edited } from "../jobs/child-protocol.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { deadlineFromCreation } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import type { StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { Announce } from "../storage/owner-kind.ts";
import { type ArtifactOwner, inPieces, storeArtifacts } from "../storage/store-artifacts.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import type { AskedEdit, Wait } from "./asked-edit.ts";
import { type AcceptedEdits, type AtOnceCall, editAtOnce, keptRequest } from "./edit-at-once.ts";
import { type InstructedParts, instructedEdits } from "./instructed-edits.ts";
import { editKind } from "./job-kinds.ts";
import { type StoredRequest, writeRequest } from "./kept-request.ts";
import { editRows, insertEdit, type NewSource } from "./queries.ts";
import { invalidEdit } from "./rules.ts";
import { artifactsOf, type EditResultRows, settleEdited } from "./settle-edit.ts";

export interface RequestParts extends RoomParts, FindParts, InstructedParts {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly random: RandomBytes;
  readonly engineVersion: string;
  readonly announce?: Announce | undefined;
}

export interface EditCall {
  readonly editId: string;
  readonly caller: Caller;
  readonly asked: AskedEdit;
  readonly template: ReceivedFile | undefined;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
  readonly remember: Remember<Transaction>;
}

/** The data that answers a repeated call: the reply, and whether the caller waits. */
export interface RememberedEdit extends EditCreatedResponse {
  readonly wait?: Wait;
}

/**
 * Throws DOCUMENT_NOT_FOUND, CONTENT_DELETED, CONFLICT, INVALID_REQUEST for a file whose kind has no readable content,
 * INVALID_EDIT, RATE_LIMITED, and the refusals of an instruction (`buildEdits`).
 */
export async function requestEdit(call: EditCall, parts: RequestParts): Promise<CreatedReply> {
  const { caller, asked } = call;
  const { organizationId } = caller.organization;
  const now = parts.clock();
  const source = await findPrepared({ fileId: asked.fileId, organizationId, field: "file_id" }, parts);
  if (source.status === "failed") throw preparationFailed();
  await requireRoom(organizationId, parts);
  const { author, date = documentDate(now), undecided } = asked;
  const accepted = await acceptedEdits({ ...call, author, date, undecided }, source, parts);
  const kept = await keep(call, accepted, parts);
  const creating = { call, source, kept, author, date, now };
  try {
    return await parts.database.transaction().execute((transaction) => create(transaction, creating, parts));
  } catch (problem) {
    // After any other error the transaction may have been committed. If it was not, the sweep of uploads deletes the
    // objects.
    if (problem instanceof ApiError) await parts.store.delete(objectsOf(kept));
    throw problem;
  }
}

async function acceptedEdits(
  call: EditCall & AtOnceCall,
  source: FoundFile,
  parts: RequestParts,
): Promise<AcceptedEdits> {
  const { work } = call.asked;
  if (work.kind === "instructed") return instructedEdits(call, { source, ...work }, parts);
  const { edits } = work;
  if (source.status === "ready") {
    const outcome = await editAtOnce(call, { source, edits }, parts);
    if (outcome.kind === "unedited") throw invalidEdit(outcome.refusals);
    return outcome;
  }
  const refusals = checkEdits(edits);
  if (refusals.length > 0) throw invalidEdit(refusals);
  return { kind: "accepted", request: await keptRequest(edits, call, parts), result: undefined };
}

/** The stored objects of an edit whose row is not written yet. */
interface EditToStore {
  readonly editCount: number;
  /** Read by the job that carries the edits out, and by reads of an edit that was built from an instruction. */
  readonly edits: NewSource | undefined;
  readonly result: KeptResult | undefined;
}

interface KeptResult {
  readonly stored: readonly StoredArtifact[];
  readonly results: Edited["results"];
  readonly summary: Edited["summary"];
}

async function keep({ asked, ...call }: EditCall, accepted: AcceptedEdits, parts: RequestParts): Promise<EditToStore> {
  const { request, result } = accepted;
  const { editId: ownerId, caller, signal } = call;
  const owner = { ownerId, organization: caller.organization };
  const isRead = result === undefined || asked.work.kind === "instructed";
  const edits = isRead ? await storeEdits(owner, request, parts) : undefined;
  const editCount = request.edits.length;
  if (result === undefined) return { editCount, edits, result };
  const stored = await storeArtifacts(owner, artifactsOf(result), { ...parts, signal });
  const { results, summary } = result;
  return { editCount, edits, result: { stored, results, summary } };
}

async function storeEdits(owner: ArtifactOwner, request: StoredRequest, parts: RequestParts): Promise<NewSource> {
  const bytes = writeRequest(request);
  const { ownerId, organization } = owner;
  const objectKey = newObjectKey({ organizationId: organization.organizationId, ownerId }, "edits", parts);
  const found = await parts.store.put(objectKey, inPieces(bytes), { organization, mostBytes: bytes.length });
  return { role: "edits", objectKey, ...found };
}

function objectsOf({ edits, result }: EditToStore): string[] {
  return [...(edits === undefined ? [] : [edits]), ...(result?.stored ?? [])].map(({ objectKey }) => objectKey);
}

interface Creating {
  readonly call: EditCall;
  readonly source: FoundFile;
  readonly kept: EditToStore;
  readonly author: string;
  readonly date: string;
  readonly now: Date;
}

async function create(transaction: Transaction, creating: Creating, parts: RequestParts): Promise<CreatedReply> {
  const { call, source, kept, author, date, now } = creating;
  const { editId, caller, asked, template } = call;
  const { editCount } = kept;
  const { accountId, organization } = caller;
  const { organizationId } = organization;
  const owner = { organizationId, ownerId: editId };
  const { reference } = asked;
  const known = { keyId: caller.keyId, reference };
  const count = { ...owner, ...known, documents: limits.editDocuments, at: now, neverRefused: true };
  const { zeroDay } = await beginCreation(transaction, count);
  const fileId = newFileId(parts.random);
  const fileName = editArtifactName(source.file_name, "docx");
  const made = { organizationId, accountId, fileId, fileName, zeroDay, now, reference };
  await recordPromised(transaction, { ...made, kind: "edit", sourceId: editId }, parts.queue);
  const deleteAt = zeroDay ? deadlineFromCreation(now) : null;
  const edit = { ...made, editId, sourceFileId: source.file_id, editCount, author, date, deleteAt };
  const sources = kept.edits === undefined ? [] : [kept.edits];
  if (template !== undefined) sources.push({ ...template, role: "style_template" });
  const fromInstruction = asked.work.kind === "instructed";
  await insertEdit(transaction, { ...edit, fromInstruction }, sources);
  if (kept.result === undefined) await parts.queue.enqueue(transaction, { ...owner, kind: editKind });
  else await settle(transaction, { editId, source, ...kept.result, parts });
  if (deleteAt !== null) await queueDeletion(transaction, owner, { queue: parts.queue, at: deleteAt });
  const body: RememberedEdit = {
    edit_id: editId,
    file_id: fileId,
    source_file_id: source.file_id,
    status: "processing",
    ...(asked.wait === undefined ? {} : { wait: asked.wait }),
  };
  const reply: CreatedReply = { status: 202, body };
  await call.remember(transaction, reply, editId);
  return reply;
}

async function settle(
  transaction: Transaction,
  { editId, ...settling }: EditResultRows & { readonly editId: string },
): Promise<void> {
  const edit = await editRows.find(transaction, editId);
  await settleEdited(transaction, edit!, settling);
  await settling.parts.announce?.(transaction, editId);
}
