// Opening one of several files: a failure to read it says which.

import { Failure } from "../failures/failure.ts";

export function openSource<Opened>(source: "before" | "after" | "style_template", open: () => Opened): Opened {
  try {
    return open();
  } catch (problem) {
    if (problem instanceof Failure) throw new Failure(problem.code, problem.rule, { ...problem.place, source });
    throw problem;
  }
}
