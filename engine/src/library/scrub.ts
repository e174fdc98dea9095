// Lists the hidden data of a document and removes it from a copy.

import { forkDocument } from "../document/open-document.ts";
import { type Inspection, inspectDocument } from "../scrub/inspect-document.ts";
import { type ScrubOptions, scrubDocument } from "../scrub/scrub-document.ts";
import type { Document } from "./documents.ts";

/**
 * Returns the comments, tracked changes, author names, hidden text and file properties. Also counts the ids of editing
 * sessions, and the parts that are not searched.
 */
export function inspect(document: Document): Inspection {
  return inspectDocument(document);
}

/** Returns a copy without the kinds of data that `remove` names. */
export function scrub(document: Document, options: ScrubOptions): Document {
  const copy = forkDocument(document);
  scrubDocument(copy, options);
  return copy;
}
