// Computes the status of a read: which of the requested formats are ready, pending or failed.

import { meaningOf, reasonOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { ArtifactStatus, FailedJobError, JobStatus } from "../storage/schema.ts";

export interface ArtifactState {
  readonly format: string;
  readonly status: ArtifactStatus;
  readonly error_code: string | null;
}

interface ComparisonState {
  readonly status: JobStatus;
  readonly error: FailedJobError | null;
}

/** The status of the formats that a read requests. */
export interface Readiness<Format extends string> {
  readonly status: JobStatus;
  /** Formats that can be downloaded, in the requested order. */
  readonly finished: readonly Format[];
  /** Formats that are not finished; empty unless the status is `processing`. */
  readonly pending: readonly Format[];
  /** Set only if the status is `failed`. */
  readonly error?: FailedJobError;
}

/**
 * Returns the status of the requested formats. A format without an artifact is pending: no renderer has started it, or
 * the format did not exist when the comparison was made.
 */
export function readinessOf<Format extends string>(
  comparison: ComparisonState,
  artifacts: readonly ArtifactState[],
  asked: readonly Format[],
): Readiness<Format> {
  const stateOf = new Map(artifacts.map((artifact) => [artifact.format, artifact]));
  const withStatus = (status: ArtifactStatus) =>
    asked.filter((format) => (stateOf.get(format)?.status ?? "pending") === status);
  if (comparison.status === "failed") {
    return { status: "failed", finished: [], pending: [], error: comparison.error ?? failedJobError(unknownFailure) };
  }
  const finished = withStatus("ready");
  const [failed] = withStatus("failed");
  if (failed !== undefined) {
    const code = stateOf.get(failed)?.error_code ?? "COMPARISON_FAILED";
    return { status: "failed", finished, pending: [], error: failedJobError(reasonOf(code)) };
  }
  const pending = withStatus("pending");
  return { status: pending.length === 0 ? "ready" : "processing", finished, pending };
}

const unknownFailure = reasonOf("COMPARISON_FAILED");

/** Returns the failure in the form that callers see. */
export function failedJobError(reason: FailureReason): FailedJobError {
  const { code, upstream, source } = reason;
  return { code, upstream_code: upstream, message: meaningOf(reason), ...(source === undefined ? {} : { source }) };
}
