// The gate: a redline leaves only if accepting leads to the after document and rejecting to the before document.

import { NO_PRINT } from "../content/fingerprints.ts";
import type { Lexicon } from "../content/lexicon.ts";
import type { Role, Source } from "../content/source.ts";
import type { Formats } from "../formatting/formats.ts";
import { type Line, readLines } from "./read-lines.ts";
import { isSameLook } from "./read-looks.ts";

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
  readonly #formats: Formats;
  readonly #lexicon: Lexicon;
  readonly #folded: Mismatch["view"];

  /** What is not to count may differ in the view of the side that does not carry the redline. */
  constructor({ before, after }: Readonly<Record<Role, Source>>, carries: Role) {
    this.#folded = carries === "after" ? "rejected" : "accepted";
    this.#before = readLines(before, "accepted");
    this.#after = readLines(after, "accepted");
    this.#formats = after.formats;
    this.#lexicon = after.lexicon;
  }

  /** The first place where a redline does not lead to one of the documents; undefined when it leads to both. */
  check(redline: Source): Mismatch | undefined {
    return this.#checkView(redline, "accepted", this.#after) ?? this.#checkView(redline, "rejected", this.#before);
  }

  #checkView(redline: Source, view: Mismatch["view"], expected: readonly Line[]): Mismatch | undefined {
    const found = readLines(redline, view);
    const most = Math.max(found.length, expected.length);
    for (let at = 0; at < most; at += 1) {
      const line = found[at];
      const wanted = expected[at];
      if (line !== undefined && line.print !== NO_PRINT && line.print === wanted?.print) continue;
      const isSame = line?.text === wanted?.text || (view === this.#folded && this.#isFolded(line, wanted));
      if (!isSame || !isSameLook(line!.looks, wanted!.looks, this.#formats))
        return { view, found: line, expected: wanted };
    }
    return undefined;
  }

  /** Whether two lines say the same but for what is not to count. */
  #isFolded(line: Line | undefined, wanted: Line | undefined): boolean {
    if (line === undefined || wanted === undefined || !this.#lexicon.isFolding) return false;
    return this.#lexicon.foldParagraph(line.text) === this.#lexicon.foldParagraph(wanted.text);
  }
}
