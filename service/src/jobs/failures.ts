// What the end of a child's work means for the caller: the codes of failed jobs.

import { type JobErrorCode, jobErrors, type UpstreamCode, upstreamErrors } from "../contract/errors.ts";
import type { ChildTrouble, Refused } from "./child-protocol.ts";
import { type FailureReason, JobFailure } from "./job-queue.ts";

/** Why the child's work gave no result. */
export function failureOf(trouble: ChildTrouble): FailureReason {
  switch (trouble.kind) {
    case "failed":
      return { ...reasonOf(upstreamOf(trouble)), ...sourceOf(trouble) };
    case "killed":
      return reasonOf(trouble.reason === "time" ? "ENGINE_TIMEOUT" : "ENGINE_TOO_COMPLEX");
    case "crashed":
      return reasonOf("COMPARISON_FAILED");
  }
}

/** The failure that one code stands for: a job's own, or a finer one that is told beside it. */
export function reasonOf(code: string): FailureReason {
  if (isUpstream(code)) return { code: upstreamErrors[code].under[0], upstream: code };
  return { code, upstream: code };
}

/** Fails its job for good. */
export function jobFailure({ code, upstream, source }: FailureReason): JobFailure {
  return new JobFailure(code, upstream, source);
}

/** In a sentence. */
export function meaningOf({ code, upstream }: Pick<FailureReason, "code" | "upstream">): string {
  if (isUpstream(upstream)) return upstreamErrors[upstream].meaning;
  return jobErrors[isJobError(code) ? code : "COMPARISON_FAILED"].meaning;
}

/** Whether what was counted is given back: the reason lies with us. */
export function isOurFault(code: string): boolean {
  return isJobError(code) && jobErrors[code].ours === true;
}

/** The engine's codes are among ours; this holds the two tables together. */
function upstreamOf({ code }: Refused): UpstreamCode {
  return code;
}

/** As the wire names them. */
const sourceNames = { before: "original", after: "modified", style_template: "style_template" } as const;

function sourceOf({ source }: Refused): Pick<FailureReason, "source"> {
  return source === undefined ? {} : { source: sourceNames[source] };
}

function isUpstream(code: string): code is keyof typeof upstreamErrors {
  return Object.hasOwn(upstreamErrors, code);
}

function isJobError(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}
