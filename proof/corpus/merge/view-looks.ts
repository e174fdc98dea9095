// Judges the looks of the views of a merge with the resolver of `proof/reading/looks` (FMT-22).
//
// The base carries, so with nothing accepted the merge looks like the base. With the changes of one copy it looks like
// that copy, except fields of styles that the merge lists for the copy.

import { decideAuthors } from "@versus/engine/inside";
import { type DocumentLooks, readDocumentLooks } from "../../reading/looks/read-looks.ts";
import { listedStyles, lookDifferenceUnder, NO_STYLES } from "../compare/judge-looks.ts";
import { acceptedBytes } from "../compare/redline-checks.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import type { Accepts } from "./decided.ts";
import type { Copy, Merged } from "./merger.ts";
import { acceptsOf, type MergeRecord } from "./read-record.ts";

interface MergedFrom {
  readonly base: Uint8Array;
  readonly named: readonly Copy[];
  readonly record: MergeRecord;
}

/**
 * Returns the first difference of each view. A merge with a conflict of properties is not judged: a copy may look like
 * the base there. Neither is one that was compared by its markup as a whole (FMT-24).
 */
export function differentLooks({ docx, json, notices }: Merged, { base, named, record }: MergedFrom): string[] {
  const listed = json === undefined ? undefined : listedStyles(json);
  if (listed === undefined || record.conflicts.some(({ kind }) => kind === "property")) return [];
  const original = acceptedBytes(base);
  const carrier = readDocumentLooks(original);
  const none = lookDifferenceUnder(
    decidedLooks(docx, () => false),
    original,
    { carrier, listed: NO_STYLES, notices },
  );
  const each = named.map(({ bytes, name }, index) => {
    const view = decidedLooks(
      docx,
      acceptsOf(record, (revisions) => revisions.includes(index)),
    );
    const told = { carrier, listed: listed.get(name) ?? NO_STYLES, notices };
    return lookDifferenceUnder(view, acceptedBytes(bytes), told);
  });
  const problemsIn = (difference: typeof none, whose: string): string[] =>
    difference === undefined ? [] : [`${whose}: ${difference.place}`];
  return [...problemsIn(none, "base"), ...each.flatMap((one, index) => problemsIn(one, `revision ${index + 1}`))];
}

function decidedLooks(merged: Uint8Array, accepts: Accepts): DocumentLooks {
  const document = openCorpusDocument(merged);
  decideAuthors(document, { accepts });
  return readDocumentLooks(document.package.save(SAVE_LEVEL));
}
