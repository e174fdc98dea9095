// Checks that every view of a redline that a user may ask for shows the right document (the gate).
//
// Compare checks the views with all changes accepted and all rejected. A merge checks all rejected, and for each
// revised copy the view that shows it.

import type { View } from "../../document/text/views.ts";
import { NO_PRINT } from "../content/fingerprints.ts";
import type { Source } from "../content/source.ts";
import { KnownLines } from "./known-lines.ts";
import type { Line } from "./line.ts";
import { readLines } from "./read-lines.ts";
import { isSameLook } from "./read-looks.ts";
import { SameReferences } from "./references.ts";

/** A view of a redline, and the document that the view must show. */
export interface WantedView {
  readonly view: View;
  readonly shows: Source;
  /** The same document before its markup was rewritten for planning. Default: `shows`. */
  readonly reads?: Source | undefined;
}

/** The first line at which a view of the redline differs from its document. */
export interface Mismatch extends WantedView {
  /**
   * The line of the document. If the view has more lines: undefined in the body, and the last line of the document's
   * note, header or footer in one of these.
   */
  readonly expected: Line | undefined;
  readonly found: Line | undefined;
}

/** Two lists of lines that are being compared. */
interface Compared {
  readonly found: readonly Line[];
  readonly expected: readonly Line[];
  /** Index of the next expected line. */
  at: number;
  /** Number of found lines minus number of expected lines so far. Not 0 after a section break in another form (FMT-40). */
  ahead: number;
}

/** Reads the documents once, and checks any number of redlines of them. */
export class Gate {
  readonly #wanted: readonly (WantedView & { readonly lines: readonly Line[] })[];
  readonly #carrier: Source;

  /**
   * If the options ignore case, white space or signs, these may differ in the views of all documents except the
   * carrier.
   */
  constructor(wanted: readonly WantedView[], carrier: Source) {
    this.#wanted = wanted.map((one) => ({ ...one, lines: readLines(one.reads ?? one.shows, "accepted") }));
    this.#carrier = carrier;
  }

  /** Returns the first mismatch of any view, or undefined if every view shows its document. */
  check(redline: Source): Mismatch | undefined {
    const [first] = this.mismatches(redline, () => false);
    return first;
  }

  /**
   * Yields the first mismatch of each view that does not show its document, in the order of the views. A mismatch in
   * formatting alone is skipped if `isExcused` accepts it.
   */
  *mismatches(redline: Source, isExcused: (mismatch: Mismatch) => boolean): Generator<Mismatch> {
    const known = this.#wanted.length > 2 ? new KnownLines() : undefined;
    for (const wanted of this.#wanted) {
      const mismatch = this.#firstDifference(readLines(redline, wanted.view, known), wanted, { redline, isExcused });
      if (mismatch !== undefined) yield mismatch;
    }
  }

  #firstDifference(
    found: readonly Line[],
    { view, shows, reads, lines: expected }: WantedView & { readonly lines: readonly Line[] },
    { redline, isExcused }: { readonly redline: Source; readonly isExcused: (mismatch: Mismatch) => boolean },
  ): Mismatch | undefined {
    const references = new SameReferences({ source: redline, view }, { source: reads ?? shows, view: "accepted" });
    const open: Compared[] = [{ found, expected, at: 0, ahead: 0 }];
    const seen = new Map<readonly Line[], Set<readonly Line[]>>();
    for (let pair = open.at(-1); pair !== undefined; pair = open.at(-1)) {
      this.#passBreak(pair);
      const { at } = pair;
      pair.at += 1;
      const line = pair.found[at + pair.ahead];
      const wanted = pair.expected[at];
      if (line === undefined && wanted === undefined) {
        open.pop();
        continue;
      }
      if (line !== undefined && line.print !== NO_PRINT && line.print === wanted?.print) continue;
      const isSame =
        line?.text === wanted?.text ||
        references.areSame(line?.text, wanted?.text) ||
        (shows !== this.#carrier && this.#isFolded(line, wanted));
      const { formats } = this.#carrier;
      const isUnseen = formats.areVisible && line?.isUnseen === true && wanted?.isUnseen === true;
      const isWhole = isSame && (isUnseen || isSameLook(line!.looks, wanted!.looks, formats));
      // If a note or header has more lines than it should, report its last expected line, because the body continues.
      const place = wanted ?? (open.length > 1 ? pair.expected.at(-1) : undefined);
      const mismatch = { view, shows, reads, found: line, expected: place };
      if (!isWhole && !(isSame && isExcused(mismatch))) return mismatch;
      // Later views take the same line object from `KnownLines`, and most of their documents have this paragraph with
      // the same bytes.
      if (isWhole && view === "rejected") line!.print = wanted!.print;
      const [content, wantedContent] = [line?.content, wanted?.content];
      if (content === undefined || wantedContent === undefined) continue;
      const others = seen.get(content) ?? new Set();
      if (!others.has(wantedContent)) open.push({ found: content, expected: wantedContent, at: 0, ahead: 0 });
      seen.set(content, others.add(wantedContent));
    }
    return undefined;
  }

  /** Passes the empty paragraph of a section break that only one side has in a paragraph of its own (FMT-40). */
  #passBreak(pair: Compared): void {
    if (!this.#carrier.formats.areVisible) return;
    const [line, wanted] = [pair.found[pair.at + pair.ahead]?.pageBreak, pair.expected[pair.at]?.pageBreak];
    if (line === "paragraph" && wanted === "section") pair.ahead += 1;
    if (line !== "section" || wanted !== "paragraph") return;
    pair.at += 1;
    pair.ahead -= 1;
  }

  /** True if two lines are equal except for case, white space and signs that the options ignore. */
  #isFolded(line: Line | undefined, wanted: Line | undefined): boolean {
    const { lexicon } = this.#carrier;
    if (line === undefined || wanted === undefined || !lexicon.isFolding) return false;
    return lexicon.foldParagraph(line.text) === lexicon.foldParagraph(wanted.text);
  }
}
