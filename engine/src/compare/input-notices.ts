// Notices of content in the inputs that the redline does not show: their own tracked changes, which we accept, and the
// comments of the before side. Without a notice a reader would look for them.

import type { WordDocument } from "../document/open-document.ts";
import { storiesOf } from "../document/text/stories.ts";
import type { Notice } from "../failures/failure.ts";
import { commentIdentity } from "../redline/content/comment-identity.ts";
import { listRevisions } from "../revisions/list-revisions.ts";

/** The tracked changes of an input; to be asked before they are accepted. Marks, rows and cells count with the text. */
export function acceptedNotices(document: WordDocument, source: string): Notice[] {
  const revisions = listRevisions(document).filter(({ isTwin }) => !isTwin);
  if (revisions.length === 0) return [];
  const count = (...kinds: readonly string[]): number => revisions.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = { insertions: count("insertion", "moveTo"), deletions: count("deletion", "moveFrom") };
  return [{ code: "TRACKED_CHANGES_ACCEPTED", source, count: revisions.length, ...counts }];
}

/** Comments of the before side that the after side has not. */
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
