// Adds comments of revised copies that the carrier lacks, each with its thread and around its text.
//
// Comments are the same if author, date and text are equal (RDL-20). A comment in several copies is added once, and a
// new reply to an existing comment joins its thread. Comments of the carrier never change (RDL-21).

import { COMMENT_MARKS } from "../../../document/grammar.ts";
import { type Comment, type CommentThread, commentThreads } from "../../../document/marks/comments.ts";
import type { CommentMarks } from "../../../document/marks/write-comments.ts";
import { bodyOf, type Story, storiesOf } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import type { Notice } from "../../../failures/failure.ts";
import { elementsNamed } from "../../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../../ooxml/xml/tree.ts";
import { readView } from "../../../revisions/view.ts";
import { commentIdentity } from "../../content/comment-identity.ts";
import type { Source } from "../../content/source.ts";
import type { CopyView } from "../../script/script.ts";
import { adopt, type Writing } from "../writing.ts";
import { type CommentedText, CommentPlaces, extentOf } from "./comment-places.ts";
import { type TextPlace, textPlacesOf } from "./text-places.ts";

/** Adds the comments of each copy. Returns one notice per copy that has comments without a position. */
export function bringComments(copies: ReadonlyMap<Source, CopyView>, writing: Writing): Notice[] {
  if (copies.size === 0) return [];
  const known: KnownComments = new Map();
  for (const story of storiesOf(writing.carrier.document)) {
    if (story.kind === "comment") remember(known, story, { comment: story.root });
  }
  return [...copies].flatMap(([source, copy]): Notice[] => {
    const count = bringFrom(source, copy, { writing, known });
    return count === 0 ? [] : [{ code: "COMMENTS_LEFT_OUT", source: copy.name, count }];
  });
}

/** A comment of the redline. */
interface KnownComment {
  readonly comment: NodeId;
  /** Set for comments that were added from a copy. */
  readonly marks?: CommentMarks;
}

/** Maps the identity of a comment to all comments with it, in order. */
type KnownComments = Map<string, KnownComment[]>;

interface Bringing {
  readonly writing: Writing;
  readonly known: KnownComments;
}

function remember(known: KnownComments, story: Story, comment: KnownComment): void {
  const identity = commentIdentity(story);
  const same = known.get(identity);
  if (same === undefined) known.set(identity, [comment]);
  else same.push(comment);
}

/** Returns the number of comments without a position. */
function bringFrom(source: Source, { view }: CopyView, bringing: Bringing): number {
  const { writing, known } = bringing;
  const stories = storiesOf(source.document);
  if (!hasOthers(stories, known)) return 0;
  const threads = newThreads(commentThreads(source.document, stories), known);
  const [body, result] = [bodyOf(source.document), bodyOf(writing.result)];
  if (body === undefined || result === undefined) return countOf(threads);
  const places = textPlacesOf(body, COMMENT_MARKS, extentOf);
  const placed = threads.map((thread) => ({ thread, text: commentedRange(thread, places) }));
  const inText = new CommentPlaces(result, view, writing);
  // A view with other paragraphs than the source fails the gate, so no comment is added here.
  if (inText.count !== readView(body, "accepted").length) return countOf(threads);
  inText.cut(placed.flatMap(({ text }) => (text === undefined ? [] : [text])));
  const left = placed.filter(({ thread, text }) => !bringThread(thread, text, { ...bringing, source, inText }));
  return countOf(left.map(({ thread }) => thread));
}

function hasOthers(stories: readonly Story[], known: KnownComments): boolean {
  const counts = new Map<string, number>();
  return stories.some((story) => {
    if (story.kind !== "comment") return false;
    const identity = commentIdentity(story);
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return count > (known.get(identity)?.length ?? 0);
  });
}

/** A thread of a copy with comments that the redline lacks. */
interface NewThread extends CommentThread {
  /** The first comment of the thread, if the redline has it already. */
  readonly root: KnownComment | undefined;
  /** The comments to add, in order. */
  readonly comments: readonly Comment[];
}

