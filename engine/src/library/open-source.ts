// Opening one of several files: a failure to read it says which.

import { Failure } from "../failures/failure.ts";

/** A merge has a base and revisions, a history versions, counted from 0. */
export type SourceName =
  | "before"
  | "after"
  | "style_template"
  | "base"
  | `revisions[${number}]`
  | `versions[${number}]`;

export function openSource<Opened>(source: SourceName, open: () => Opened): Opened {
  try {
    return open();
  } catch (problem) {
    if (problem instanceof Failure) throw new Failure(problem.code, problem.rule, { ...problem.place, source });
    throw problem;
  }
}
