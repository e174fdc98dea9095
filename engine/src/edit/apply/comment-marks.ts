// The marks in the text that say what a comment is about. They are not tracked and follow their text.
//
// Where the text came with the request its reference is part of the insertion: it goes when that is rejected.

import type { CommentMarks } from "../../document/marks/write-comments.ts";
import { firstContent } from "../../document/text/elements.ts";
import { shownRunsOf } from "../../document/text/runs.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants, isEmptyRun } from "../../revisions/markup.ts";
import { wrapContent } from "../../revisions/write/mark-content.ts";
import type { NamedParagraph } from "../locate/paragraphs.ts";
import type { TextRange } from "../locate/text/match-text.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";
import { type InsertPlace, placeBeside } from "./text/cut-markup.ts";
import { isNewParagraph } from "./text/format-runs.ts";
import { isCommentReference, isInOwn } from "./text/remove-text.ts";
import { hasClosing, pointKey } from "./text/text-points.ts";
import type { Workspace } from "./workspace.ts";

/** Marks selected text. */
export function markText(work: Workspace, { place, from, to }: TextRange, id: string): CommentMarks {
  const text = work.textOf(place);
  const { tree } = text;
  const runs = text.runsOf(text.between({ from, to }));
  const last = runs.at(-1)!;
  const isOwn = isInOwn(work, tree, last);
  const start = placeBeside(tree, runs[0]!, { side: "before", own: work.own });
  const starts = put(tree, start, tree.element(W.commentRangeStart, [[W.id, id]]));
  const isLast = text.pieces.at(-1)!.run === last && !text.linkEnds.has(to);
  const isEnd = isLast && !text.inserted.has(pointKey(text, { place, offset: to, side: "before", isEnd: true }));
  const end = placeBeside(tree, last, { side: "after", own: work.own });
  const marks = putEnd(work, tree, { place: end, id, isOwn });
  // The marks of a comment that was put there before stand behind these.
  if (isEnd && !hasClosing(text)) text.closing = runAround(tree, marks.reference);
  return { tree, start: starts, ...marks };
}

/** Marks whole paragraphs, from the first to the last. */
export function markParagraphs(
  work: Workspace,
  { first, last }: { readonly first: NamedParagraph; readonly last: NamedParagraph },
  id: string,
): CommentMarks {
  const { story, node } = work.frontOf(first);
  const { tree } = story;
  const start = put(tree, frontPlace(work, story, node), tree.element(W.commentRangeStart, [[W.id, id]]));
  const end = work.paragraphOf(last).node;
  const run = work.runsOf(last).at(-1);
  const isOwn = run === undefined ? isNewParagraph(work, tree, end) : isInOwn(work, tree, run);
  const marks = putEnd(work, tree, { place: { parent: end, before: NONE }, id, isOwn });
  const place = end === work.headOf(last).node ? endedBy(work, last) : undefined;
  if (place !== undefined) work.textOf(place).closing = runAround(tree, marks.reference);
  return { tree, start, ...marks };
}

/**
 * The place where a comment on a paragraph begins: before all of it, but behind comments there that are about no text. A deleted paragraph
 * leaves its comments there (EDT-38); in the same request they are still in that one, before the new comment (EDT-100).
 */
function frontPlace({ own }: Workspace, story: Story, paragraph: NodeId): InsertPlace {
  const { tree } = story;
  const runs = shownRunsOf(story, paragraph, "accepted").map(({ node }) => node);
  const text = runs.findIndex((run) => !isCommentReference(tree, run) && !isEmptyRun(tree, run));
  const references = (text < 0 ? runs : runs.slice(0, text)).filter((run) => isCommentReference(tree, run));
  const last = references.findLast((run) => isOutsideComments(tree, paragraph, run));
  if (last === undefined) return { parent: paragraph, before: firstContent(tree, paragraph) };
  return placeBeside(tree, last, { side: "after", own });
}

/** True if each range of a comment that begins in a paragraph before a run also ends before it, and no other one does. */
function isOutsideComments(tree: Tree, paragraph: NodeId, run: NodeId): boolean {
  const nodes = descendants(tree, paragraph);
  const before = nodes.slice(0, nodes.indexOf(run));
  const idsOf = (name: NameId): (string | undefined)[] =>
    before.filter((node) => tree.name(node) === name).map((node) => tree.attribute(node, W.id));
  const [starts, ends] = [idsOf(W.commentRangeStart), idsOf(W.commentRangeEnd)];
  return starts.length === ends.length && starts.every((id) => ends.includes(id));
}

/** The uploaded paragraph that ends where a paragraph does. */
function endedBy({ refs, heads, uploaded }: Workspace, paragraph: NamedParagraph): UploadedPlace | undefined {
  if (paragraph.kind === "uploaded") return heads.has(paragraph.place) ? undefined : paragraph.place;
  const half = refs.halves.rangeOf(paragraph.group);
  return half !== undefined && half.to === uploaded.textOf(half.place).text.length ? half.place : undefined;
}

interface End {
  readonly place: InsertPlace;
  readonly id: string;
  /** True if the text before it came with the request. */
  readonly isOwn: boolean;
}

function putEnd(work: Workspace, tree: Tree, { place, id, isOwn }: End): Pick<CommentMarks, "end" | "reference"> {
  const end = put(tree, place, tree.element(W.commentRangeEnd, [[W.id, id]]));
  const run = put(tree, place, work.comments.makeReference(tree, id));
  if (isOwn) wrapContent(tree, [run], { change: "insertion", maker: work.own });
  return { end, reference: tree.child(run, W.commentReference) };
}

function put(tree: Tree, { parent, before }: InsertPlace, node: NodeId): NodeId {
  tree.insertBefore(parent, node, before);
  return node;
}

function runAround(tree: Tree, reference: NodeId): NodeId {
  let at = reference;
  while (tree.name(at) !== W.r) at = tree.parent(at);
  return at;
}
