// Runs the job of an edit that was not carried out while its caller waited.
//
// A child process edits the file, and the result is stored. If the file is still being prepared or edited, the job is
// run again later. Refused edits and unreadable files fail the edit, not the job.

import { ApiError } from "../contract/api-error.ts";
import { type FoundFile, findFile } from "../files/find-file.ts";
import { downloadFormats } from "../files/rules.ts";
import type { EditChildTask } from "../jobs/child-protocol.ts";
import type { DocumentJob, DocumentParts, JobInput, JobOutput } from "../jobs/document-job.ts";
import { lockFamily } from "../retention/lock-family.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { ContentKind } from "../storage/owner-kind.ts";
import type { EditError } from "../storage/schema.ts";
import { editKind } from "./job-kinds.ts";
import { readRequest } from "./kept-request.ts";
import { type EditRow, editRows } from "./queries.ts";
import { editFailure, editFault, refusedLater, sourceDeleted, sourceFailed } from "./rules.ts";
import { artifactsOf, settleEdited, settleFailed } from "./settle-edit.ts";

export interface EditParts extends DocumentParts {
  readonly owners: readonly ContentKind[];
  readonly engineVersion: string;
}

/** Delay before the job checks the file again. */
const restMilliseconds = 1000;

export const editJob: DocumentJob<EditRow, EditParts> = {
  kind: editKind,
  faultCode: "EDIT_FAILED",
  rows: editRows,
  isDue: ({ status }) => status === "processing",
  make: async (work) => {
    const { run, parts } = work;
    const source = await findSource(work);
    if (source === undefined) return failed(sourceDeleted, parts);
    if (source.status === "failed") return failed(sourceFailed, parts);
    if (source.status === "processing") return { startAfter: new Date(parts.clock().getTime() + restMilliseconds) };
    const task = await readTask(work, source);
    if (task === undefined) return failed(sourceDeleted, parts);
    const result = await run(task);
    if (result.kind === "unedited") return failed(refusedLater(result.refusals), parts);
    if (result.kind === "failed") return failed(editFailure(result), parts);
    return {
      artifacts: artifactsOf(result),
      settle: (transaction, edit, stored) => {
        const { results, summary } = result;
        return settleEdited(transaction, edit, { source, stored, results, summary, parts });
      },
    };
  },
  // Locks the edit together with its files, which are settled in the same transaction.
  lock: async (transaction, editId, { owners }) => {
    await lockFamily(transaction, editId, owners);
    return editRows.find(transaction, editId);
  },
  fail: (transaction, edit, { reason, now, parts }) =>
    settleFailed(transaction, edit, { error: editFault(reason), now, parts }),
};

function failed(error: EditError, parts: EditParts): JobOutput<EditRow> {
  return { settle: (transaction, edit) => settleFailed(transaction, edit, { error, now: parts.clock(), parts }) };
}

/** Returns undefined if the file is deleted. */
async function findSource({ row, parts }: JobInput<EditRow, EditParts>): Promise<FoundFile | undefined> {
  const asked = { fileId: row.source_file_id, organizationId: row.organization_id };
  return findFile(asked, parts).catch((problem: unknown) => {
    if (problem instanceof ApiError) return undefined;
    throw problem;
  });
}

/** Returns undefined if the file was deleted meanwhile. */
async function readTask(
  { row, read, readOwn, parts }: JobInput<EditRow, EditParts>,
  source: FoundFile,
): Promise<EditChildTask | undefined> {
  const file = await findArtifactObject(parts.database, source.file_id, downloadFormats[source.kind]);
  if (file === undefined) return undefined;
  const [document, request, styleTemplate] = await Promise.all([
    read(file),
    readOwn("edits"),
    readOwn("style_template"),
  ]);
  const { author, date } = row;
  const template = styleTemplate === undefined ? {} : { styleTemplate };
  return { kind: "edit", document, ...readRequest(request ?? new Uint8Array()), author, date, ...template };
}
