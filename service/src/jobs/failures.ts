// What the end of a child's work means for the caller: the codes of failed jobs.

import type { SourceName } from "@versus/engine/tasks";
import { type JobErrorCode, jobErrors, type UpstreamCode, upstreamErrors } from "../contract/errors.ts";
import type { Crashed, Killed, Refused } from "./child-protocol.ts";
import { type FailureReason, JobFailure } from "./job-queue.ts";

/** A document that cannot be used, or a result that may not be served, fails the job. */
export function documentFailure(refused: Refused): JobFailure {
  const { code, upstream } = reasonOf(upstreamOf(refused));
  const { source } = refused;
  return new JobFailure(code, upstream, source === undefined ? undefined : sourceName(source));
}

/** A source as the wire names it. */
export function sourceName(source: SourceName): string {
  return Object.hasOwn(sourceNames, source) ? sourceNames[source as keyof typeof sourceNames] : source;
}

/** Those that the engine calls differently. */
const sourceNames = { before: "original", after: "modified", base: "original" } as const;

/** A child that crashed or was killed is a fault of ours, with the code of the job's kind. */
export function childFault(trouble: Crashed | Killed, faultCode: JobErrorCode): JobFailure {
  if (trouble.kind === "crashed") return new JobFailure(faultCode);
  return new JobFailure(faultCode, trouble.reason === "time" ? "ENGINE_TIMEOUT" : "ENGINE_TOO_COMPLEX");
}

/** The failure that one code stands for: a job's own, or a finer one that is told beside it. */
export function reasonOf(code: string): FailureReason {
  if (isUpstream(code)) return { code: upstreamErrors[code].under[0], upstream: code };
  return { code, upstream: code };
}

/** In a sentence. */
export function meaningOf({ code, upstream }: Pick<FailureReason, "code" | "upstream">): string {
  const known = isJobError(code) ? code : "COMPARISON_FAILED";
  const meaning = isUpstream(upstream) ? upstreamErrors[upstream].meaning : jobErrors[known].meaning;
  return isOurFault(known) ? toldAsOurs(meaning) : meaning;
}

/** The sentence, with what is said of whatever fails through a fault of ours. */
export function toldAsOurs(meaning: string): string {
  return meaning.replace(/\.$/, "; this is our fault, and nothing was counted.");
}

/** True if the fault is ours, so that we give back what was counted: `code` ended the job, not its owner alone. */
export function isOurFault(code: string): boolean {
  return isJobError(code) && jobErrors[code].ours !== false;
}

/** The engine's codes are among ours; this holds the two tables together. */
function upstreamOf({ code }: Refused): UpstreamCode {
  return code;
}

function isUpstream(code: string): code is keyof typeof upstreamErrors {
  return Object.hasOwn(upstreamErrors, code);
}

function isJobError(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}
