// Makes old values explicit, or compares by its markup what a redline cannot restore by its looks (FMT-23b, FMT-24).
//
// Looks depend on more than the markup of their element: on styles, on the table and on neighbours. So a view may differ
// although the right properties are tracked. Markup depends on nothing else.

import { Failure } from "../../failures/failure.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { Source } from "../content/source.ts";
import type { ExplicitFields } from "../formatting/explicit-properties.ts";
import type { FormattingMode } from "../formatting/formats.ts";
import type { Gate, Mismatch } from "./check-redline.ts";

/**
 * From now on, writes explicit values for paragraphs and cells whose looks a view does not restore. If that was tried or
 * is not possible, compares the paragraph, table or section by markup. Returns true if one is new. Then the caller
 * writes the redline again and checks it by a new gate.
 */
export function restoreLooks(
  gate: Gate,
  redline: Source,
  isExcused: (mismatch: Mismatch) => boolean = () => false,
): boolean {
  if (!redline.formats.areVisible) return false;
  let isNew = false;
  const reads = (mismatch: Mismatch): boolean => {
    const { shows, reads: asRead, expected } = mismatch;
    const isWrong = expected !== undefined && expected.node !== NONE && !isExcused(mismatch);
    if (isWrong && shows.reader.makeExplicit(expected, differentValues(mismatch, redline))) {
      isNew = true;
      return true;
    }
    if (isWrong && shows.readAsMarkup(expected)) isNew = true;
    if (isWrong) asRead?.readAsMarkup(expected);
    return true;
  };
  // Only differences of formatting are excused, so each view is read up to its first other difference.
  for (const _ of gate.mismatches(redline, reads));
  return isNew;
}

/** Returns the values of the document in the fields in which a view shows a line differently. */
function differentValues({ found, expected }: Mismatch, { formats }: Source): ExplicitFields {
  const [one, other] = [expected?.looks.own[0], found?.looks.own[0]];
  return one === undefined || other === undefined ? new Map() : formats.differentValues(one, other);
}

/** Makes a redline, with all formatting compared by markup if no redline restores the looks. */
export function withFallback<Result>(formatting: FormattingMode, make: (formatting: FormattingMode) => Result): Result {
  try {
    return make(formatting);
  } catch (problem) {
    const isFallback = formatting === "visible" && problem instanceof Failure;
    if (!isFallback || problem.code !== "OUTPUT_NOT_REVERSIBLE") throw problem;
    return make("all");
  }
}
