// What can go wrong, as errors that a program can tell apart by code.

import type { ErrorDetail, ErrorResponse, FailedJobError } from "./description.ts";

/** The codes with which the service refuses a request. */
export type RefusalCode = ErrorResponse["error"]["code"];

/** The service refused the request. */
export class VersusRefusal extends Error {
  override readonly name = "VersusRefusal";
  readonly status: number;
  readonly code: RefusalCode;
  /** For questions about this request. */
  readonly requestId: string;
  /** One for each problem, with the field or edit that has it. */
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

/** A job as it was read when it had failed. */
export interface FailedJob {
  readonly error?: { readonly code: FailureCode; readonly message?: string; readonly upstream_code?: string };
}

/** The request was taken, and its job failed. */
export class VersusJobFailed extends Error {
  override readonly name = "VersusJobFailed";
  readonly code: FailureCode;
  /** The finer code; that of the job where nothing finer is known. */
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

/** No answer of the service was heard, though it was tried again. */
export class VersusUnreachable extends Error {
  override readonly name = "VersusUnreachable";
}
