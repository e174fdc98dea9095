// The worker's side of an edit that could not be carried out while its caller waited: its file, its edits and its template
// are read and proved intact, a child process edits, and what comes of it is stored.
//
// Edits that are refused, and files that cannot be read, are an end like another: the edit fails, the job does not.

import { ApiError } from "../contract/api-error.ts";
import { type FoundFile, findFile } from "../files/find-file.ts";
import { downloadFormats } from "../files/rules.ts";
import type { EditChildTask } from "../jobs/child-protocol.ts";
import { failureOf, jobFailure } from "../jobs/failures.ts";
import { type Effect, type Job, JobFailure, type JobQueue } from "../jobs/job-queue.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { isGone } from "../retention/deadlines.ts";
import { removeObjects } from "../retention/delete-content.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { MasterKeys } from "../storage/data-keys.ts";
import type { Database } from "../storage/database.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { organizationOf } from "../storage/organization-key.ts";
import { ChecksumMismatch, readVerified } from "../storage/read-verified.ts";
import type { EditError } from "../storage/schema.ts";
import type { ArtifactStorage } from "../storage/store-artifacts.ts";
import { editKind } from "./job-kinds.ts";
import { readRequest } from "./kept-request.ts";
import { type EditRow, findSources, type SourceRole, selectEdit } from "./queries.ts";
import { editFailure, editFault, refusedLater, sourceDeleted, sourceFailed } from "./rules.ts";
import { settleEdited, settleFailed, storeResult } from "./settle-edit.ts";

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
  const owner = { ownerId: job.ownerId, organization };
  const stored = await storeResult(owner, result, { ...parts, signal: job.signal });
  return (transaction) => settleEdited(transaction, edit, { source, stored, parts });
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
