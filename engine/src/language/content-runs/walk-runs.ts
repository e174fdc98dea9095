// Yields all runs of some content with their JSON paths, including those in notes and links.

import type { Content, ContentRun } from "./content-run.ts";

export interface FoundRun {
  readonly run: ContentRun;
  /** JSON path. */
  readonly field: string;
}

/** Yields the runs in document order, a run before the runs inside it. */
export function* walkRuns(content: Content, field: string): Generator<FoundRun> {
  if (typeof content === "string") return;
  for (const [index, run] of content.entries()) {
    const own = `${field}[${index}]`;
    yield { run, field: own };
    if ("content" in run && run.content !== undefined) yield* walkRuns(run.content, `${own}.content`);
    if ("new_paragraphs" in run) {
      for (const [at, paragraph] of (run.new_paragraphs ?? []).entries()) {
        yield* walkRuns(paragraph.content, `${own}.new_paragraphs[${at}].content`);
      }
    }
  }
}
