// Builds what a read of a redline answers: its formats, and its record.
//
// The status depends on the requested formats. Each finished format gets a new signed address. The record is the same
// for comparisons, merges, edits and the redlines of versions. Reading changes nothing.

import { downloadEntry, type SignDownload } from "../contract/downloads.ts";
import type { RedlineRecord, Stage } from "../contract/record-schemas.ts";
import { echoed } from "../contract/references.ts";
import type { JobAnswer } from "../contract/schemas.ts";
import type { Database } from "../storage/database.ts";
import { findStage } from "../storage/job-stage.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { JobStatus } from "../storage/schema.ts";
import type { ReadableJob } from "./find-readable.ts";
import { readinessOf } from "./readiness.ts";
import type { RedlineFacts } from "./redline-facts.ts";

/** Returns the status and the downloads of the requested formats. */
export function readJob<Format extends string>(
  job: ReadableJob & { readonly retentionDays: number | null },
  asked: readonly Format[],
  signDownload: SignDownload,
): JobAnswer {
  const { artifacts } = job;
  const { status, finished, pending, error } = readinessOf(job, artifacts, asked);
  const notAfter = deadlineOf(job, job.retentionDays);
  const downloads = finished.map((format) => {
    const fileName = artifacts.find((artifact) => artifact.format === format)?.file_name ?? "";
    return downloadEntry({ ownerId: job.ownerId, format, fileName, notAfter }, signDownload);
  });
  return {
    status,
    downloads,
    ...(status === "processing" ? { pending_formats: [...pending] } : {}),
    ...(error === undefined ? {} : { error }),
    ...echoed(job),
  };
}

/** The columns of a row that its record shows. */
export interface RecordedRow extends RedlineFacts {
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Returns the record of a redline. `stage` is undefined unless the answer of the read is `processing`. */
export function redlineRecordOf(
  { created_at, finished_at, summary, notices }: RecordedRow,
  stage?: Stage,
): RedlineRecord {
  return {
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    summary,
    notices: (notices ?? []) as RedlineRecord["notices"],
    ...(stage === undefined ? {} : { stage }),
  };
}

/** The owner of a read: its ids are its own and those of the owners that it waits for. */
export interface StagedOwner {
  readonly ownerIds: readonly string[];
  readonly status: JobStatus;
}

/**
 * Returns the stage of a read that answers `answered`: undefined unless that is `processing`. A read of a ready redline
 * is processing while a requested format is rendered.
 */
export async function stageOf(
  { ownerIds, status }: StagedOwner,
  answered: JobStatus,
  database: Database,
): Promise<Stage | undefined> {
  if (answered !== "processing") return undefined;
  return status === "ready" ? "rendering" : findStage(database, ownerIds);
}
