// Checks bookmarks, permissions and comments: ranges with two ends, and references to comments.
//
// Word drops a range that has only one end. The name of a bookmark is unique in the whole document; Word drops the
// second bookmark with a name. A comment has one reference.

import { W } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { idOf, idsOf, repeated, unpaired } from "../identities.ts";
import { type FoundElement, foundIn, type IndexedPart } from "../indexed-part.ts";
import type { LintedDocument } from "../linted-document.ts";
import { type Breach, breachesIn, inStories, inStoriesOf, type Rule } from "../rule.ts";

const BOOKMARK = { start: W.bookmarkStart, end: W.bookmarkEnd };
const COMMENT = { start: W.commentRangeStart, end: W.commentRangeEnd };
const PERMISSION = { start: W.permStart, end: W.permEnd };

export const rangeRules: readonly Rule[] = [
  {
    id: "bookmark-open",
    severity: "odd",
    says: "Every bookmark has a start and an end of the same id.",
    check: inStories((part) => unpaired(part, BOOKMARK)),
  },
  {
    id: "bookmark-id-repeated",
    severity: "repaired",
    says: "No two bookmarks of a part have the same id.",
    check: inStories((part) => [
      ...repeated(foundIn(part, BOOKMARK.start), ({ node }) => idOf(part, node)),
      ...repeated(foundIn(part, BOOKMARK.end), ({ node }) => idOf(part, node)),
    ]),
  },
  {
    id: "bookmark-name-repeated",
    severity: "repaired",
    says: "No two bookmarks of a document have the same name, in whatever case.",
    check: repeatedNames,
  },
  {
    id: "permission-open",
    severity: "odd",
    says: "Every permission range has a start and an end of the same id.",
    check: inStories((part) => unpaired(part, PERMISSION)),
  },
  {
    id: "comment-range-open",
    severity: "odd",
    says: "Every comment range has a start and an end of the same id.",
    check: inStories((part) => unpaired(part, COMMENT)),
  },
  {
    id: "comment-range-repeated",
    severity: "repaired",
    says: "A comment has one range.",
    check: inStories((part) => [
      ...repeated(foundIn(part, COMMENT.start), ({ node }) => idOf(part, node)),
      ...repeated(foundIn(part, COMMENT.end), ({ node }) => idOf(part, node)),
    ]),
  },
  {
    id: "comment-reference-unresolved",
    severity: "repaired",
    says: "Every reference to a comment names one that is there.",
    check: inStoriesOf(unresolvedReferences),
  },
  {
    id: "comment-reference-repeated",
    severity: "repaired",
    says: "A comment is referred to once.",
    check: inStories((part) => repeated(foundIn(part, W.commentReference), ({ node }) => idOf(part, node))),
  },
  {
    id: "comment-id-repeated",
    severity: "repaired",
    says: "No two comments have the same id.",
    check: inStories((part) => repeated(foundIn(part, W.comment), ({ node }) => idOf(part, node))),
  },
  {
    id: "comment-unreferenced",
    severity: "odd",
    says: "Every comment is referred to.",
    check: unreferencedComments,
  },
];

/** The bookmark of the last edit. Word itself writes it more than once. */
const LAST_EDIT = "_goback";

function* repeatedNames(document: LintedDocument): Generator<Breach> {
  const seen = new Set<string>();
  for (const part of document.stories) {
    const nameOf = ({ node }: FoundElement): string | undefined => {
      const name = part.tree.attribute(node, W.name)?.toLowerCase();
      return name === LAST_EDIT ? undefined : name;
    };
    yield* breachesIn(part, repeated(foundIn(part, BOOKMARK.start), nameOf, seen));
  }
}

function commentIds({ related }: LintedDocument): Set<string | undefined> {
  const comments = related.get("comments");
  return comments === undefined ? new Set() : idsOf(comments, foundIn(comments, W.comment));
}

function unresolvedReferences(document: LintedDocument): (part: IndexedPart) => NodeId[] {
  const ids = commentIds(document);
  return (part) =>
    foundIn(part, W.commentReference)
      .map(({ node }) => node)
      .filter((node) => !ids.has(idOf(part, node)));
}

function* unreferencedComments({ stories, related }: LintedDocument): Generator<Breach> {
  const comments = related.get("comments");
  if (comments === undefined) return;
  const referred = new Set(stories.flatMap((part) => [...idsOf(part, foundIn(part, W.commentReference))]));
  const nodes = foundIn(comments, W.comment).map(({ node }) => node);
  yield* breachesIn(
    comments,
    nodes.filter((node) => !referred.has(idOf(comments, node))),
  );
}
