// Defines the messages between a thread that runs cases and its parent.

import type { CaseFailure } from "./run-case.ts";

/** The settings that a thread receives when it starts. */
export interface WorkerSettings {
  /** URL of the module that finds the target. */
  readonly targets: string;
  readonly target: string;
  readonly seed: number;
  /** Two numbers: the current case, and a count that rises with each case and each attempt to shrink one. */
  readonly heartbeat: Int32Array;
  /** Maximum number of failures of one property that the thread shrinks; more would show nothing new. */
  readonly mostShrunk: number;
}

/** Cases from `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A message of a thread: a failure when it is found and again when it is shrunk, or the end of a range. */
export type WorkerMessage =
  | { readonly kind: "failed"; readonly failure: CaseFailure }
  | { readonly kind: "done"; readonly counts: ReadonlyMap<string, number> };

export const CURRENT_CASE = 0;
export const BEATS = 1;
