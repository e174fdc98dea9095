// Translates the end of a child's work into the codes of failed jobs.

import type { SourceName } from "@versus/engine/tasks";
import { type JobErrorCode, jobErrors, type UpstreamCode, upstreamErrors } from "../contract/errors.ts";
import type { Crashed, Killed, Refused } from "./child-protocol.ts";
import { type FailureReason, JobFailure } from "./job-queue.ts";

/**
 * Returns the failure for a document that cannot be used or a result that may not be served. A result that would be too
 * large (DOCUMENT_TOO_COMPLEX) gets `faultCode`, the code of the job's kind.
 */
export function documentFailure(refused: Refused, faultCode: JobErrorCode = "COMPARISON_FAILED"): JobFailure {
  const { code: told, upstream } = reasonOf(upstreamOf(refused));
  const code = refused.code === "DOCUMENT_TOO_COMPLEX" ? faultCode : told;
  const { source } = refused;
  return new JobFailure(code, upstream, source === undefined ? undefined : sourceName(source));
}

/** Returns the name of a source in the API. */
export function sourceName(source: SourceName): string {
  return Object.hasOwn(sourceNames, source) ? sourceNames[source as keyof typeof sourceNames] : source;
}

/** Maps the engine's names of sources to those of the API, where they differ. */
const sourceNames = { before: "original", after: "modified", base: "original" } as const;

/** Returns the failure for a child that crashed or was killed: a fault of ours, with the code of the job's kind. */
export function childFault(trouble: Crashed | Killed, faultCode: JobErrorCode): JobFailure {
  if (trouble.kind === "crashed") return new JobFailure(faultCode);
  return new JobFailure(faultCode, trouble.reason === "time" ? "ENGINE_TIMEOUT" : "ENGINE_TOO_COMPLEX");
}

/** Returns the reason for a code: a job's own code, or a finer upstream code with the job code that it belongs to. */
export function reasonOf(code: string): FailureReason {
  if (isUpstream(code)) return { code: upstreamErrors[code].under[0], upstream: code };
  return { code, upstream: code };
}

/** Returns the reason as a sentence. */
export function meaningOf({ code, upstream }: Pick<FailureReason, "code" | "upstream">): string {
  const known = isJobError(code) ? code : "COMPARISON_FAILED";
  const meaning = isUpstream(upstream) ? upstreamErrors[upstream].meaning : jobErrors[known].meaning;
  return isOurFault(known) ? toldAsOurs(meaning) : meaning;
}

/** Adds to the sentence that the fault is ours and that nothing was counted. */
export function toldAsOurs(meaning: string): string {
  return meaning.replace(/\.$/, "; this is our fault, and nothing was counted.");
}

/**
 * True if the fault is ours, so that the counted documents are given back. `code` must have ended the job, not only its
 * owner.
 */
export function isOurFault(code: string): boolean {
  return isJobError(code) && jobErrors[code].ours !== false;
}

/** Makes the compiler check that every code of the engine is an upstream code of ours. */
function upstreamOf({ code }: Refused): UpstreamCode {
  return code;
}

function isUpstream(code: string): code is keyof typeof upstreamErrors {
  return Object.hasOwn(upstreamErrors, code);
}

function isJobError(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}
