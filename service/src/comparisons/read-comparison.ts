// What GET /v1/compare/{comparison_id} answers: readiness relative to the formats asked for, and a fresh address for each
// that is finished. Reading changes nothing.

import { artifactKeyOf, type SignDownload } from "../contract/downloads.ts";
import type { ComparisonFormat } from "../contract/formats.ts";
import type { ComparisonJob, DownloadEntry } from "../contract/schemas.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { ReadableComparison } from "./find-readable.ts";
import { readinessOf } from "./rules.ts";

export function readComparison(
  comparison: ReadableComparison & { readonly retentionDays: number | null },
  asked: readonly ComparisonFormat[],
  signDownload: SignDownload,
): ComparisonJob {
  const { artifacts } = comparison;
  const { status, finished, pending, error } = readinessOf(comparison, artifacts, asked);
  const notAfter = deadlineOf(comparison, comparison.retentionDays);
  const downloads = finished.map((format): DownloadEntry => {
    const fileName = artifacts.find((artifact) => artifact.format === format)?.file_name ?? "";
    const artifactKey = artifactKeyOf(comparison.comparison_id, format);
    const { url, expiresAt } = signDownload({ artifactKey, fileName, ...(notAfter === undefined ? {} : { notAfter }) });
    return { format, url, file_name: fileName, expires_at: expiresAt.toISOString() };
  });
  return {
    comparison_id: comparison.comparison_id,
    status,
    downloads,
    ...(status === "processing" ? { pending_formats: [...pending] } : {}),
    ...(error === undefined ? {} : { error }),
  };
}
