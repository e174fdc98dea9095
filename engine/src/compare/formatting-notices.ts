// Makes the notices of formatting that a redline does not track (FMT-12, FMT-13).

import type { Notice } from "../failures/failure.ts";
import type { Source } from "../redline/content/source.ts";
import { changedStyleLooks, type StyleChange } from "./style-changes.ts";

/** The styles that look different in a document, and the notices about its formatting. */
export interface VisibleFacts {
  /** Undefined except in mode `visible`. */
  readonly styleChanges?: readonly StyleChange[];
  readonly notices: readonly Notice[];
}

/**
 * Call it after the redline was written. `carrier` is one of the two sides. `aligned` is the number of places that were
 * rewritten in the form of the carrier before planning.
 */
export function visibleFacts(
  { before, after }: { readonly before: Source; readonly after: Source },
  carrier: Source,
  aligned = 0,
): VisibleFacts {
  const { formats } = carrier;
  if (!formats.areVisible) return { notices: [] };
  const styleChanges = changedStyleLooks(before.document, after.document);
  const other = carrier === before ? after : before;
  const counts = [
    ["FORMATTING_CARRIED", formats.carriedFrom(other.document) + aligned],
    ["STYLE_LOOKS_CHANGED", styleChanges.length],
  ] as const;
  return { styleChanges, notices: counts.flatMap(([code, count]) => (count === 0 ? [] : [{ code, count }])) };
}
