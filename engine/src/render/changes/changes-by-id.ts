// Finds the tracked changes that the ids of the Redline JSON name.
//
// Callers that decide changes by id use it.

import type { WordDocument } from "../../document/open-document.ts";
import type { Decision } from "../../revisions/decisions.ts";
import type { Revision } from "../../revisions/revision.ts";
import { readNamed } from "../read-redline.ts";

/**
 * Maps each id of the Redline JSON to its tracked changes. Reads the whole document, because ids are given in that
 * order. `decisions` are those of the document.
 */
export function changesById(
  document: WordDocument,
  decisions: readonly Decision[],
): ReadonlyMap<string, readonly Revision[]> {
  return readNamed(document, { kind: "merge", revision: "", documents: [] }, decisions).names.byId(decisions);
}
