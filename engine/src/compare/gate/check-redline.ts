// The gate: a redline leaves only if accepting leads to the after document and rejecting to the before document.

import type { Side } from "../content/side.ts";
import { type KnownLines, type Line, plainLines, readLines } from "./read-lines.ts";

/** A place where a view of the redline is not the document it should be. */
export interface Mismatch {
  readonly view: "accepted" | "rejected";
  /** What should be there; undefined when there should be nothing more. */
  readonly expected: Line | undefined;
  readonly found: Line | undefined;
}

/** Reads the two documents once, and any number of redlines of them. */
export class Gate {
  readonly #before: readonly Line[];
  readonly #after: readonly Line[];
  /** What the redline, a changed copy of the after document, need not be read for again. */
  readonly #known: KnownLines;

  constructor({ before, after }: { readonly before: Side; readonly after: Side }) {
    this.#before = readLines(before, "accepted");
    this.#after = readLines(after, "accepted");
    this.#known = plainLines(this.#after);
  }

  /** The first place where a redline does not lead to one of the documents; undefined when it leads to both. */
  check(redline: Side): Mismatch | undefined {
    return (
      firstMismatch("accepted", readLines(redline, "accepted", this.#known), this.#after) ??
      firstMismatch("rejected", readLines(redline, "rejected", this.#known), this.#before)
    );
  }
}

function firstMismatch(
  view: Mismatch["view"],
  found: readonly Line[],
  expected: readonly Line[],
): Mismatch | undefined {
  const most = Math.max(found.length, expected.length);
  for (let at = 0; at < most; at += 1) {
    if (found[at]?.text !== expected[at]?.text) return { view, found: found[at], expected: expected[at] };
  }
  return undefined;
}
