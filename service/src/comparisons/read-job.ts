// The answer to a read of a comparison or a merge, but for its id: readiness relative to the formats asked for, and a fresh
// address for each that is finished. Reading changes nothing.

import { artifactKeyOf, type SignDownload } from "../contract/downloads.ts";
import type { DownloadEntry, JobAnswer } from "../contract/schemas.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { ReadableJob } from "./find-readable.ts";
import { readinessOf } from "./rules.ts";

export function readJob<Format extends string>(
  job: ReadableJob & { readonly retentionDays: number | null },
  asked: readonly Format[],
  signDownload: SignDownload,
): JobAnswer {
  const { artifacts } = job;
  const { status, finished, pending, error } = readinessOf(job, artifacts, asked);
  const notAfter = deadlineOf(job, job.retentionDays);
  const downloads = finished.map((format): DownloadEntry => {
    const fileName = artifacts.find((artifact) => artifact.format === format)?.file_name ?? "";
    const artifactKey = artifactKeyOf(job.ownerId, format);
    const { url, expiresAt } = signDownload({ artifactKey, fileName, ...(notAfter === undefined ? {} : { notAfter }) });
    return { format, url, file_name: fileName, expires_at: expiresAt.toISOString() };
  });
  return {
    status,
    downloads,
    ...(status === "processing" ? { pending_formats: [...pending] } : {}),
    ...(error === undefined ? {} : { error }),
  };
}
