// Finds the state of a version's history for GET …/history.
//
// The first read enqueues the job that makes the history.

import { ApiError } from "../contract/api-error.ts";
import { versionHistoryName } from "../contract/file-names.ts";
import { isId } from "../contract/ids.ts";
import { reasonOf } from "../jobs/failures.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { failedJobError } from "../redlines/readiness.ts";
import { putPendingArtifacts } from "../storage/artifacts.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { FailedJobError } from "../storage/schema.ts";
import { type AskedDocument, type FindParts, findDocument } from "./find-document.ts";
import { historyKind } from "./job-kinds.ts";
import { historyArtifacts } from "./owner.ts";
import { type DocumentRow, type FoundVersion, listVersions, versionRows } from "./queries.ts";
import { descentOf } from "./rules.ts";

export interface HistoryParts extends FindParts {
  readonly queue: JobQueue;
}

export interface FoundHistory {
  readonly document: DocumentRow;
  readonly version: FoundVersion;
  readonly status: "processing" | "ready" | "failed";
  readonly error?: FailedJobError;
}

/**
 * Returns the state of the version's history, or of the latest version's if `versionId` is undefined. Throws
 * DOCUMENT_NOT_FOUND, INVALID_VERSION_ID and VERSION_NOT_FOUND.
 */
export async function findHistory(
  asked: AskedDocument,
  versionId: string | undefined,
  parts: HistoryParts,
): Promise<FoundHistory> {
  const document = await findDocument(asked, parts);
  if (versionId !== undefined && !isId("ver", versionId)) throw new ApiError("INVALID_VERSION_ID");
  const all = await listVersions(parts.database, asked.documentId);
  const version = versionId === undefined ? all.at(-1) : all.find(({ version_id: id }) => id === versionId);
  if (version === undefined) throw new ApiError("VERSION_NOT_FOUND");
  const line = descentOf(all, version.version_id).map((one) => one.version);
  const failed = line.find(({ status }) => status === "failed");
  if (failed !== undefined) {
    return {
      document,
      version,
      status: "failed",
      error: failed.error ?? failedJobError(reasonOf("COMPARISON_FAILED")),
    };
  }
  if (line.some(({ status }) => status === "processing")) return { document, version, status: "processing" };
  return { document, version, ...(await stateOf(version, parts)) };
}

async function stateOf(version: FoundVersion, parts: HistoryParts): Promise<Pick<FoundHistory, "status" | "error">> {
  const artifact = await findBlocks(parts.database, version.version_id);
  if (artifact === undefined) await handIn(version, parts);
  if (artifact === undefined || artifact.status === "pending") return { status: "processing" };
  if (artifact.status === "ready") return { status: "ready" };
  return { status: "failed", error: failedJobError(reasonOf(artifact.error_code ?? "COMPARISON_FAILED")) };
}

function findBlocks(database: Database | Transaction, versionId: string) {
  return database
    .selectFrom("artifacts")
    .where("owner_id", "=", versionId)
    .where("format", "=", historyArtifacts.blocks)
    .select(["status", "error_code"])
    .executeTakeFirst();
}

/** Enqueues the job once, also if several reads arrive at the same time. */
async function handIn({ version_id: ownerId, name }: FoundVersion, { database, queue }: HistoryParts): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await versionRows.lock(transaction, ownerId);
    if (row === undefined || row.acknowledged_at !== null || row.deleted_at !== null) {
      throw new ApiError("VERSION_NOT_FOUND");
    }
    if ((await findBlocks(transaction, ownerId)) !== undefined) return;
    const fileName = versionHistoryName(name);
    const pending = Object.values(historyArtifacts).map((format) => ({ format, fileName }));
    await putPendingArtifacts(transaction, ownerId, pending);
    await queue.enqueue(transaction, { organizationId: row.organization_id, ownerId, kind: historyKind });
  });
}
