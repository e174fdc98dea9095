// Compares a range of paragraphs with another, of two files or of one, as JSON and Markdown.

import type { RangeRequest } from "../compare/selective/range.ts";
import { type ComparedText, compareText, type TextRefusal } from "../library/compare-text.ts";
import { open } from "../library/documents.ts";
import { openSource } from "../library/open-source.ts";
import type { Codec } from "../ooxml/zip/archive.ts";

export interface SelectiveSide {
  readonly document: Uint8Array;
  readonly range: RangeRequest;
}

export interface SelectiveRequest {
  readonly before: SelectiveSide;
  readonly after: SelectiveSide;
  readonly codec: Codec;
}

export type SelectiveOutcome = ComparedText;
export type SelectiveRefusal = TextRefusal;

/** Compares the ranges. Throws a Failure if a file cannot be read. */
export function selectiveTask(request: SelectiveRequest): SelectiveOutcome | SelectiveRefusal {
  const read = (side: "before" | "after") => {
    const { document, range } = request[side];
    return { document: openSource(side, () => open(document, request.codec)), range };
  };
  return compareText({ before: read("before"), after: read("after") });
}
