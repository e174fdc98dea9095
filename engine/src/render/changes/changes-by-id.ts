// The tracked changes behind the ids of the Redline JSON, for whoever decides changes that are named by them.

import type { WordDocument } from "../../document/open-document.ts";
import type { Decision } from "../../revisions/decisions.ts";
import type { Revision } from "../../revisions/revision.ts";
import { readNamed } from "../read-redline.ts";

/** Reads the whole document as for its JSON: ids are given in that order. `decisions` are those of the document. */
export function changesById(
  document: WordDocument,
  decisions: readonly Decision[],
): ReadonlyMap<string, readonly Revision[]> {
  return readNamed(document, { kind: "merge", revision: "", documents: [] }, decisions).names.byId(decisions);
}
