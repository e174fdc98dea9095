// Rewrites a document in the markup of the carrier where both show the same (FMT-40, FMT-41).
//
// Planning then sees no difference there, and the redline has the markup of the carrier. The gate reads the document as
// it was.

import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { nameChanges } from "./bookmark-names.ts";
import { breakChanges } from "./section-breaks.ts";

/** A document as it was before its markup was rewritten. */
export interface Unaligned {
  readonly document: WordDocument;
  /** The number of places that were rewritten. */
  readonly places: number;
}

/** Rewrites a document. Returns undefined if nothing changed. Both documents must have no tracked changes. */
export function alignMarkup(document: WordDocument, like: WordDocument): Unaligned | undefined {
  const changes = [...breakChanges(document, like), ...nameChanges(document, like)];
  if (changes.length === 0) return undefined;
  const unaligned = { document: forkDocument(document), places: changes.length };
  for (const change of changes) change();
  return unaligned;
}