function newThreads(threads: readonly CommentThread[], known: KnownComments): NewThread[] {
  const counts = new Map<string, number>();
  const find = ({ story }: Comment): KnownComment | undefined => {
    const identity = commentIdentity(story);
    const count = counts.get(identity) ?? 0;
    counts.set(identity, count + 1);
    return known.get(identity)?.[count];
  };
  return threads.flatMap((thread) => {
    const root = find(thread.comment);
    const replies = thread.replies.filter((reply) => find(reply) === undefined);
    const comments = root === undefined ? [thread.comment, ...replies] : replies;
    return comments.length === 0 ? [] : [{ ...thread, root, comments }];
  });
}

function countOf(threads: readonly NewThread[]): number {
  return threads.reduce((sum, { comments }) => sum + comments.length, 0);
}

/**
 * Returns the text that a new thread is about. Undefined for a thread outside the body or without markers, and for
 * replies to an existing comment.
 */
function commentedRange(
  { anchor, root }: NewThread,
  places: ReadonlyMap<NodeId, TextPlace>,
): CommentedText | undefined {
  if (anchor?.story.kind !== "body" || root !== undefined) return undefined;
  const [from, to, reference] = [anchor.start, anchor.end, anchor.reference].map((mark) => places.get(mark));
  if (from !== undefined && to !== undefined) return { from, to, isMarked: true };
  return reference === undefined ? undefined : { from: reference, to: reference, isMarked: false };
}

interface BringingFrom extends Bringing {
  readonly source: Source;
  readonly inText: CommentPlaces;
}

/** Returns false for a thread without a position. */
function bringThread(thread: NewThread, text: CommentedText | undefined, from: BringingFrom): boolean {
  const root = thread.root === undefined ? bringRoot(thread, text, from) : withMarks(thread.root, from.writing);
  if (root?.marks === undefined) return false;
  const { comments } = from.writing;
  for (const reply of thread.comments) {
    if (reply === thread.comment) continue;
    const comment = copyComment(reply, root.comment, from);
    comments.markReply(root.marks, comments.idOf(comment));
    remember(from.known, reply.story, { comment, marks: root.marks });
  }
  return true;
}

function bringRoot(
  { comment: original, isResolved }: NewThread,
  text: CommentedText | undefined,
  from: BringingFrom,
): KnownComment | undefined {
  if (text === undefined) return undefined;
  const { comments } = from.writing;
  const comment = copyComment(original, NONE, from);
  if (isResolved) comments.resolve(comment);
  const root = { comment, marks: from.inText.mark(text, comments.idOf(comment)) };
  remember(from.known, original.story, root);
  return root;
}

function copyComment({ story }: Comment, parent: NodeId, { source, writing }: BringingFrom): NodeId {
  const { comments } = writing;
  const copy = comments.tree.graft(story.tree, story.root);
  adopt(writing, copy, { source, from: story.part, into: comments.part });
  comments.put(copy, parent);
  return copy;
}

/**
 * Returns a comment of the redline with its markers, which for comments of the carrier are found in its text. Returns
 * it without markers if nothing refers to it.
 */
function withMarks(known: KnownComment, { result, comments }: Writing): KnownComment {
  if (known.marks !== undefined) return known;
  const tree = result.package.tree(result.main);
  const id = comments.idOf(known.comment);
  const marks = elementsNamed(tree, COMMENT_MARKS).filter((node) => tree.attribute(node, W.id) === id);
  const markOf = (name: NameId): NodeId => marks.find((node) => tree.name(node) === name) ?? NONE;
  const reference = markOf(W.commentReference);
  if (reference === NONE) return known;
  const [start, end] = [markOf(W.commentRangeStart), markOf(W.commentRangeEnd)];
  return { ...known, marks: { tree, start, end, reference } };
}
