// Compares a range of paragraphs with another one, of one or two documents, as text.

import { compareRanges, type RangeExcess, type RangePair } from "../compare/selective/compare-ranges.ts";
import { type RangeProblem, type RangeRequest, readRange } from "../compare/selective/range.ts";
import { bulletText } from "../document/lists/headings.ts";
import { type SelectiveParagraph, type SelectiveSegment, selectiveMarkdown } from "../render/selective.ts";
import type { Document } from "./documents.ts";

export interface TextSide {
  readonly document: Document;
  readonly range: RangeRequest;
}

export interface ComparedText {
  readonly kind: "compared";
  readonly counts: { readonly before: number; readonly after: number };
  readonly summary: Readonly<Record<SelectiveParagraph["status"], number>>;
  readonly paragraphs: readonly SelectiveParagraph[];
  readonly markdown: string;
}

/** A range that does not exist, or that exceeds a limit of one comparison. */
export type TextRefusal =
  | { readonly kind: "range"; readonly side: "before" | "after"; readonly problem: RangeProblem }
  | { readonly kind: "excess"; readonly limit: RangeExcess };

/**
 * Compares two ranges of paragraphs as text, without a redline. Returns a refusal if a range cannot be read or is too large.
 */
export function compareText(sides: Readonly<Record<"before" | "after", TextSide>>): ComparedText | TextRefusal {
  const before = readRange(sides.before.document, sides.before.range);
  if (typeof before === "string") return { kind: "range", side: "before", problem: before };
  const after = readRange(sides.after.document, sides.after.range);
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

/** Returns the status of a pair. A paragraph is unchanged if only its number differs. */
function statusOf({ before, after }: Pick<RangePair, "before" | "after">): SelectiveParagraph["status"] {
  if (before === undefined) return "inserted";
  if (after === undefined) return "deleted";
  return before.text === after.text ? "unchanged" : "modified";
}
