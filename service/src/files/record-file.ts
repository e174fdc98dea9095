// Writes down a file, with its deadline: an upload that is to be prepared, a result that is finished, or one that is
// promised: its id is given out before it is made, and whoever asks for it waits. Called in the transaction that creates or
// settles.

import type { ReceivedFile } from "../contract/forms.ts";
import { conversionsOf, convertedName } from "../convert/conversion-job.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { deadlineFromCreation } from "../retention/deadlines.ts";
import { queueDeletion } from "../retention/delete-content.ts";
import { putReadyArtifacts, type StoredArtifact } from "../storage/artifacts.ts";
import type { Transaction } from "../storage/database.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import type { FileError, FileKind, StoredNotice } from "../storage/schema.ts";
import { fileConversionKind, preparationKind } from "./job-kinds.ts";
import { insertFile, insertPromised, updateEnd } from "./queries.ts";
import { downloadFormats } from "./rules.ts";

interface OwnedFile extends ReceivedFile {
  readonly fileId: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly zeroDay: boolean;
  readonly now: Date;
  /** Of the call that it came with, or of what it is a result of. */
  readonly reference: string | null;
}

/** It is prepared from now on. */
export async function recordUpload(transaction: Transaction, file: OwnedFile, queue: JobQueue): Promise<void> {
  await recordUnread(transaction, { ...file, kind: "upload", engineVersion: null }, queue);
}

export interface DecidedFile extends OwnedFile {
  /** Of the engine that made it. */
  readonly engineVersion: string;
  readonly notices: readonly StoredNotice[];
}

/** The same. It stays when the redline that it was made from goes. */
export async function recordDecided(transaction: Transaction, file: DecidedFile, queue: JobQueue): Promise<void> {
  const notices = file.notices.length === 0 ? null : file.notices;
  await recordUnread(transaction, { ...file, kind: "decided", notices }, queue);
}

async function recordUnread(
  transaction: Transaction,
  file: OwnedFile & Pick<WholeFile, "kind" | "engineVersion" | "notices">,
  queue: JobQueue,
): Promise<void> {
  const { fileId: ownerId, organizationId } = file;
  await record(transaction, { ...file, sourceId: null, status: "processing", words: null }, queue);
  const owner = { organizationId, ownerId };
  await queue.flow(transaction, {
    jobs: conversionsOf(fileConversionKind, owner, [{ ...file, role: downloadFormats[file.kind] }]),
    next: { ...owner, kind: preparationKind },
  });
}

export interface ResultFile extends OwnedFile {
  readonly kind: Exclude<FileKind, "upload">;
  /** What it is a result of, where that has an id: the two are deleted together. */
  readonly sourceId: string | null;
  readonly words: number | null;
  /** Of the engine that made it. */
  readonly engineVersion: string;
  /** When the hour of zero-day retention began, if not now: with what it is a result of. */
  readonly keptFrom?: Date;
}

/** It is ready. */
export async function recordResult(transaction: Transaction, file: ResultFile, queue: JobQueue): Promise<void> {
  await record(transaction, { ...file, status: "ready" }, queue);
}

/** It is processing until one of the two below settles it. */
export async function recordPromised(
  transaction: Transaction,
  file: Omit<ResultFile, "words" | "keptFrom" | "engineVersion" | Exclude<keyof ReceivedFile, "fileName">>,
  queue: JobQueue,
): Promise<void> {
  const deleteAt = file.zeroDay ? deadlineFromCreation(file.now) : null;
  await insertPromised(transaction, { ...file, deleteAt });
  await queueDeadline(transaction, { ...file, deleteAt }, queue);
}

export interface KeptPromise {
  readonly fileId: string;
  readonly organizationId: string;
  readonly fileName: string;
  readonly now: Date;
  readonly document: StoredArtifact;
  readonly engineVersion: string;
}

/** It is ready; its content is read from now on. */
export async function keepPromise(transaction: Transaction, promise: KeptPromise, queue: JobQueue): Promise<void> {
  const { fileId, organizationId, fileName, now, document, engineVersion } = promise;
  const owner = { ownerId: fileId, organizationId };
  await putReadyArtifacts(transaction, { ...owner, fileName: () => fileName }, { artifacts: [document], now });
  await updateEnd(transaction, { fileId, status: "ready", at: now, size: document.size, engineVersion });
  await queue.enqueue(transaction, { ...owner, kind: preparationKind, direct: true });
  await notifySettled(transaction, fileId);
}

/** It will not be made. */
export async function breakPromise(
  transaction: Transaction,
  fileId: string,
  { error, now }: { readonly error: FileError; readonly now: Date },
): Promise<void> {
  await updateEnd(transaction, { fileId, status: "failed", at: now, error });
  await notifySettled(transaction, fileId);
}

type WholeFile = OwnedFile &
  Pick<ResultFile, "sourceId" | "words" | "keptFrom"> & {
    readonly kind: FileKind;
    readonly status: "processing" | "ready";
    readonly engineVersion: string | null;
    readonly notices?: readonly StoredNotice[] | null;
  };

async function record(transaction: Transaction, file: WholeFile, queue: JobQueue): Promise<void> {
  const { keptFrom = file.now, notices = null } = file;
  const deleteAt = file.zeroDay ? deadlineFromCreation(keptFrom) : null;
  const given = { format: downloadFormats[file.kind], downloadName: convertedName(file.fileName) };
  await insertFile(transaction, { ...file, ...given, notices, deleteAt });
  await queueDeadline(transaction, { ...file, deleteAt }, queue);
}

interface Deadline {
  readonly fileId: string;
  readonly organizationId: string;
  readonly deleteAt: Date | null;
}

async function queueDeadline(
  transaction: Transaction,
  { fileId: ownerId, organizationId, deleteAt }: Deadline,
  queue: JobQueue,
): Promise<void> {
  if (deleteAt !== null) await queueDeletion(transaction, { organizationId, ownerId }, { queue, at: deleteAt });
}
