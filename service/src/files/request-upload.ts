// Creates a file after the form of POST /v1/files or POST /v1/edit/initiate was received.
//
// The file is checked. One transaction then checks the allowance and writes the file, its object, its count, its job
// and the reply for a repeated call.

import type { Caller, CreatedReply, Remember } from "../contract/app.ts";
import type { ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { referenceIn } from "../contract/references.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type RoomParts, requireRoom } from "../jobs/require-room.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { beginCreation } from "../usage/begin-creation.ts";
import type { CheckSources } from "./check-sources.ts";
import { recordUpload } from "./record-file.ts";

export interface UploadParts extends RoomParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly checkSources: CheckSources;
}

export interface UploadRequest {
  readonly fileId: string;
  readonly caller: Caller;
  readonly form: ReceivedForm;
  readonly remember: Remember<Transaction>;
  /** Returns the reply for the file. */
  readonly reply: (file: ReceivedFile) => CreatedReply;
}

/** Throws RATE_LIMITED, DOCUMENT_UNREADABLE and USAGE_LIMIT_REACHED. */
export async function requestUpload(request: UploadRequest, parts: UploadParts): Promise<CreatedReply> {
  const { fileId, caller, form, remember } = request;
  const { organization, accountId, keyId } = caller;
  const { organizationId } = organization;
  const [document] = form.files("document");
  if (document === undefined) throw new Error("a complete form has its file");
  await requireRoom(organizationId, parts);
  await parts.checkSources({ sources: { document }, organization, signal: form.signal });
  const reply = request.reply(document);
  await parts.database.transaction().execute(async (transaction) => {
    const now = parts.clock();
    const reference = referenceIn(form);
    const count = { ownerId: fileId, organizationId, documents: limits.uploadDocuments, at: now, keyId, reference };
    const { zeroDay } = await beginCreation(transaction, count);
    const file = { ...document, fileId, organizationId, accountId, zeroDay, now, reference };
    await recordUpload(transaction, file, parts.queue);
    await remember(transaction, reply, fileId);
  });
  return reply;
}
