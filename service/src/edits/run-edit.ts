// The worker's side of an edit: its file, its edits and its template are read and proved intact, a child process edits, and
// what comes of it is stored: the document, which was promised as a file when the edit was asked for, and the redline. Both
// are there from the transaction that settles the job, which also wakes whoever waits.
//
// Edits that are refused, and files that cannot be read, are an end like another: the edit fails, the job does not.

import { ApiError } from "../contract/api-error.ts";
import { editArtifactName } from "../contract/file-names.ts";
import { newFileId } from "../contract/ids.ts";
import { type FoundFile, findFile } from "../files/find-file.ts";
import { breakPromise, keepPromise, recordResult } from "../files/record-file.ts";
import { downloadFormats } from "../files/rules.ts";
import type { EditChildTask, Edited } from "../jobs/child-protocol.ts";
import { failureOf, jobFailure } from "../jobs/failures.ts";
import { type Effect, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { isGone } from "../retention/deadlines.ts";
import { removeObjects } from "../retention/delete-content.ts";
import { lockFamily } from "../retention/lock-family.ts";
import { findArtifactObject, type StoredArtifact } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { notifySettled } from "../storage/owner-watch.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import type { EditError } from "../storage/schema.ts";
import { type ArtifactStorage, storeArtifacts } from "../storage/store-artifacts.ts";
import { editKind } from "./job-kinds.ts";
import { readRequest } from "./kept-request.ts";
import { type EditRow, findSources, type SourceRole, selectEdit, updateEnd } from "./queries.ts";
import { editFailure, editFault, refusedLater, sourceDeleted, sourceFailed } from "./rules.ts";

export interface EditParts extends ArtifactStorage {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sandbox: Sandbox;
  readonly masterKeys: MasterKeys;
  /** Told of a fault in a child process: where it was thrown, nothing of the document. */
  readonly onCrash?: (editId: string, trace: string) => void;
}

/** Takes edits from the queue. */
export async function workOnEdits(
  queue: JobQueue,
  parts: EditParts,
  { concurrency }: { readonly concurrency: number },
): Promise<void> {
  await queue.work(editKind, (job) => runEdit(job, parts), {
    concurrency,
    faultCode: "EDIT_FAILED",
    onFailed: async (transaction, { ownerId }, reason) => {
      const edit = await selectEdit(transaction, ownerId);
      if (edit !== undefined) await settleFailed(transaction, edit, { error: editFault(reason), now: parts.clock() });
    },
  });
}

/** Gives what settles the edit; nothing when there is nothing to do. Throws a JobFailure. */
export async function runEdit(job: Job, parts: EditParts): Promise<Effect | undefined> {
  const edit = await findUnfinished(job.ownerId, parts);
  if (edit === undefined) return undefined;
  const failed = (error: EditError): Effect => {
    return (transaction) => settleFailed(transaction, edit, { error, now: parts.clock() });
  };
  const source = await findSource(edit, parts);
  if (source === undefined) return failed(sourceDeleted);
  if (source.status === "failed") return failed(sourceFailed);
  if (source.status === "processing") return comeBack(job, parts);
  const organization = organizationOf(edit, parts.masterKeys);
  const task = await readTask(edit, { source, organization }, parts);
  if (task === undefined) return failed(sourceDeleted);
  const result = await parts.sandbox.run(task, job.signal);
  if (result.kind === "crashed") parts.onCrash?.(job.ownerId, result.trace);
  if (result.kind === "crashed" || result.kind === "killed") throw jobFailure(failureOf(result));
  if (result.kind === "unedited") return failed(refusedLater(result.refusals));
  if (result.kind === "failed") return failed(editFailure(result));
  const stored = await storeResult(job, { result, organization }, parts);
  return (transaction) => settleEdited(transaction, edit, { source, stored, words: result.words, parts });
}

async function findUnfinished(editId: string, { database, store, clock }: EditParts): Promise<EditRow | undefined> {
  const edit = await selectEdit(database, editId);
  if (edit === undefined) return undefined;
  if (!isGone(edit, edit.retention_days, clock())) return edit.status === "processing" ? edit : undefined;
  // An earlier try may have stored something after the deletion had looked. What is gone may go at any time.
  await removeObjects({ organizationId: edit.organization_id, ownerId: editId }, { store });
  return undefined;
}

/** Undefined when it is deleted. */
async function findSource(edit: EditRow, parts: EditParts): Promise<FoundFile | undefined> {
  const asked = { fileId: edit.source_file_id, organizationId: edit.organization_id };
  return findFile(asked, parts).catch((problem: unknown) => {
    if (problem instanceof ApiError) return undefined;
    throw problem;
  });
}

/** Before the file is looked at again. */
const restMilliseconds = 1000;

/** The file is still being prepared, or edited itself: the same work is handed in once more, for a little later. */
function comeBack({ organizationId, ownerId }: Job, { queue, clock }: EditParts): Effect {
  const startAfter = new Date(clock().getTime() + restMilliseconds);
  return (transaction) => queue.enqueue(transaction, { organizationId, ownerId, kind: editKind, startAfter });
}

interface Readable {
  readonly source: FoundFile;
  readonly organization: OrganizationKey;
}

/** Undefined when the file was deleted meanwhile. */
async function readTask(
  { edit_id: editId, author, date }: EditRow,
  { source, organization }: Readable,
  { database, store }: EditParts,
): Promise<EditChildTask | undefined> {
  const file = await findArtifactObject(database, source.file_id, downloadFormats[source.kind]);
  if (file === undefined) return undefined;
  const rows = await findSources(database, editId);
  const read = async (role: SourceRole): Promise<Uint8Array | undefined> => {
    const row = rows.find((found) => found.role === role);
    return row && readVerified(store, row, organization);
  };
  try {
    const [document, request, styleTemplate] = await Promise.all([
      readVerified(store, file, organization),
      read("edits"),
      read("style_template"),
    ]);
    const template = styleTemplate === undefined ? {} : { styleTemplate };
    return { kind: "edit", document, ...readRequest(request ?? new Uint8Array()), author, date, ...template };
  } catch (problem) {
    throw problem instanceof ChecksumMismatch ? new JobFailure("EDIT_FAILED", problem.upstreamCode) : problem;
  }
}

interface Stored {
  readonly redline: StoredArtifact;
  /** The document first, then what was read of it. */
  readonly document: readonly [StoredArtifact, ...StoredArtifact[]];
}

/** Under the keys of the edit: what a try leaves behind goes with it. */
async function storeResult(
  job: Job,
  { result, organization }: { readonly result: Edited; readonly organization: OrganizationKey },
  parts: EditParts,
): Promise<Stored> {
  const made = new Map([["redline", result.redline], ["docx", result.docx], ...result.readings]);
  const owner = { ownerId: job.ownerId, organization };
  const [redline, docx, ...readings] = await storeArtifacts(owner, made, { ...parts, signal: job.signal });
  return { redline: redline!, document: [docx!, ...readings] };
}

interface Settling {
  readonly source: FoundFile;
  readonly stored: Stored;
  readonly words: number;
  readonly parts: EditParts;
}

async function settleEdited(
  transaction: Transaction,
  edit: EditRow,
  { source, stored, words, parts }: Settling,
): Promise<void> {
  const { redline, document } = stored;
  const now = parts.clock();
  if (!(await isKept(transaction, edit, now))) {
    await parts.store.delete([redline, ...document].map(({ objectKey }) => objectKey));
    return;
  }
  const { edit_id: editId, organization_id: organizationId, created_at: keptFrom } = edit;
  const nameOf = (format: "docx" | "redline") => editArtifactName(source.file_name, format);
  const owner = { organizationId, accountId: edit.account_id, zeroDay: edit.zero_day, now };
  const promise = { ...owner, fileId: edit.file_id, fileName: nameOf("docx"), words };
  await keepPromise(transaction, { ...promise, stored: document });
  const redlineFileId = newFileId(parts.random);
  const result = { ...owner, ...redline, fileId: redlineFileId, fileName: nameOf("redline"), keptFrom, words: null };
  await recordResult(transaction, { ...result, kind: "redline", sourceId: editId }, parts.queue);
  await updateEnd(transaction, { editId, at: now, redlineFileId });
  await notifySettled(transaction, editId);
}

interface Failing {
  readonly error: EditError;
  readonly now: Date;
}

async function settleFailed(transaction: Transaction, edit: EditRow, { error, now }: Failing): Promise<void> {
  if (!(await isKept(transaction, edit, now))) return;
  const { code, message } = error;
  await breakPromise(transaction, edit.file_id, { error: { code, message }, now });
  await updateEnd(transaction, { editId: edit.edit_id, at: now, error });
  await notifySettled(transaction, edit.edit_id);
}

/** Locks it, and its file. */
async function isKept(transaction: Transaction, { edit_id: editId }: EditRow, now: Date): Promise<boolean> {
  const own = (await lockFamily(transaction, editId)).get(editId);
  return own !== undefined && !isGone(own, own.retention_days, now);
}
