// The rules of comparisons that need no database: what a source may be, and what a read answers.

import type { FormRules, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { documentExtensions } from "../files/rules.ts";
import { waitRule } from "../jobs/await-read.ts";
import { meaningOf, reasonOf } from "../jobs/failures.ts";
import type { FailureReason } from "../jobs/job-queue.ts";
import type { ArtifactStatus, FailedJobError, JobStatus } from "../storage/schema.ts";
import { optionRules } from "./compare-options.ts";

/** The two sources, as the wire names them. */
export const sourceRoles = ["original", "modified"] as const;

export type SourceRole = (typeof sourceRoles)[number];

/** The field that names a file as the source. */
export function fileField(role: SourceRole): `${SourceRole}_file_id` {
  return `${role}_file_id`;
}

function fileIdRule(description: string): TextRule {
  // More is no id.
  return { description, least: 0, most: 1, mostBytes: 100, example: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293" };
}

export function comparisonForm(formats: readonly string[]): FormRules {
  const extensions = documentExtensions;
  return {
    files: {
      original: {
        description: "The earlier (base) document. Use this or `original_file_id`.",
        least: 0,
        most: 1,
        extensions,
      },
      modified: {
        description: "The later (revised) document. Use this or `modified_file_id`.",
        least: 0,
        most: 1,
        extensions,
      },
    },
    // Each source comes in one way.
    choices: sourceRoles.map((role) => [role, fileField(role)]),
    texts: {
      original_file_id: fileIdRule("The file_id of the earlier (base) document. Use this or `original`."),
      modified_file_id: fileIdRule("The file_id of the later (revised) document. Use this or `modified`."),
      author: {
        description:
          "The author of every tracked change. Control characters are removed, and the name is cut at 100 characters. Default: the address of the service account, a dash and the name of the modified file.",
        least: 0,
        most: 1,
        // It is cut, not refused; this is what nobody means.
        mostBytes: 64 * 1024,
        example: "Counsel for the Buyer",
      },
      ...optionRules,
      formats: {
        description: `Formats to make at once, as in \`format\` of the read: ${formats.join(", ")}. Others are made when a read asks for them.`,
        least: 0,
        most: formats.length,
        mostBytes: 200,
        example: "docx,pdf",
      },
      reference: referenceRule,
      wait: waitRule,
    },
  };
}

export interface ArtifactState {
  readonly format: string;
  readonly status: ArtifactStatus;
  readonly error_code: string | null;
}

interface ComparisonState {
  readonly status: JobStatus;
  readonly error: FailedJobError | null;
}

/** What a read says of the formats that it asks for. */
export interface Readiness<Format extends string> {
  readonly status: JobStatus;
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

const unknownFailure = reasonOf("COMPARISON_FAILED");

/** A failure as the caller sees it. */
export function failedJobError(reason: FailureReason): FailedJobError {
  const { code, upstream, source } = reason;
  return { code, upstream_code: upstream, message: meaningOf(reason), ...(source === undefined ? {} : { source }) };
}

/** What a comparison counts for. */
export const comparisonCost = limits.comparisonDocuments;
