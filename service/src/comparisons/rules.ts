// The rules of comparisons that need no database: what a source may be, what a read answers, and what the end of the
// engine's work means for the caller.

import type { Failure } from "@versus/engine";
import { ApiError, type ErrorDetail } from "../contract/api-error.ts";
import { type JobErrorCode, jobErrors, type UpstreamCode, upstreamErrors } from "../contract/errors.ts";
import type { FormRules } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import type { ChildResult, Refused } from "../jobs/child-protocol.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { ArtifactStatus, ComparisonStatus, FailedJobError } from "../storage/schema.ts";
import { optionRules } from "./compare-options.ts";

/** The two sources, as the wire names them. */
export type SourceRole = "original" | "modified";

/** Older Word files and PDFs are taken where there is a converter for them. */
export function comparisonForm({ conversion }: { readonly conversion: boolean }): FormRules {
  const extensions = conversion ? [".docx", ".doc", ".pdf"] : [".docx"];
  return {
    files: {
      original: { description: "The earlier, base document.", least: 1, most: 1, extensions },
      modified: { description: "The later, revised document.", least: 1, most: 1, extensions },
    },
    texts: {
      author: {
        description:
          "Name given as author of every insertion and deletion: 100 characters are kept, control characters are stripped. Without it: the service account's address, a dash and the modified file's name.",
        least: 0,
        most: 1,
        // It is cut, not refused; this is what nobody means.
        mostBytes: 64 * 1024,
        example: "Counsel for the Buyer",
      },
      ...optionRules,
    },
  };
}

export interface ArtifactState {
  readonly format: string;
  readonly status: ArtifactStatus;
  readonly error_code: string | null;
}

interface ComparisonState {
  readonly status: ComparisonStatus;
  readonly error: FailedJobError | null;
}

/** What a read says of the formats that it asks for. */
export interface Readiness<Format extends string> {
  readonly status: ComparisonStatus;
  /** Formats that can be downloaded, in the order asked. */
  readonly finished: readonly Format[];
  /** Formats that are not finished; empty unless processing. */
  readonly pending: readonly Format[];
  /** When failed. */
  readonly error?: FailedJobError;
}

/** A format without an artifact is pending: nobody makes it yet, or it was not there when the comparison was made. */
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

const unknownFailure: FailureReason = { code: "COMPARISON_FAILED", upstream: "COMPARISON_FAILED" };

/** A failure as the caller sees it. */
export function failedJobError({ code, upstream, source }: FailureReason): FailedJobError {
  const row = isUpstream(upstream)
    ? upstreamErrors[upstream]
    : jobErrors[isJobError(code) ? code : "COMPARISON_FAILED"];
  return { code, upstream_code: upstream, message: row.meaning, ...(source === undefined ? {} : { source }) };
}

/** The failure that one code stands for: a job's own, or a finer one that is told beside it. */
function reasonOf(code: string): FailureReason {
  if (isUpstream(code)) return { code: upstreamErrors[code].under[0], upstream: code };
  return { code, upstream: code };
}

/** Whether what was counted is given back: the reason lies with us. */
export function isOurFault(code: string): boolean {
  return isJobError(code) && jobErrors[code].ours;
}

/** Why the engine's work gave no redline. */
export function failureOf(result: Exclude<ChildResult, { readonly kind: "compared" | "checked" }>): FailureReason {
  switch (result.kind) {
    case "failed":
      return { ...reasonOf(upstreamOf(result)), ...sourceOf(result) };
    case "killed":
      return reasonOf(result.reason === "time" ? "ENGINE_TIMEOUT" : "ENGINE_TOO_COMPLEX");
    case "crashed":
      return unknownFailure;
  }
}

/** The engine's codes are among ours; this holds the two tables together. */
function upstreamOf({ code }: Refused): UpstreamCode {
  return code;
}

function sourceOf({ source }: Refused): { readonly source?: SourceRole } {
  if (source === undefined) return {};
  return { source: source === "before" ? "original" : "modified" };
}

/** The parts that say what a package is. */
const directoryParts: ReadonlySet<string> = new Set(["[Content_Types].xml", "_rels/.rels"]);

/**
 * Whether a source is refused at once: it is no package, it does not say of itself that it is a Word document, or it is
 * encrypted. What is wrong inside of its other parts fails the job.
 */
export function isRefusedAtOnce({ code, place }: Failure): boolean {
  return code !== "XML_INVALID" || directoryParts.has(place.part ?? "");
}

/** The refusal of sources that are no readable Word documents. */
export function unreadable(
  sources: readonly { readonly role: SourceRole; readonly code: Refused["code"] }[],
): ApiError {
  const details = sources.map(({ role, code }): ErrorDetail => {
    return {
      field: role,
      reason: code,
      message: `The file of ${role} cannot be read. ${upstreamErrors[code].meaning}`,
    };
  });
  return new ApiError("DOCUMENT_UNREADABLE", details[0]?.message, { details });
}

/** The date of every change: UTC, to the second. */
export function changeDate(createdAt: Date): string {
  return `${createdAt.toISOString().slice(0, 19)}Z`;
}

/** More unfinished jobs than one organization may have. */
export function tooManyJobs(most: number): ApiError {
  const message = `The organization has ${most} jobs that are not finished; wait for some of them.`;
  return new ApiError("RATE_LIMITED", message, { headers: { "retry-after": "60" } });
}

/** What a comparison counts for. */
export const comparisonCost = limits.comparisonDocuments;

function isUpstream(code: string): code is keyof typeof upstreamErrors {
  return Object.hasOwn(upstreamErrors, code);
}

function isJobError(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}
