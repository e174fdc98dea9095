// Reads comments as threads: a comment on a range of text, and its replies.
//
// A comment is a story of its own part. Marks in another story show what it is about. In newer versions of Word, the
// commentsExtended part links a reply to its comment and marks a thread as resolved. It names a comment by the id of its last
// paragraph. Without that part every comment is a thread of its own. A reply to a reply belongs to the same thread. If replies
// form a circle, one of them begins the thread.

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
  /** As written; undefined if there is no date. */
  readonly date: string | undefined;
}

/** The text that a comment is about. */
export interface CommentAnchor {
  readonly story: Story;
  /** Paragraph in which the text begins. */
  readonly paragraph: NodeId;
  /** The w:commentRangeStart, w:commentRangeEnd and w:commentReference; NONE for a missing one. */
  readonly start: NodeId;
  readonly end: NodeId;
  readonly reference: NodeId;
  /** Commented text, or its beginning (`commentedText`). Empty if the start or end of the range is missing. */
  readonly text: string;
}

export interface CommentThread {
  readonly comment: Comment;
  /** Undefined for a comment that no story refers to. */
  readonly anchor: CommentAnchor | undefined;
  readonly isResolved: boolean;
  /** In the order of the comments part. */
  readonly replies: readonly Comment[];
}

/** Returns the threads in the order of the text that they are about. Threads without text come last. */
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

/** The data of a comment in commentsExtended. */
interface Extension {
  readonly parent: string | undefined;
  readonly isDone: boolean;
}

/** Relationship type of the commentsExtended part. */
export const EXTENDED = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";

/** Maps the id of a comment's last paragraph to its data. */
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

/** Maps each comment to the first comment of its thread. */
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

/** Maps comment ids to anchors, in document order. */
function findAnchors(stories: readonly Story[]): Map<string, CommentAnchor> {
  const anchors = new Map<string, CommentAnchor>();
  for (const story of stories) {
    const marked = readMarks(story, COMMENT_MARKS);
    const cut = commentedText(marked.text.length);
    for (const [id, marks] of Map.groupBy(marked.marks, (mark) => mark.id)) {
      if (!anchors.has(id)) anchors.set(id, readAnchor(story, marked, { marks, cut }));
    }
  }
  return anchors;
}

/**
 * The commented texts of a story are kept whole while their total is at most `WHOLE_TEXTS` characters plus
 * `TEXTS_OF_STORY` times the length of the story. Texts that exceed this are cut to `CUT_TEXT` characters.
 */
const WHOLE_TEXTS = 50_000;
const TEXTS_OF_STORY = 8;
const CUT_TEXT = 100;

/**
 * Returns a function that cuts the commented texts of a story, in the order of their comments. It cuts after the total exceeds
 * the length that comments on separate positions can reach. Otherwise a thousand comments on the whole document would repeat
 * the document a thousand times.
 */
function commentedText(length: number): (text: string) => string {
  let room = WHOLE_TEXTS + TEXTS_OF_STORY * length;
  return (text) => {
    if (text.length <= Math.max(room, CUT_TEXT)) {
      room -= text.length;
      return text;
    }
    return `${text.slice(0, CUT_TEXT).replace(/[\ud800-\udbff]$/, "")}…`;
  };
}

interface AnchorMarks {
  readonly marks: readonly RangeMark[];
  readonly cut: (text: string) => string;
}

function readAnchor(story: Story, { text, paragraphs }: MarkedStory, { marks, cut }: AnchorMarks): CommentAnchor {
  const markOf = (name: NameId): RangeMark | undefined => marks.find((mark) => mark.name === name);
  const [start, end, reference] = [markOf(W.commentRangeStart), markOf(W.commentRangeEnd), markOf(W.commentReference)];
  const begin = start ?? reference ?? end;
  return {
    story,
    paragraph: paragraphs[begin?.paragraph ?? -1] ?? NONE,
    start: start?.node ?? NONE,
    end: end?.node ?? NONE,
    reference: reference?.node ?? NONE,
    text: start === undefined || end === undefined ? "" : cut(text.slice(start.offset, end.offset)),
  };
}
