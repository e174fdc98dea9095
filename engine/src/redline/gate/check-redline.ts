// The gate: a redline leaves only if every view of it that somebody may ask for shows the document that it should.
//
// Compare asks for all changes accepted and all rejected. A merge asks for one reviewer's changes accepted as well.

import type { View } from "../../document/text/views.ts";
import { NO_PRINT } from "../content/fingerprints.ts";
import type { Source } from "../content/source.ts";
import { KnownLines } from "./known-lines.ts";
import type { Line } from "./line.ts";
import { readLines } from "./read-lines.ts";
import { isSameLook } from "./read-looks.ts";

/** A view of a redline, and the document that it shows. */
export interface WantedView {
  readonly view: View;
  readonly shows: Source;
}

/** A place where a view of the redline is not the document it should be. */
export interface Mismatch extends WantedView {
  /** The line that should be there; undefined when there should be no more. */
  readonly expected: Line | undefined;
  readonly found: Line | undefined;
}

/** Reads the documents once, and any number of redlines of them. */
export class Gate {
  readonly #wanted: readonly (WantedView & { readonly lines: readonly Line[] })[];
  readonly #carrier: Source;

  /** Case, white space and signs that are not to count may differ in the view of a document that does not carry the redline. */
  constructor(wanted: readonly WantedView[], carrier: Source) {
    this.#wanted = wanted.map((one) => ({ ...one, lines: readLines(one.shows, "accepted") }));
    this.#carrier = carrier;
  }

  /** The first place where a view of a redline does not show its document; undefined when all do. */
  check(redline: Source): Mismatch | undefined {
    const [first] = this.mismatches(redline, () => false);
    return first;
  }

  /**
   * Of each view that does not show its document the first place where it does not, in the order of the views. Formatting
   * alone may differ where `isExcused` says so.
   */
  *mismatches(redline: Source, isExcused: (mismatch: Mismatch) => boolean): Generator<Mismatch> {
    const known = this.#wanted.length > 2 ? new KnownLines() : undefined;
    for (const wanted of this.#wanted) {
      const mismatch = this.#firstDifference(readLines(redline, wanted.view, known), wanted, isExcused);
      if (mismatch !== undefined) yield mismatch;
    }
  }

  #firstDifference(
    found: readonly Line[],
    { view, shows, lines: expected }: WantedView & { readonly lines: readonly Line[] },
    isExcused: (mismatch: Mismatch) => boolean,
  ): Mismatch | undefined {
    const most = Math.max(found.length, expected.length);
    for (let at = 0; at < most; at += 1) {
      const line = found[at];
      const wanted = expected[at];
      if (line !== undefined && line.print !== NO_PRINT && line.print === wanted?.print) continue;
      const isSame = line?.text === wanted?.text || (shows !== this.#carrier && this.#isFolded(line, wanted));
      const isWhole = isSame && isSameLook(line!.looks, wanted!.looks, this.#carrier.formats);
      const mismatch = { view, shows, found: line, expected: wanted };
      if (!isWhole && !(isSame && isExcused(mismatch))) return mismatch;
      // Other views take the line again, and most of their documents have the paragraph as this one has it.
      if (isWhole && view === "rejected") line!.print = wanted!.print;
    }
    return undefined;
  }

  /** True if two lines say the same but for case, white space and signs that are not to count. */
  #isFolded(line: Line | undefined, wanted: Line | undefined): boolean {
    const { lexicon } = this.#carrier;
    if (line === undefined || wanted === undefined || !lexicon.isFolding) return false;
    return lexicon.foldParagraph(line.text) === lexicon.foldParagraph(wanted.text);
  }
}
