// Inserts a file with its deadline: an upload to prepare, a finished result, or a promised file.
//
// The id of a promised file is returned before the file exists, and reads of it wait. Call these functions in the
// transaction that creates or settles the owner.

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
  /** The reference of the call that created the file or the owner of the result. */
  readonly reference: string | null;
}

/** Inserts an upload and enqueues its preparation. */
export async function recordUpload(transaction: Transaction, file: OwnedFile, queue: JobQueue): Promise<void> {
  await recordUnread(transaction, { ...file, kind: "upload", engineVersion: null }, queue);
}

export interface DecidedFile extends OwnedFile {
  /** The version of the engine that made the file. */
  readonly engineVersion: string;
  readonly notices: readonly StoredNotice[];
}

/** Inserts a decided document and enqueues its preparation. The file remains when its redline is deleted. */
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
  /** The id of the owner that the file is a result of; the two are deleted together. Null without an owner. */
  readonly sourceId: string | null;
  readonly words: number | null;
  /** The version of the engine that made the file. */
  readonly engineVersion: string;
  /** The start of the hour of zero-day retention, if it is not now: the start for the owner of the result. */
  readonly keptFrom?: Date;
}

/** Inserts a ready file. */
export async function recordResult(transaction: Transaction, file: ResultFile, queue: JobQueue): Promise<void> {
  await record(transaction, { ...file, status: "ready" }, queue);
}

/** Inserts a promised file, which is processing until `keepPromise` or `breakPromise` settles it. */
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

/** Makes the promised file ready and enqueues the reading of its content. */
export async function keepPromise(transaction: Transaction, promise: KeptPromise, queue: JobQueue): Promise<void> {
  const { fileId, organizationId, fileName, now, document, engineVersion } = promise;
  const owner = { ownerId: fileId, organizationId };
  await putReadyArtifacts(transaction, { ...owner, fileName: () => fileName }, { artifacts: [document], now });
  await updateEnd(transaction, { fileId, status: "ready", at: now, size: document.size, engineVersion });
  await queue.enqueue(transaction, { ...owner, kind: preparationKind, direct: true });
  await notifySettled(transaction, fileId);
}

/** Fails the promised file. */
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
