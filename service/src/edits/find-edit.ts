// An edit of the caller's, and the record that reads of it answer with.

import { ApiError } from "../contract/api-error.ts";
import type { SignDownload } from "../contract/downloads.ts";
import type { EditFormat } from "../contract/formats.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { echoed } from "../contract/references.ts";
import type { EditJob } from "../contract/schemas.ts";
import { findFile } from "../files/find-file.ts";
import { downloadOf } from "../files/read-file.ts";
import { downloadFormats } from "../files/rules.ts";
import { requireKept } from "../retention/guard.ts";
import { findArtifactObject, findObject } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { StoredEditResult } from "../storage/schema.ts";
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
  /** Of the caller. */
  readonly organization: OrganizationKey;
}

/** Throws EDIT_NOT_FOUND and CONTENT_DELETED. */
export async function findEdit({ editId, organization }: AskedRead, { database, clock }: ReadParts): Promise<EditRow> {
  const edit = await editRows.find(database, editId);
  if (edit?.organization_id !== organization.organizationId) throw new ApiError("EDIT_NOT_FOUND");
  requireKept(edit, edit.retention_days, clock());
  return edit;
}

export interface AskedOutputs {
  readonly formats: readonly EditFormat[];
  /** Whether the files themselves are told. */
  readonly inline: boolean;
}

/** With fresh addresses. Throws CONTENT_DELETED when it goes meanwhile. */
export async function recordOf(
  edit: EditRow,
  { formats, inline, organization }: AskedOutputs & Pick<AskedRead, "organization">,
  parts: ReadParts,
): Promise<EditJob> {
  const outputs = edit.status === "ready" ? formats : [];
  return {
    edit_id: edit.edit_id,
    file_id: edit.file_id,
    source_file_id: edit.source_file_id,
    ...(edit.redline_file_id === null ? {} : { redline_file_id: edit.redline_file_id }),
    status: edit.status,
    created_at: edit.created_at.toISOString(),
    ...(edit.finished_at === null ? {} : { finished_at: edit.finished_at.toISOString() }),
    edit_count: edit.edit_count,
    author: edit.author,
    date: edit.date,
    downloads: await Promise.all(outputs.map((format) => outputOf(edit, { format, inline, organization }, parts))),
    ...(edit.status === "processing" ? { pending_formats: [...formats] } : {}),
    ...(edit.results === null ? {} : effectsOf(edit.results)),
    ...(edit.from_instruction ? { edits: await editsOf(edit, organization, parts) } : {}),
    ...echoed(edit),
    ...(edit.error === null ? {} : { error: edit.error as NonNullable<EditJob["error"]> }),
  };
}

/** The effects of edits, and apart from them the places that were left out, if any. */
function effectsOf(stored: readonly StoredEditResult[]): Pick<EditJob, "results" | "skipped"> {
  const results = stored.map(({ skipped: _, ...result }) => result) as NonNullable<EditJob["results"]>;
  const skipped = stored.flatMap(({ edit, skipped: paragraphs }) => (paragraphs ? [{ edit, paragraphs }] : []));
  return skipped.length === 0 ? { results } : { results, skipped: skipped as NonNullable<EditJob["skipped"]> };
}

interface AskedOutput {
  readonly format: EditFormat;
  readonly inline: boolean;
  readonly organization: OrganizationKey;
}

async function outputOf(
  edit: EditRow,
  { format, inline, organization }: AskedOutput,
  parts: ReadParts,
): Promise<EditJob["downloads"][number]> {
  const fileId = format === "redline" ? (edit.redline_file_id ?? "") : edit.file_id;
  const file = await findFile({ fileId, organizationId: organization.organizationId }, parts);
  const download = { ...downloadOf(file, parts.signDownload), format };
  if (!inline || file.size > limits.inlineBytes) return download;
  const row = await findArtifactObject(parts.database, fileId, downloadFormats[file.kind]);
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const bytes = await readVerified(parts.store, row, organization);
  return { ...download, content_base64: Buffer.from(bytes).toString("base64") };
}

async function editsOf({ edit_id: editId }: EditRow, organization: OrganizationKey, parts: ReadParts) {
  const row = await findObject(parts.database, editId, "edits");
  if (row === undefined) throw new ApiError("CONTENT_DELETED");
  const bytes = await readVerified(parts.store, row, organization);
  return readRequest(bytes).edits as Record<string, unknown>[];
}
