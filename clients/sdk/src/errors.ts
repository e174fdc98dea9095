// Defines the errors of the client, which a program can distinguish by their codes.

import type { ErrorDetail, ErrorResponse, FailedJobError } from "./description.ts";

/** The codes with which the service refuses a request. */
export type RefusalCode = ErrorResponse["error"]["code"];

/** The error for a request that the service refused. */
export class VersusRefusal extends Error {
  override readonly name = "VersusRefusal";
  readonly status: number;
  readonly code: RefusalCode;
  /** Identifies the request in questions to support. */
  readonly requestId: string;
  /** One entry per problem, with the field or edit that has it. */
  readonly details: readonly ErrorDetail[];

  constructor(status: number, { error }: ErrorResponse) {
    super(`${error.code}: ${error.message}`);
    this.status = status;
    this.code = error.code;
    this.requestId = error.request_id;
    this.details = error.details ?? [];
  }
}

/** The codes with which a job fails. */
export type FailureCode = FailedJobError["code"];

/** The fields of a failed job. */
export interface FailedJob {
  readonly error?: { readonly code: FailureCode; readonly message?: string; readonly upstream_code?: string };
}

/** The error for a request that was accepted and whose job failed. */
export class VersusJobFailed extends Error {
  override readonly name = "VersusJobFailed";
  readonly code: FailureCode;
  /** The more specific code; equal to `code` if there is no other. */
  readonly upstreamCode: string;
  readonly job: FailedJob;

  constructor(id: string, job: FailedJob) {
    const { code = "COMPARISON_FAILED", message = "It failed.", upstream_code = code } = job.error ?? {};
    super(`${id} failed with ${code}: ${message}`);
    this.code = code;
    this.upstreamCode = upstream_code;
    this.job = job;
  }
}

/** The error for a call without an answer of the service, after all repetitions. */
export class VersusUnreachable extends Error {
  override readonly name = "VersusUnreachable";
}
