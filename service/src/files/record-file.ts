// Writes down a file whose bytes lie in the store, with its deadline: an upload that is to be prepared, or a result that
// is finished. Called in the transaction that creates or settles.

import type { ReceivedFile } from "../contract/forms.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { deadlineFromCreation } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import type { Transaction } from "../storage/database.ts";
import type { FileKind } from "../storage/schema.ts";
import { preparationKind } from "./job-kinds.ts";
import { insertFile } from "./queries.ts";
import { downloadFormats } from "./rules.ts";

interface OwnedFile extends ReceivedFile {
  readonly fileId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly zeroDay: boolean;
  readonly now: Date;
}

/** It is prepared from now on. */
export async function recordUpload(transaction: Transaction, file: OwnedFile, queue: JobQueue): Promise<void> {
  const { fileId: ownerId, organizationId } = file;
  await record(transaction, { ...file, kind: "upload", sourceId: null, status: "processing", words: null }, queue);
  await queue.enqueue(transaction, { organizationId, kind: preparationKind, ownerId });
}

export interface ResultFile extends OwnedFile {
  readonly kind: Exclude<FileKind, "upload">;
  /** What it is a result of, where that has an id: the two are deleted together. */
  readonly sourceId: string | null;
  readonly words: number | null;
  /** When the hour of zero-day retention began, if not now: with what it is a result of. */
  readonly keptFrom?: Date;
}

/** It is ready. */
export async function recordResult(transaction: Transaction, file: ResultFile, queue: JobQueue): Promise<void> {
  await record(transaction, { ...file, status: "ready" }, queue);
}

type WholeFile = OwnedFile &
  Pick<ResultFile, "sourceId" | "words" | "keptFrom"> & {
    readonly kind: FileKind;
    readonly status: "processing" | "ready";
  };

async function record(transaction: Transaction, file: WholeFile, queue: JobQueue): Promise<void> {
  const { fileId: ownerId, organizationId, keptFrom = file.now } = file;
  const deleteAt = file.zeroDay ? deadlineFromCreation(keptFrom) : null;
  await insertFile(transaction, { ...file, deleteAt, format: downloadFormats[file.kind] });
  if (deleteAt !== null) await queueDeletion(transaction, { organizationId, ownerId }, { queue, at: deleteAt });
}
