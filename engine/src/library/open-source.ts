// Opens one of several files and adds its name to a failure.

import { Failure } from "../failures/failure.ts";

/**
 * Names a source document of a task. `base` and `revisions` belong to merges, `versions` to histories. Indexes begin at
 * 0.
 */
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
