// Prepares documents for reading: afterwards their markup says what Word shows with all tracked changes accepted.

import type { WordDocument } from "../../document/open-document.ts";
import { removeLostSpace } from "../../document/text/lost-space.ts";
import { takeVersionTags } from "../../revisions/choose/version-tags.ts";
import { acceptAll } from "../../revisions/decide/decide.ts";

/** Accepts the tracked changes of documents and removes white space that Word does not show (CMP-81). */
export function settleInputs(documents: readonly WordDocument[]): void {
  for (const document of documents) {
    takeVersionTags(document);
    acceptAll(document);
    removeLostSpace(document);
  }
}
