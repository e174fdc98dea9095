// Rewrites a document in the markup of the carrier where both show the same (FMT-40, FMT-41, FMT-46, FMT-47).
//
// Planning then sees no difference there, and the redline has the markup of the carrier. The gate reads the document as
// it was.

import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { nameChanges } from "./bookmark-names.ts";
import { codeChanges } from "./field-codes.ts";
import { endChanges, tabChanges } from "./field-marks.ts";
import { breakChanges } from "./section-breaks.ts";

/** A document as it was before its markup was rewritten. */
export interface Unaligned {
  readonly document: WordDocument;
  /** The number of places that were rewritten. */
  readonly places: number;
}

type FindChanges = (document: WordDocument, like: WordDocument) => readonly (() => void)[];

/** Codes come after the names of bookmarks, which they contain. */
const STEPS: readonly FindChanges[] = [breakChanges, nameChanges, codeChanges, endChanges, tabChanges];

/** Rewrites a document. Returns undefined if nothing changed. Both documents must have no tracked changes. */
export function alignMarkup(document: WordDocument, like: WordDocument): Unaligned | undefined {
  const unaligned = forkDocument(document);
  let places = 0;
  for (const find of STEPS) {
    const changes = find(document, like);
    for (const change of changes) change();
    places += changes.length;
  }
  return places === 0 ? undefined : { document: unaligned, places };
}
