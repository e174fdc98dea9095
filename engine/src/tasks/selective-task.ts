// The comparison of a range of paragraphs with another, of two files or of one: bytes in, JSON and Markdown out.

import { compareRanges, type RangeExcess, type RangePair } from "../compare/selective/compare-ranges.ts";
import { type RangeProblem, type RangeRequest, readRange } from "../compare/selective/range.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { bulletText } from "../render/paragraph-labels.ts";
import { type SelectiveParagraph, type SelectiveSegment, selectiveMarkdown } from "../render/selective.ts";
import { openSource } from "./open-source.ts";

export interface SelectiveSide {
  readonly document: Uint8Array;
  readonly range: RangeRequest;
}

export interface SelectiveRequest {
  readonly before: SelectiveSide;
  readonly after: SelectiveSide;
  readonly codec: Codec;
}

export interface SelectiveOutcome {
  readonly kind: "compared";
  readonly counts: { readonly before: number; readonly after: number };
  readonly summary: Readonly<Record<SelectiveParagraph["status"], number>>;
  readonly paragraphs: readonly SelectiveParagraph[];
  readonly markdown: string;
}

/** A range that is not there, or too much to compare at once. */
export type SelectiveRefusal =
  | { readonly kind: "range"; readonly side: "before" | "after"; readonly problem: RangeProblem }
  | { readonly kind: "excess"; readonly limit: RangeExcess };

/** Throws a Failure when a file cannot be read. */
export function selectiveTask(request: SelectiveRequest): SelectiveOutcome | SelectiveRefusal {
  const names = wordNames();
  const read = (side: "before" | "after") => {
    const { document, range } = request[side];
    return readRange(
      openSource(side, () => openDocument(document, { codec: request.codec, names })),
      range,
    );
  };
  const before = read("before");
  if (typeof before === "string") return { kind: "range", side: "before", problem: before };
  const after = read("after");
  if (typeof after === "string") return { kind: "range", side: "after", problem: after };
  const pairs = compareRanges({ before, after });
  if (typeof pairs === "string") return { kind: "excess", limit: pairs };
  const paragraphs = pairs.map(paragraphOf);
  const summary = { unchanged: 0, modified: 0, inserted: 0, deleted: 0 };
  for (const { status } of paragraphs) summary[status] += 1;
  const counts = { before: before.length, after: after.length };
  return { kind: "compared", counts, summary, paragraphs, markdown: selectiveMarkdown(paragraphs) };
}

function paragraphOf({ before, after, segments }: RangePair): SelectiveParagraph {
  return {
    status: statusOf({ before, after }),
    ...(before === undefined ? {} : { original_id: before.id }),
    ...(after === undefined ? {} : { modified_id: after.id }),
    ...(before?.number === undefined ? {} : { original_number: bulletText(before.number) }),
    ...(after?.number === undefined ? {} : { modified_number: bulletText(after.number) }),
    content: segments.map(({ kind, text }): SelectiveSegment => (kind === "equal" ? { text } : { type: kind, text })),
  };
}

/** A paragraph whose number alone differs is unchanged. */
function statusOf({ before, after }: Pick<RangePair, "before" | "after">): SelectiveParagraph["status"] {
  if (before === undefined) return "inserted";
  if (after === undefined) return "deleted";
  return before.text === after.text ? "unchanged" : "modified";
}
