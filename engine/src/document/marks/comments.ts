// Comments as threads: what was said about a piece of text, and the replies to it.
//
// A comment is a story of its own part; marks in another story say what it is about. Newer Word ties
// a reply to its comment, and says that a thread is resolved, in a further part that names comments
// by the id of their last paragraph. Without that part every comment is a thread of its own. A reply
// to a reply belongs to the same thread; of replies that answer each other in a circle one begins it.

import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { COMMENT_MARKS } from "../grammar.ts";
import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { type MarkedStory, type RangeMark, readMarks } from "../text/ranges.ts";
import { partsOf, type Story } from "../text/stories.ts";
import { isOnValue } from "../values.ts";
import { W, W14, W15 } from "../word-names.ts";

export interface Comment {
  readonly id: string;
  readonly story: Story;
  readonly author: string;
  readonly initials: string;
  /** As written; undefined when there is none. */
  readonly date: string | undefined;
}

/** What a comment is about. */
export interface CommentAnchor {
  readonly story: Story;
  /** The paragraph in which it begins. */
  readonly paragraph: NodeId;
  /** The w:commentRangeStart, w:commentRangeEnd and w:commentReference; NONE for one that is missing. */
  readonly start: NodeId;
  readonly end: NodeId;
  readonly reference: NodeId;
  readonly text: string;
}

export interface CommentThread {
  readonly comment: Comment;
  /** Undefined for a comment that no story refers to. */
  readonly anchor: CommentAnchor | undefined;
  readonly isResolved: boolean;
  /** In the order of the comments' part. */
  readonly replies: readonly Comment[];
}

/** The threads in the order of what they are about; those about nothing come last. */
export function commentThreads(document: WordDocument, stories: readonly Story[]): CommentThread[] {
  const comments = stories.filter(({ kind }) => kind === "comment").map(readComment);
  if (comments.length === 0) return [];
  const extensions = readExtensions(document);
  const first = threadStarts(comments, extensions);
  const anchors = findAnchors(stories.filter(({ kind }) => kind !== "comment"));
  const replies = Map.groupBy(
    comments.filter((comment) => first.get(comment) !== comment),
    (comment) => first.get(comment)!,
  );
  const order = new Map([...anchors.keys()].map((id, index) => [id, index]));
  const place = ({ id }: Comment): number => order.get(id) ?? order.size;
  return comments
    .filter((comment) => first.get(comment) === comment)
    .sort((one, other) => place(one) - place(other))
    .map((comment) => ({
      comment,
      anchor: anchors.get(comment.id),
      isResolved: extensions.get(lastParagraphId(comment))?.isDone ?? false,
      replies: replies.get(comment) ?? [],
    }));
}

function readComment(story: Story): Comment {
  const value = (name: NameId): string | undefined => story.tree.attribute(story.root, name);
  return {
    id: value(W.id) ?? "",
    story,
    author: value(W.author) ?? "",
    initials: value(W.initials) ?? "",
    date: value(W.date),
  };
}

/** What the further part says of a comment. */
interface Extension {
  readonly parent: string | undefined;
  readonly isDone: boolean;
}

/** How the further part hangs on the main part. */
export const EXTENDED = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";

/** By the id of a comment's last paragraph. */
function readExtensions(document: WordDocument): Map<string, Extension> {
  const [part] = partsOf(document, EXTENDED);
  if (part === undefined) return new Map();
  const tree = document.package.tree(part);
  const nodes = tree.children(tree.root).filter((node) => tree.name(node) === W15.commentEx);
  return new Map(
    nodes.map((node) => {
      const done = tree.attribute(node, W15.done);
      const parent = tree.attribute(node, W15.paraIdParent)?.toUpperCase();
      return [
        tree.attribute(node, W15.paraId)?.toUpperCase() ?? "",
        { parent, isDone: done !== undefined && isOnValue(done) },
      ];
    }),
  );
}

function lastParagraphId({ story }: Comment): string {
  const last = paragraphsOf(story).at(-1);
  return (last === undefined ? undefined : story.tree.attribute(last, W14.paraId))?.toUpperCase() ?? "";
}

/** The comment that begins the thread of each. */
function threadStarts(comments: readonly Comment[], extensions: ReadonlyMap<string, Extension>): Map<Comment, Comment> {
  const byParagraph = new Map(comments.map((comment) => [lastParagraphId(comment), comment]));
  byParagraph.delete("");
  const parents = new Map(
    comments.map((comment) => [comment, byParagraph.get(extensions.get(lastParagraphId(comment))?.parent ?? "")]),
  );
  const starts = new Map<Comment, Comment>();
  for (const comment of comments) {
    const path = new Set<Comment>();
    let start = comment;
    for (let next: Comment | undefined = comment; next !== undefined; next = parents.get(next)) {
      start = starts.get(next) ?? next;
      if (path.has(next) || starts.has(next)) break;
      path.add(next);
    }
    for (const member of path) starts.set(member, start);
  }
  return starts;
}

/** By comment id, in document order. */
function findAnchors(stories: readonly Story[]): Map<string, CommentAnchor> {
  const anchors = new Map<string, CommentAnchor>();
  for (const story of stories) {
    const marked = readMarks(story, COMMENT_MARKS);
    for (const [id, marks] of Map.groupBy(marked.marks, (mark) => mark.id)) {
      if (!anchors.has(id)) anchors.set(id, readAnchor(story, marked, marks));
    }
  }
  return anchors;
}

function readAnchor(story: Story, { text, paragraphs }: MarkedStory, marks: readonly RangeMark[]): CommentAnchor {
  const markOf = (name: NameId): RangeMark | undefined => marks.find((mark) => mark.name === name);
  const [start, end, reference] = [markOf(W.commentRangeStart), markOf(W.commentRangeEnd), markOf(W.commentReference)];
  const begin = start ?? reference ?? end;
  return {
    story,
    paragraph: paragraphs[begin?.paragraph ?? -1] ?? NONE,
    start: start?.node ?? NONE,
    end: end?.node ?? NONE,
    reference: reference?.node ?? NONE,
    text: start === undefined || end === undefined ? "" : text.slice(start.offset, end.offset),
  };
}
