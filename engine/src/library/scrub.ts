// Lists what a document tells beside its text, and takes it out of a copy.

import { forkDocument } from "../document/open-document.ts";
import { type Inspection, inspectDocument } from "../scrub/inspect-document.ts";
import { type ScrubOptions, scrubDocument } from "../scrub/scrub-document.ts";
import type { Document } from "./documents.ts";

/** Comments, tracked changes, names of authors, hidden text, properties of the file and ids of editing sessions. */
export function inspect(document: Document): Inspection {
  return inspectDocument(document);
}

/** The document without the kinds that `remove` names. */
export function scrub(document: Document, options: ScrubOptions): Document {
  const copy = forkDocument(document);
  scrubDocument(copy, options);
  return copy;
}
