// The marks in the text that say what a comment is about. They are not tracked and follow their text.
//
// Where the text came with the request its reference is part of the insertion: it goes when that is rejected.

import type { CommentMarks } from "../../document/marks/write-comments.ts";
import { firstContent } from "../../document/text/elements.ts";
import { shownRunsOf } from "../../document/text/runs.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
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
  const last = bareReference(story, paragraph);
  if (last === NONE) return { parent: paragraph, before: firstContent(story.tree, paragraph) };
  return placeBeside(story.tree, last, { side: "after", own });
}

/** The last reference before the text of a paragraph that stands in no comment's range; NONE where there is none. */
function bareReference(story: Story, paragraph: NodeId): NodeId {
  const { tree } = story;
  const shown = new Set(shownRunsOf(story, paragraph, "accepted").map(({ node }) => node));
  const open = new Set<string | undefined>();
  let last: NodeId = NONE;
  for (const node of descendants(tree, paragraph)) {
    const name = tree.name(node);
    if (name === W.commentRangeStart) open.add(tree.attribute(node, W.id));
    // A range that only ends here began before the paragraph: all up to its end stands in it.
    else if (name === W.commentRangeEnd && !open.delete(tree.attribute(node, W.id))) return NONE;
    else if (!shown.has(node)) continue;
    else if (isCommentReference(tree, node)) last = open.size === 0 ? node : last;
    else if (!isEmptyRun(tree, node)) break;
  }
  return last;
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
