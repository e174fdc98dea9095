// Creates a creation after the form of POST /v1/create was received.
//
// The name and the shape of the paragraphs are checked. The paragraphs are stored as an object, because they are text
// of a document. One transaction then checks the allowance and writes the creation, its objects, its count, its job and
// the reply for a repeated call.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import type { ReceivedForm } from "../contract/forms.ts";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceIn } from "../contract/references.ts";
import type { CreationCreatedResponse } from "../contract/schemas.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import { deadlineFromCreation } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import type { Transaction } from "../storage/database.ts";
import { newObjectKey } from "../storage/object-keys.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { inPieces } from "../storage/store-artifacts.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import { creationKind } from "./job-kinds.ts";
import { insertCreation, type NewSource } from "./queries.ts";
import { readName, requireParagraphs } from "./rules.ts";

export interface RequestParts extends RoomParts {
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export interface CreationRequest {
  readonly creationId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
}

/** Throws INVALID_REQUEST, UNSUPPORTED_FILE_TYPE, RATE_LIMITED and USAGE_LIMIT_REACHED. */
export async function requestCreation(request: CreationRequest, parts: RequestParts): Promise<CreatedReply> {
  const { creationId, caller, form } = request;
  const [name = ""] = form.texts("name");
  const fileName = readName(name);
  const [paragraphs = ""] = form.texts("paragraphs");
  requireParagraphs(paragraphs);
  await requireRoom(caller.organization.organizationId, parts);
  const sources = await storeSources(request, paragraphs, parts);
  const body: CreationCreatedResponse = { creation_id: creationId, status: "processing" };
  const reply: CreatedReply = { status: 202, body };
  await parts.database.transaction().execute(async (transaction) => {
    await create(transaction, { request, fileName, sources }, parts);
    await request.remember(transaction, reply, creationId);
  });
  return reply;
}

async function storeSources(
  { creationId: ownerId, caller: { organization }, form }: CreationRequest,
  paragraphs: string,
  { store, clock, random }: RequestParts,
): Promise<NewSource[]> {
  const bytes = Buffer.from(paragraphs);
  const { organizationId } = organization;
  const objectKey = newObjectKey({ organizationId, ownerId }, "paragraphs", { clock, random });
  form.adopt(objectKey);
  const stored = await store.put(objectKey, inPieces(bytes), { organization, mostBytes: bytes.length });
  const templates = form.files("style_template").map((file) => ({ ...file, role: "style_template" as const }));
  return [{ role: "paragraphs", objectKey, ...stored }, ...templates];
}

interface Creating {
  readonly request: CreationRequest;
  readonly fileName: string;
  readonly sources: readonly NewSource[];
}

async function create(
  transaction: Transaction,
  { request: { creationId, caller, form }, fileName, sources }: Creating,
  { queue, clock }: RequestParts,
): Promise<void> {
  const { accountId } = caller;
  const { organizationId } = caller.organization;
  const owner = { organizationId, ownerId: creationId };
  const now = clock();
  const reference = referenceIn(form);
  const count = { ...owner, documents: limits.creationDocuments, at: now, keyId: caller.keyId, reference };
  const { zeroDay } = await beginCreation(transaction, count);
  const deleteAt = zeroDay ? deadlineFromCreation(now) : null;
  await insertCreation(
    transaction,
    { creationId, organizationId, accountId, now, fileName, zeroDay, deleteAt, reference },
    sources,
  );
  await queue.enqueue(transaction, { ...owner, kind: creationKind });
  if (deleteAt !== null) await queueDeletion(transaction, owner, { queue, at: deleteAt });
}
