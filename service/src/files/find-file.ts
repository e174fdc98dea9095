// A file of the caller's, as reads and other operations ask for it: those that need its content wait until it is prepared.

import { ApiError } from "../contract/api-error.ts";
import type { Clock } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { requireKept } from "../retention/guard.ts";
import type { Database } from "../storage/database.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { type FileRow, fileRows } from "./queries.ts";
import { requireReadable } from "./rules.ts";

export interface FindParts {
  readonly database: Database;
  readonly watch: OwnerWatch;
  readonly clock: Clock;
}

/** As other operations see it. */
export type FoundFile = FileRow;

export interface AskedFile {
  readonly fileId: string;
  /** Of the caller. */
  readonly organizationId: string;
  /** The field that names it, where it is not named in the path. */
  readonly field?: string;
  /** The kinds that are meant; without saying so those whose content can be read. */
  readonly kinds?: ReadonlySet<FileRow["kind"]>;
}

/** Throws DOCUMENT_NOT_FOUND and CONTENT_DELETED. */
export async function findFile(asked: AskedFile, { database, clock }: Omit<FindParts, "watch">): Promise<FoundFile> {
  const file = await fileRows.find(database, asked.fileId);
  if (file === undefined || file.organization_id !== asked.organizationId) throw new ApiError("DOCUMENT_NOT_FOUND");
  requireKept(file, file.retention_days, clock());
  return file;
}

/**
 * One whose document others work on. Waits while it is processing; it may be processing still. Throws the same, and
 * INVALID_REQUEST for one without content.
 */
export function findPrepared(asked: AskedFile, parts: FindParts): Promise<FoundFile> {
  return waitFor(asked, parts, (file) => file);
}

/**
 * One whose content is read. Waits until it was read, and is processing for its reader until then: what comes of an edit is
 * given out and edited again before.
 */
export function findRead(asked: AskedFile, parts: FindParts): Promise<FoundFile> {
  return waitFor(asked, parts, (file) =>
    file.status === "ready" && file.words === null ? { ...file, status: "processing" } : file,
  );
}

function waitFor(asked: AskedFile, parts: FindParts, seen: (file: FoundFile) => FoundFile): Promise<FoundFile> {
  const question = async (): Promise<FoundFile> => {
    const file = await findFile(asked, parts);
    requireReadable(file.kind, asked.field, asked.kinds);
    return seen(file);
  };
  const milliseconds = limits.contentWaitSeconds * 1000;
  return parts.watch.ask(asked.fileId, question, { isEnough: ({ status }) => status !== "processing", milliseconds });
}

/** One that is prepared, for what cannot go on without it. Throws the same, and CONFLICT. */
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
