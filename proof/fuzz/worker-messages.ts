// What a thread that runs cases and its parent say to each other.

import type { CaseFailure } from "./run-case.ts";

/** What a thread is told when it starts. */
export interface WorkerSettings {
  /** The address of the module that knows the targets. */
  readonly targets: string;
  readonly target: string;
  readonly seed: number;
  /** Two numbers: the case that is being run, and a count that goes up with each check. */
  readonly heartbeat: Int32Array;
  /** Failures of one property beyond this many are not shrunk: one is as good as ten. */
  readonly mostShrunk: number;
}

/** Cases from `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What a thread says: a failure as it is met, once more when it is shrunk, and the end of a range. */
export type WorkerMessage =
  | { readonly kind: "failed"; readonly failure: CaseFailure }
  | { readonly kind: "done"; readonly counts: ReadonlyMap<string, number> };

export const CURRENT_CASE = 0;
export const BEATS = 1;
