// Finds an edit of the caller and builds the record that reads return.

import { ApiError } from "../contract/api-error.ts";
import type { SignDownload } from "../contract/downloads.ts";
import type { EditJob } from "../contract/edit-schemas.ts";
import type { EditFormat } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { echoed } from "../contract/references.ts";
import { type FoundFile, findFile } from "../files/find-file.ts";
import { downloadOf, type StreamedReply } from "../files/read-file.ts";
import { downloadFormats } from "../files/rules.ts";
import { untrackedNotice } from "../instructions/untracked-effects.ts";
import { redlineRecordOf, stageOf } from "../redlines/read-job.ts";
import { requireKept } from "../retention/guard.ts";
import { findArtifactObject, findObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { StoredEditResult } from "../storage/schema.ts";
import { type InlineFile, withInlineFiles } from "./inline-files.ts";
import { readRequest } from "./kept-request.ts";
import { type EditRow, editRows } from "./queries.ts";

export interface ReadParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly signDownload: SignDownload;
}

export interface AskedRead {
  readonly editId: string;
  /** The organization of the caller. */
  readonly organization: OrganizationKey;
}

/** Returns the edit. Throws EDIT_NOT_FOUND and CONTENT_DELETED. */
export async function findEdit({ editId, organization }: AskedRead, { database, clock }: ReadParts): Promise<EditRow> {
  const edit = await editRows.find(database, editId);
  if (edit?.organization_id !== organization.organizationId) throw new ApiError("EDIT_NOT_FOUND");
  requireKept(edit, edit.retention_days, clock());
  return edit;
}

export interface AskedOutputs extends Pick<AskedRead, "organization"> {
  readonly formats: readonly EditFormat[];
}

/** Returns the record with new signed addresses. Throws CONTENT_DELETED if the content is deleted meanwhile. */
export async function recordOf(
  edit: EditRow,
  { formats, organization }: AskedOutputs,
  parts: ReadParts,
): Promise<EditJob> {
  const outputs = edit.status === "ready" ? formats : [];
  const stage = await stageOf({ ownerIds: [edit.edit_id], status: edit.status }, edit.status, parts.database);
  const { notices: _, ...record } = redlineRecordOf({ ...edit, notices: null }, stage);
  return {
    edit_id: edit.edit_id,
    file_id: edit.file_id,
    source_file_id: edit.source_file_id,
    ...(edit.redline_file_id === null ? {} : { redline_file_id: edit.redline_file_id }),
    status: edit.status,
    file_name: edit.file_name,
    ...record,
    edit_count: edit.edit_count,
    author: edit.author,
    date: edit.date,
    downloads: await Promise.all(
      outputs.map(async (format) =>
        downloadEntryOf(await outputOf(edit, { format, organization }, parts), format, parts),
      ),
    ),
    ...(edit.status === "processing" ? { pending_formats: [...formats] } : {}),
    ...(edit.results === null ? {} : effectsOf(edit.results)),
    ...(edit.from_instruction ? builtFields(edit, await editsOf(edit, organization, parts)) : { notices: [] }),
    ...echoed(edit),
    ...(edit.error === null ? {} : { error: edit.error as NonNullable<EditJob["error"]> }),
  };
}

/**
 * Returns the edits that were built from an instruction. If the edit is ready and has untracked effects, a notice lists
 * them.
 */
function builtFields({ status }: EditRow, edits: NonNullable<EditJob["edits"]>): Pick<EditJob, "edits" | "notices"> {
  const notice = status === "ready" ? untrackedNotice(edits) : undefined;
  return { edits, notices: notice === undefined ? [] : [notice] };
}

/** Returns the effects of the edits, and separately the paragraphs that were skipped, if any. */
function effectsOf(stored: readonly StoredEditResult[]): Pick<EditJob, "results" | "skipped"> {
  const results = stored.map(({ skipped: _, ...result }) => result) as NonNullable<EditJob["results"]>;
  const skipped = stored.flatMap(({ edit, skipped: paragraphs }) => (paragraphs ? [{ edit, paragraphs }] : []));
  return skipped.length === 0 ? { results } : { results, skipped: skipped as NonNullable<EditJob["skipped"]> };
}

/** Returns the record with the bytes of the files in it, except files of more than `limits.inlineBytes`. */
export async function recordWithFiles(edit: EditRow, asked: AskedOutputs, parts: ReadParts): Promise<StreamedReply> {
  const { formats, organization } = asked;
  const outputs = edit.status === "ready" ? formats : [];
  const files = outputs.map(async (format): Promise<InlineFile> => {
    const file = await outputOf(edit, { format, organization }, parts);
    const download = downloadEntryOf(file, format, parts);
    return { download, bytes: file.size > limits.inlineBytes ? undefined : await bytesOf(file, organization, parts) };
  });
  return withInlineFiles(await recordOf(edit, { formats, organization }, parts), await Promise.all(files));
}

interface AskedOutput extends Pick<AskedRead, "organization"> {
  readonly format: EditFormat;
}

function outputOf(edit: EditRow, { format, organization }: AskedOutput, parts: ReadParts): Promise<FoundFile> {
  const fileId = format === "redline" ? (edit.redline_file_id ?? "") : edit.file_id;
  return findFile({ fileId, organizationId: organization.organizationId }, parts);
}

function downloadEntryOf(
  file: FoundFile,
  format: EditFormat,
  { signDownload }: ReadParts,
): EditJob["downloads"][number] {
  return { ...downloadOf(file, signDownload), format };
}

async function bytesOf(file: FoundFile, organization: OrganizationKey, parts: ReadParts): Promise<Uint8Array> {
  const row = await findArtifactObject(parts.database, file.file_id, downloadFormats[file.kind]);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  return readVerified(parts.store, row, organization);
}

async function editsOf({ edit_id: editId }: EditRow, organization: OrganizationKey, parts: ReadParts) {
  const row = await findObject(parts.database, editId, "edits");
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const bytes = await readVerified(parts.store, row, organization);
  return readRequest(bytes).edits as Record<string, unknown>[];
}
