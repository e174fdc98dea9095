// Removes the chosen data besides text from a document (docs/design/scrub.md).
//
// Changes are decided first, because they determine the text. Next come comments and hidden text, which are attached to
// text, then names, properties and ids of editing sessions.

import { dropCommentMarks, dropCommentParts } from "../document/marks/drop-comments.ts";
import type { WordDocument } from "../document/open-document.ts";
import { clearMergeRecord } from "../revisions/choose/conflict-anchors.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import type { Verdict } from "../revisions/revision.ts";
import { clearNames } from "./author-names.ts";
import { removeProperties } from "./file-properties.ts";
import { removeHidden } from "./hidden-text.ts";
import { removeSessionIds } from "./session-ids.ts";
import { glossariesOf, wordTrees } from "./word-parts.ts";

/** The kinds that can be removed, in the order of removal. */
export const scrubKinds = ["changes", "comments", "hidden", "authors", "properties", "rsids"] as const;
export type ScrubKind = (typeof scrubKinds)[number];

export interface ScrubOptions {
  readonly remove: ReadonlySet<ScrubKind>;
  /** The verdict on tracked changes, used if `remove` contains them. */
  readonly changes: Verdict;
}

export function scrubDocument(document: WordDocument, { remove, changes }: ScrubOptions): void {
  const steps: Readonly<Record<ScrubKind, (document: WordDocument) => void>> = {
    changes: (given) => decideChanges(given, changes),
    comments: removeComments,
    hidden: removeHidden,
    authors: clearNames,
    properties: removeProperties,
    rsids: removeSessionIds,
  };
  for (const kind of scrubKinds) if (remove.has(kind)) steps[kind](document);
}

function decideChanges(document: WordDocument, verdict: Verdict): void {
  if (verdict === "accept") acceptAll(document);
  else rejectAll(document);
  // A merge may have property conflicts and no tracked change.
  clearMergeRecord(document);
}

function removeComments(document: WordDocument): void {
  for (const tree of wordTrees(document)) dropCommentMarks(tree);
  for (const one of [document, ...glossariesOf(document)]) dropCommentParts(one);
}
