// Lists the checks of a merge by their names in a report.

export const mergeChecks = [
  "rejected it is the base",
  "rejected it looks like the base",
  "accepted for one revision it is that revision",
  "accepted for one revision it looks like that revision",
  "read for one revision it is that revision",
  "every conflict has its marks",
  "identical copies make no conflict",
  "disjoint edits make no conflict",
  "disjoint edits are all made",
  "another order makes the same changes",
  "no new kind of validation error",
  "no new lint finding",
  "the JSON rebuilds all",
  "the Markdown rebuilds all",
  "no reference leads nowhere once it is rejected",
  "no block is replaced as a whole",
  "with visible formatting the texts are restored",
  "with visible formatting no more blocks are replaced",
  "with visible formatting the looks are restored",
] as const;
export type MergeCheck = (typeof mergeChecks)[number];

/** The problem that a check found. `lines` are the differing lines for verbose reports. */
export interface MergeProblem {
  readonly check: MergeCheck;
  readonly problem: string;
  readonly lines: readonly string[];
}
