// The gate: a redline leaves only if accepting leads to the after document and rejecting to the before document.

import type { Side } from "../content/side.ts";
import { type Line, readLines } from "./read-lines.ts";

/** A place where a view of the redline is not the document it should be. */
export interface Mismatch {
  readonly view: "accepted" | "rejected";
  /** What should be there; undefined when there should be nothing more. */
  readonly expected: Line | undefined;
  readonly found: Line | undefined;
}

export function checkRedline(redline: Side, sides: { readonly before: Side; readonly after: Side }): Mismatch | undefined {
  return (
    firstMismatch("accepted", readLines(redline, "accepted"), readLines(sides.after, "accepted")) ??
    firstMismatch("rejected", readLines(redline, "rejected"), readLines(sides.before, "accepted"))
  );
}

function firstMismatch(view: Mismatch["view"], found: readonly Line[], expected: readonly Line[]): Mismatch | undefined {
  const most = Math.max(found.length, expected.length);
  for (let at = 0; at < most; at += 1) {
    if (found[at]?.text !== expected[at]?.text) return { view, found: found[at], expected: expected[at] };
  }
  return undefined;
}
