// Comments of revised copies that the carrier has not: each comes with its thread, around the text that it was about.
//
// Comments are told apart by who said what, and when. One that several copies have comes once; a new reply to a comment
// that is there joins its thread. Comments of the carrier stand as they are.

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
import { placesOf, type TextPlace } from "./text-places.ts";

/** Gives a notice for each copy of which comments could not be placed. */
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
  /** Known of those that were brought. */
  readonly marks?: CommentMarks;
}

/** By what tells a comment from others: all that are the same, in order. */
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

/** Gives the number of comments that could not be placed. */
function bringFrom(source: Source, { view }: CopyView, bringing: Bringing): number {
  const { writing, known } = bringing;
  const stories = storiesOf(source.document);
  if (!hasOthers(stories, known)) return 0;
  const threads = newThreads(commentThreads(source.document, stories), known);
  const [body, result] = [bodyOf(source.document), bodyOf(writing.result)];
  if (body === undefined || result === undefined) return countOf(threads);
  const places = placesOf(body, COMMENT_MARKS, extentOf);
  const placed = threads.map((thread) => ({ thread, text: textOf(thread, places) }));
  const inText = new CommentPlaces(result, view, writing);
  // The gate tells where the paragraphs are not those of the source.
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

/** A thread of a copy with comments that the redline has not. */
interface NewThread extends CommentThread {
  /** The comment that it begins with, where the redline has that. */
  readonly root: KnownComment | undefined;
  /** Those to bring, in order. */
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

/** The place that a new thread is about; nothing for one outside of the body, and for answers to a comment that is there. */
function textOf({ anchor, root }: NewThread, places: ReadonlyMap<NodeId, TextPlace>): CommentedText | undefined {
  if (anchor?.story.kind !== "body" || root !== undefined) return undefined;
  const [from, to, reference] = [anchor.start, anchor.end, anchor.reference].map((mark) => places.get(mark));
  if (from !== undefined && to !== undefined) return { from, to, isMarked: true };
  return reference === undefined ? undefined : { from: reference, to: reference, isMarked: false };
}

interface BringingFrom extends Bringing {
  readonly source: Source;
  readonly inText: CommentPlaces;
}

/** False for a thread that has no place. */
function bringThread(thread: NewThread, text: CommentedText | undefined, from: BringingFrom): boolean {
  const root = thread.root === undefined ? bringRoot(thread, text, from) : standing(thread.root, from.writing);
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

/** A comment of the redline with its marks, which those of the carrier have in its text; without them where nothing refers to it. */
function standing(known: KnownComment, { result, comments }: Writing): KnownComment {
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
