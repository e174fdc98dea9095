// Makes notices of content in the inputs that the redline does not show.
//
// This is content that a reader would otherwise look for: the tracked changes of the inputs, which are accepted, and the
// comments of the before side.

import type { WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import type { Notice } from "../failures/failure.ts";
import { commentIdentity } from "../redline/content/comment-identity.ts";
import { listRevisions } from "../revisions/list-revisions.ts";

/**
 * Returns a notice that counts the tracked changes of an input. Call it before they are accepted. Marks, rows and cells count
 * like text.
 */
export function acceptedNotices(document: WordDocument, source: string): Notice[] {
  const revisions = listRevisions(document).filter(({ isTwin }) => !isTwin);
  if (revisions.length === 0) return [];
  const count = (...kinds: readonly string[]): number => revisions.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = { insertions: count("insertion", "moveTo"), deletions: count("deletion", "moveFrom") };
  return [{ code: "TRACKED_CHANGES_ACCEPTED", source, count: revisions.length, ...counts }];
}

/** Returns a notice that counts the comments that only the before side has. */
export function leftOut(before: WordDocument, after: WordDocument): Notice[] {
  const kept = new Set(commentsOf(after));
  const count = commentsOf(before).filter((comment) => !kept.has(comment)).length;
  return count === 0 ? [] : [{ code: "COMMENTS_LEFT_OUT", source: "before", count }];
}

function commentsOf(document: WordDocument): string[] {
  return storiesOf(document)
    .filter(({ kind }) => kind === "comment")
    .map(commentIdentity);
}
