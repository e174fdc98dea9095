// Finds a file of the caller and waits for its preparation if the operation needs its content.

import { ApiError } from "../contract/api-error.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { requireKept } from "../retention/guard.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { askForReading } from "./ask-for-reading.ts";
import { type FileRow, fileRows } from "./queries.ts";
import { readOnDemand, requireReadable } from "./rules.ts";

export interface FindParts {
  readonly database: Database;
  readonly watch: OwnerWatch;
  readonly clock: Clock;
}

/** A file as other slices see it. */
export type FoundFile = FileRow;

export interface AskedFile {
  readonly fileId: string;
  /** The organization of the caller. */
  readonly organizationId: string;
  /** The field that names the file; undefined if the path names it. */
  readonly field?: string;
  /** The kinds that the operation accepts. The default is the kinds with readable content. */
  readonly kinds?: ReadonlySet<FileRow["kind"]>;
}

/** Returns the file. Throws DOCUMENT_NOT_FOUND and CONTENT_DELETED. */
export async function findFile(asked: AskedFile, { database, clock }: Omit<FindParts, "watch">): Promise<FoundFile> {
  const file = await fileRows.find(database, asked.fileId);
  if (file === undefined || file.organization_id !== asked.organizationId) throw new ApiError("DOCUMENT_NOT_FOUND");
  requireKept(file, file.retention_days, clock());
  return file;
}

/**
 * Returns a file whose document the operation uses. Waits up to `limits.contentWaitSeconds` while the file is
 * processing; it may still be processing afterwards. Throws DOCUMENT_NOT_FOUND, CONTENT_DELETED, and INVALID_REQUEST
 * for a kind that the operation does not accept.
 */
export function findPrepared(asked: AskedFile, parts: FindParts): Promise<FoundFile> {
  return waitFor(asked, parts, (file) => file);
}

/**
 * Returns a file whose content the operation reads. Waits for the content as `findPrepared` waits; until it was read,
 * the status is `processing`, and `failed` if it cannot be read. The result of an edit is ready for downloads and
 * further edits before its content is read. Queues the reading of a file that is read on demand. Throws as
 * `findPrepared`.
 */
export function findRead(asked: AskedFile, parts: FindParts & { readonly queue: JobQueue }): Promise<FoundFile> {
  return waitFor(asked, parts, async (file) => {
    if (file.status !== "ready") return file;
    if (readOnDemand.has(file.kind)) return { ...file, status: await askForReading(file, parts) };
    return file.words === null ? { ...file, status: "processing" } : file;
  });
}

function waitFor(
  asked: AskedFile,
  parts: FindParts,
  seen: (file: FoundFile) => FoundFile | Promise<FoundFile>,
): Promise<FoundFile> {
  const question = async (): Promise<FoundFile> => {
    const file = await findFile(asked, parts);
    requireReadable(file.kind, asked.field, asked.kinds);
    return seen(file);
  };
  const milliseconds = limits.contentWaitSeconds * 1000;
  return parts.watch.ask(asked.fileId, question, { isEnough: ({ status }) => status !== "processing", milliseconds });
}

/** Returns a prepared file. Throws as `findPrepared`, and CONFLICT if the file failed or is still processing. */
export async function findReady(asked: AskedFile, parts: FindParts): Promise<FoundFile> {
  const file = await findPrepared(asked, parts);
  if (file.status === "failed") throw preparationFailed();
  if (file.status === "processing") throw preparationRunning();
  return file;
}

export function preparationRunning(): ApiError {
  const headers = { "retry-after": String(limits.fileRetrySeconds) };
  return new ApiError("CONFLICT", "The file is still being prepared. Try again in a second.", { headers });
}

export function preparationFailed(): ApiError {
  return new ApiError(
    "CONFLICT",
    "The file could not be prepared. Read the file for the reason, then upload it again.",
  );
}
