// Builds the reply to a read of a comparison or a merge, without its id.
//
// The status depends on the requested formats. Each finished format gets a new signed address. Reading changes nothing.

import { downloadEntry, type SignDownload } from "../contract/downloads.ts";
import { echoed } from "../contract/references.ts";
import type { JobAnswer } from "../contract/schemas.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { ReadableJob } from "./find-readable.ts";
import { readinessOf } from "./readiness.ts";

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
