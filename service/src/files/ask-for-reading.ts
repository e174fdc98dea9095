// Queues the reading of a file whose content is read only when a caller first asks for it.
//
// Created documents and redlines are ready with their document, and few of them are read. The artifacts of a reading
// show its state: none before the first read, pending while the job waits or runs, then ready or failed.

import type { Clock } from "../contract/ids.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { listArtifacts, putMissingArtifacts } from "../storage/artifacts.ts";
import type { Database } from "../storage/database.ts";
import { isGone } from "../storage/retention-facts.ts";
import type { JobStatus } from "../storage/schema.ts";
import { preparationKind } from "./job-kinds.ts";
import { type FileRow, fileRows } from "./queries.ts";

export interface ReadingParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** The artifacts of a reading. */
export const readingFormats = ["json", "md", "staged"] as const;

/** Returns the state of the reading of a ready file; undefined if nobody has asked for it. */
export async function readingStatus(fileId: string, database: Database): Promise<JobStatus | undefined> {
  const reading = (await listArtifacts(database, fileId)).find(({ format }) => format === "json");
  return reading?.status === "pending" ? "processing" : reading?.status;
}

/** Returns the state of the reading of a ready file that is read on demand, and queues the reading at the first call. */
export async function askForReading({ file_id: fileId }: FileRow, parts: ReadingParts): Promise<JobStatus> {
  const status = await readingStatus(fileId, parts.database);
  if (status === undefined) await queueReading(fileId, parts);
  return status ?? "processing";
}

async function queueReading(fileId: string, parts: ReadingParts): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const row = await fileRows.lock(transaction, fileId);
    if (row === undefined || isGone(row, row.retention_days, parts.clock())) return;
    const missing = readingFormats.map((format) => ({ format, fileName: row.file_name }));
    if ((await putMissingArtifacts(transaction, fileId, missing)).length === 0) return;
    const { organization_id: organizationId } = row;
    await parts.queue.enqueue(transaction, { organizationId, ownerId: fileId, kind: preparationKind, direct: true });
  });
}
